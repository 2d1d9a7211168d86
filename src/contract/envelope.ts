import type * as z from 'zod';
import type { dataTableSchema, filter } from './dataTable.ts';

/** The reply of every call (specification 1 section 7): 200 = success. */
export interface Envelope<T> {
  readonly code: number;
  readonly message: string;
  readonly data: T;
  /** On a failure: the parameter it is about. */
  readonly field?: string;
}

/** Where a page stands in its list. */
export interface Pagination {
  readonly total: number;
  readonly current: number;
  readonly pageSize: number;
}

/** One page of a list. */
export interface Page<T> {
  readonly list: readonly T[];
  readonly pagination: Pagination;
}

/** Page sizes offered by tables, the first until a person says otherwise (specification 3 section 9). */
export const PAGE_SIZES = [10, 20, 30, 40, 50, 100] as const;

/** Those of the lists of resources (specification 2 section 9). */
export const RESOURCE_PAGE_SIZES = [10, 15, 25, 50, 100] as const;

/** How many rows a table begins with. */
export const PAGE_SIZE: number = PAGE_SIZES[0];

export type DataTable = z.output<typeof dataTableSchema>;
export type Filter = z.output<typeof filter>;
