import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Resource } from '#contract/define.ts';
import type { DataTable, Filter } from '#contract/envelope.ts';
import { useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useSession } from '#web/session/session.ts';
import { encodeFilters, encodeSorter, nextSorter, readTableAddress } from './address.ts';
import { columnsOf } from './columns.ts';
import type { ResourceRow } from './kindWeb.ts';
import { usePreferences } from './preferences.ts';
import { allQuery, pageQuery } from './rows.ts';
import { ownerFieldOf } from './target.ts';
import { flatRows, parentsOf, treeRows } from './tree.ts';

const NOTHING = {};
const NO_ROWS: readonly ResourceRow[] = [];

/** Trees beyond this begin closed: their second level alone would fill many screens. */
const OPEN_AT_FIRST = 500;

const rootsOf = (rows: readonly ResourceRow[], parent: string): ReadonlySet<number> =>
  new Set(rows.length > OPEN_AT_FIRST ? [] : rows.filter((row) => row[parent] == null).map((row) => row.id));

/** The state of a list page: what is asked for (address, preferences), what came, how to change it. */
export function useList(
  resource: Resource,
  viewAtFirst: 'list' | 'tree',
  fixed: Readonly<Record<string, string | number>> = NOTHING,
) {
  const { user } = useSession();
  const [address, change] = useAddress(readTableAddress);
  const [preferences, prefer] = usePreferences(user.userId, resource.name);
  const { consumer } = useConsumer();
  const consumerId = consumer?.orgId ?? null;
  const owner = ownerFieldOf(resource);
  const [opened, setOpened] = useState<ReadonlySet<number> | null>(null);

  const inTree = resource.tree !== undefined && (address.view ?? preferences.view ?? viewAtFirst) === 'tree';
  const known = useMemo(
    () => address.f.filter((one) => Object.hasOwn(resource.fields, one.field)),
    [address.f, resource],
  );
  // The list is the chosen enterprise's, unless a filter on the owner says otherwise.
  const ownFilter: readonly Filter[] = [
    ...(owner && consumerId !== null && !known.some((one) => one.field === owner)
      ? [{ field: owner, op: 'eq' as const, value: consumerId }]
      : []),
    ...Object.entries(fixed).map(([field, value]) => ({ field, op: 'eq' as const, value })),
  ];
  const sorter = address.sort && Object.hasOwn(resource.fields, address.sort.field) ? address.sort : null;
  const dataTable: DataTable = {
    current: address.page,
    pageSize: address.size ?? preferences.pageSize,
    // A tree has its own order.
    sorter: inTree ? null : sorter,
    filters: [...ownFilter, ...known],
    search: address.q,
  };
  const page = useQuery({ ...pageQuery(resource, dataTable), enabled: !inTree });
  // The whole tree of whose it is: what fits stands below rows that need not fit.
  const whose = known.filter((one) => one.field === owner);
  const all = useQuery({ ...allQuery(resource, [...ownFilter, ...whose]), enabled: inTree });
  const asked = inTree && (known.length > whose.length || address.q.trim() !== '');
  // The server tells what fits, as it tells the list and the export.
  const found = useQuery({ ...allQuery(resource, dataTable.filters, address.q), enabled: asked });
  const answer = !inTree ? page : asked && found.isError ? found : all;

  const tree = inTree ? (all.data ?? NO_ROWS) : NO_ROWS;
  const parent = resource.tree ?? '';
  const fitting = asked ? found.data : undefined;
  const rows = useMemo(() => {
    if (!inTree) return flatRows(page.data?.list ?? NO_ROWS);
    const chosen = opened ?? rootsOf(tree, parent);
    if (!fitting) return treeRows(tree, parent, chosen);
    const ids = new Set(fitting.map((row) => row.id));
    const few = fitting.length <= OPEN_AT_FIRST;
    return treeRows(tree, parent, few ? parentsOf(tree, parent) : chosen, (row) => ids.has(row.id));
  }, [inTree, page.data, tree, parent, opened, fitting]);

  const total = inTree ? (fitting ?? tree).length : (page.data?.pagination.total ?? 0);
  const { pageSize } = dataTable;
  useEffect(() => {
    // The last rows of the last page were deleted.
    if (!page.isPlaceholderData && page.data?.list.length === 0 && address.page > 1 && total > 0)
      change({ page: Math.ceil(total / pageSize) });
  }, [page.isPlaceholderData, page.data, address.page, total, pageSize, change]);

  const hidden = new Set(ownFilter.map((one) => one.field));
  return {
    address,
    preferences,
    prefer,
    consumerId,
    dataTable,
    filters: known,
    columns: columnsOf(resource, preferences.columns, hidden),
    inTree,
    rows,
    total,
    loading: answer.isPending,
    waiting: answer.isPlaceholderData || (asked && (found.isPending || found.isPlaceholderData)),
    error: answer.isError ? answer.error : null,
    retry: () => void answer.refetch(),
    narrowed: known.length > 0 || address.q !== '',
    search: (text: string) => change({ q: text || undefined, page: undefined }),
    filter: (field: string, filters: readonly Filter[]) =>
      change({
        f: encodeFilters([...known.filter((one) => one.field !== field), ...filters]),
        page: undefined,
      }),
    clear: () => change({ q: undefined, f: undefined, page: undefined }),
    sort: (field: string) => change({ sort: encodeSorter(nextSorter(sorter, field)), page: undefined }),
    turn: (current: number, size: number) => {
      if (size !== pageSize) prefer({ pageSize: size });
      change({ page: current === 1 || size !== pageSize ? undefined : current, size: undefined });
    },
    show: (view: 'list' | 'tree') => {
      prefer({ view });
      change({ view, page: undefined });
    },
    toggle: (id: number) =>
      setOpened((before) => {
        const next = new Set(before ?? rootsOf(tree, parent));
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    openAll: (open: boolean) => setOpened(open ? parentsOf(tree, parent) : new Set()),
    open: (row: number | null) => change({ row: row ?? undefined }, { push: row !== null }),
  };
}

export type List = ReturnType<typeof useList>;
