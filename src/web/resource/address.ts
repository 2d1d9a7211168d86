import { dataTableSchema } from '#contract/dataTable.ts';
import { RESOURCE_PAGE_SIZES, type DataTable, type Filter } from '#contract/envelope.ts';
import type { RawAddress } from '#web/address.ts';

/** What of a list is kept in the address. */
export interface TableAddress {
  readonly page: number;
  /** Undefined: the size that the person chose last. */
  readonly size: number | undefined;
  readonly sort: DataTable['sorter'];
  /** Words to search for. */
  readonly q: string;
  /** Filters of columns. */
  readonly f: readonly Filter[];
  /** Undefined: the view that the person chose last. */
  readonly view: 'list' | 'tree' | undefined;
  /** The row whose detail is open. */
  readonly row: number | null;
}

/** Reads an address of any origin; what cannot be read is left out. */
export function readTableAddress(raw: RawAddress): TableAddress {
  const page = Number(raw['page']);
  const size = Number(raw['size']);
  const row = Number(raw['row']);
  const sort = typeof raw['sort'] === 'string' ? raw['sort'] : '';
  const filters = dataTableSchema.shape.filters.safeParse(decodeFilters(raw['f']));
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: (RESOURCE_PAGE_SIZES as readonly number[]).includes(size) ? size : undefined,
    sort: sort ? { field: sort.replace(/^-/, ''), order: sort.startsWith('-') ? 'descend' : 'ascend' } : null,
    q: raw['q'] === undefined ? '' : String(raw['q']).slice(0, 200),
    f: filters.success ? filters.data : [],
    view: raw['view'] === 'tree' || raw['view'] === 'list' ? raw['view'] : undefined,
    row: Number.isInteger(row) && row > 0 ? row : null,
  };
}

function decodeFilters(raw: unknown): unknown {
  if (!Array.isArray(raw)) return [];
  return raw.map((one: unknown) =>
    Array.isArray(one) ? { field: one[0], op: one[1], ...(one.length > 2 ? { value: one[2] } : {}) } : one,
  );
}

/** The filters as the address holds them. */
export const encodeFilters = (filters: readonly Filter[]): unknown[] | undefined =>
  filters.length
    ? filters.map(({ field, op, value }) => (value === undefined ? [field, op] : [field, op, value]))
    : undefined;

/** The sorter as the address holds it: `ammeterCode`, `-ammeterCode`. */
export const encodeSorter = (sorter: DataTable['sorter']): string | undefined =>
  sorter ? `${sorter.order === 'descend' ? '-' : ''}${sorter.field}` : undefined;

/** The order after a click on a column's head: up, down, none. */
export function nextSorter(sorter: DataTable['sorter'], field: string): DataTable['sorter'] {
  if (sorter?.field !== field) return { field, order: 'ascend' };
  return sorter.order === 'ascend' ? { field, order: 'descend' } : null;
}
