import * as z from 'zod';

/** The largest page a caller may ask for. */
const MAX_PAGE_SIZE = 1000;

export const filter = z.object({
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
