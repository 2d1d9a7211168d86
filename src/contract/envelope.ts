import * as z from 'zod';

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

/** The largest page a caller may ask for. */
const MAX_PAGE_SIZE = 1000;

const filter = z.object({
  field: z.string(),
  op: z.enum(['eq', 'ne', 'contains', 'gt', 'ge', 'lt', 'le', 'in', 'empty', 'notEmpty']),
  value: z
    .union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.union([z.string(), z.number()]))])
    .optional(),
});

/** The `dataTable` parameter: what a table with a filter row asks for. */
export const dataTableSchema = z.object({
  current: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(10),
  sorter: z.object({ field: z.string(), order: z.enum(['ascend', 'descend']) }).nullish(),
  filters: z.array(filter).max(50).default([]),
  search: z.string().max(200).default(''),
});

export type DataTable = z.output<typeof dataTableSchema>;
export type Filter = z.output<typeof filter>;
