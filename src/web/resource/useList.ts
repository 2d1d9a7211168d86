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

/** Rows that hold the words in any text, as the server's own search does. */
function matching(resource: Resource, search: string): ((row: ResourceRow) => boolean) | undefined {
  const word = search.trim().toLowerCase();
  if (!word) return undefined;
  const texts = Object.keys(resource.fields).filter((name) => resource.fields[name]?.kind === 'text');
  return (row) =>
    texts.some((name) =>
      String(row[name] ?? '')
        .toLowerCase()
        .includes(word),
    );
}

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
    sorter,
    filters: [...ownFilter, ...known],
    search: address.q,
  };
  const page = useQuery({ ...pageQuery(resource, dataTable), enabled: !inTree });
  const all = useQuery({ ...allQuery(resource, ownFilter), enabled: inTree });
  const answer = inTree ? all : page;

  const tree = inTree ? (all.data ?? NO_ROWS) : NO_ROWS;
  const parent = resource.tree ?? '';
  const rows = useMemo(() => {
    if (!inTree) return flatRows(page.data?.list ?? NO_ROWS);
    const roots = rootsOf(tree, parent);
    return treeRows(tree, parent, opened ?? roots, matching(resource, address.q));
  }, [inTree, page.data, tree, parent, opened, resource, address.q]);

  const total = inTree ? tree.length : (page.data?.pagination.total ?? 0);
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
    waiting: answer.isPlaceholderData,
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
