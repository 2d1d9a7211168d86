import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Resource, ResourcePlace } from '#contract/define.ts';
import type { DataTable, Filter, Page } from '#contract/envelope.ts';
import { get } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import type { ResourceRow } from './kindWeb.ts';

/** The address of a call on a resource, below `/api/`. */
export const callOf = (resource: ResourcePlace, verb: string): string =>
  `${resource.area}/${resource.name}/${verb}`;

/** What a person saw in fields before changing them, so that nobody's change is lost unseen. */
export const seenOf = (row: ResourceRow, names: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name] ?? null])));

const keyOf = (resource: ResourcePlace, ...rest: unknown[]) => [resource.area, resource.name, ...rest];

/** The most rows that one page may hold. */
const LARGEST = 1000;

/** One page of a list; the page before stays in view while the next is fetched. */
export const pageQuery = (resource: Resource, dataTable: DataTable) =>
  queryOptions({
    queryKey: keyOf(resource, 'getdatatable', dataTable),
    queryFn: ({ signal }) =>
      get<Page<ResourceRow>>(
        callOf(resource, 'getdatatable'),
        { dataTable: JSON.stringify(dataTable) },
        { quiet: true, signal },
      ),
    placeholderData: keepPreviousData,
  });

/** Every row that the filters and the words of a search leave, page by page. */
export const allQuery = (resource: ResourcePlace, filters: readonly Filter[], search = '') =>
  queryOptions({
    queryKey: keyOf(resource, 'all', filters, search),
    queryFn: async ({ signal }) => {
      const rows: ResourceRow[] = [];
      for (let current = 1; ; current += 1) {
        const dataTable = { current, pageSize: LARGEST, filters, search, sorter: null };
        const page = await get<Page<ResourceRow>>(
          callOf(resource, 'getdatatable'),
          { dataTable: JSON.stringify(dataTable) },
          { quiet: true, signal },
        );
        rows.push(...page.list);
        if (page.list.length === 0 || rows.length >= page.pagination.total) return rows;
      }
    },
    placeholderData: keepPreviousData,
  });

/** One row by id. */
export const rowQuery = (resource: Resource, id: number) =>
  queryOptions({
    queryKey: keyOf(resource, 'get', id),
    queryFn: ({ signal }) => get<ResourceRow>(callOf(resource, 'get'), { id }, { quiet: true, signal }),
  });

/** Rows of some ids, for the words of a picker. */
export const rowsQuery = (resource: Resource, ids: readonly number[]) =>
  queryOptions({
    queryKey: keyOf(resource, 'rows', ids),
    queryFn: async ({ signal }) => {
      const filters: Filter[] = [{ field: 'id', op: 'in', value: [...ids] }];
      const dataTable = { current: 1, pageSize: LARGEST, filters, search: '', sorter: null };
      const page = await get<Page<ResourceRow>>(
        callOf(resource, 'getdatatable'),
        { dataTable: JSON.stringify(dataTable) },
        { quiet: true, signal },
      );
      return page.list;
    },
    staleTime: 300_000,
    placeholderData: keepPreviousData,
  });

/** How many rows a picker offers at once. */
const OFFERED = 30;

/** Rows whose name, code or pinyin initials hold the search, within an enterprise where `owner` names its field. */
export const searchQuery = (resource: Resource, search: string, owner: Readonly<Record<string, number>>) =>
  queryOptions({
    queryKey: keyOf(resource, 'searchpage', search, owner),
    queryFn: ({ signal }) =>
      get<Page<ResourceRow>>(
        callOf(resource, 'searchpage'),
        { ...owner, search, orderBy: resource.title, pageNo: 1, pageSize: OFFERED },
        { quiet: true, signal },
      ),
    placeholderData: keepPreviousData,
  });

/** After a change: what else shows the row (menus, selectors, titles) is fetched again with the list. */
export const rowsChanged = (): Promise<void> => queryClient.invalidateQueries();
