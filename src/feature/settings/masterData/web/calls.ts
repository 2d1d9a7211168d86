import { queryOptions } from '@tanstack/react-query';
import { HOUR_MS } from '#domain/time/duration.ts';
import { dictionary } from '#resource/sys/dictionary.ts';
import { dictionaryCategory } from '#resource/sys/dictionaryCategory.ts';
import { get, post } from '#web/api.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { allQuery, callOf } from '#web/resource/rows.ts';

/** A category of the dictionary as it travels. */
export interface Category extends ResourceRow {
  readonly name: string;
  readonly nameEn: string | null;
  readonly code: string;
  readonly source: string | null;
  readonly sourceEn: string | null;
  readonly state: string;
}

export const categoriesQuery = queryOptions({
  ...allQuery(dictionaryCategory, []),
  select: (rows) => rows as unknown as readonly Category[],
});

/** A code and its name, as select boxes show them. */
export interface Entry {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly nameEn: string | null;
}

/** The entries in use of a category. */
export const entriesQuery = (code: string) =>
  queryOptions({
    queryKey: ['sys', 'dictionary', 'getByCategroyCode', code],
    queryFn: ({ signal }) =>
      get<readonly Entry[]>('sys/dictionary/getByCategroyCode', { code }, { quiet: true, signal }),
    staleTime: 300_000,
  });

/** A node of a list that comes flat. */
export interface FlatNode {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly nameEn: string | null;
  readonly parentId: number | null;
}

/** All areas or all industries; they change once a year. */
export const flatQuery = (resource: 'adminArea' | 'industry') =>
  queryOptions({
    queryKey: ['sys', resource, 'getAllData'],
    queryFn: ({ signal }) =>
      get<readonly FlatNode[]>(`sys/${resource}/getAllData`, {}, { quiet: true, signal }),
    staleTime: HOUR_MS,
  });

interface Placed {
  readonly id: number;
  readonly ix: number;
}

/**
 * Moves an entry by one place among its category's; places are numbered anew where two were the same. False at an end.
 */
export async function moveEntry(row: ResourceRow, by: 1 | -1): Promise<boolean> {
  const rows = await get<readonly Placed[]>(callOf(dictionary, 'searchall'), {
    categoryId: Number(row['categoryId']),
    orderBy: 'ix',
  });
  const order = rows.map((one) => one.id);
  const from = order.indexOf(row.id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= order.length) return false;
  order.splice(to, 0, ...order.splice(from, 1));
  for (const [ix, id] of order.entries()) {
    if (rows.find((one) => one.id === id)?.ix === ix) continue;
    await post(callOf(dictionary, 'editfield'), { id, fieldName: 'ix', fieldValue: ix });
  }
  return true;
}

/** Puts an entry in use, or out of it. */
export const toggleEntry = (row: ResourceRow): Promise<void> =>
  post(callOf(dictionary, 'editfield'), {
    id: row.id,
    fieldName: 'state',
    fieldValue: row['state'] === '1' ? '0' : '1',
  });
