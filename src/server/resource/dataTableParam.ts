import * as z from 'zod';
import { dataTableSchema } from '#contract/dataTable.ts';
import { badInput } from '#contract/error.ts';
import { readJson } from '#contract/json.ts';

/** The parameter `dataTable`: as an object, or as the JSON text of one; without it the first page. */
export const dataTableParam = z
  .preprocess((raw) => (typeof raw === 'string' ? parseJson(raw) : (raw ?? {})), dataTableSchema)
  .default({ current: 1, pageSize: 10, filters: [], search: '' });

/** The newest rows, as examples ask for them. */
export const SHOWN_TABLE = {
  current: 1,
  pageSize: 20,
  sorter: { field: 'id', order: 'descend' },
  filters: [],
  search: '',
} as const;

function parseJson(text: string): unknown {
  const value = readJson(text);
  if (value === undefined)
    throw badInput({ zh: 'dataTable 不是有效的 JSON', en: 'dataTable is not valid JSON' }, 'dataTable');
  return value;
}
