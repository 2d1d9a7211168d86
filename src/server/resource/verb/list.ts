import * as z from 'zod';
import type { Resource } from '#contract/define.ts';
import { pageOf, paging } from '#contract/param.ts';
import type { Call } from '../../route.ts';
import { MAX_EXPORT, tooManyRows } from '../excel.ts';
import { conditionOfFields, orderOf, pageOfRows, parseOrderBy } from '../query.ts';
import { defineVerb } from './verb.ts';

const fieldsAndPaging = z.looseObject({
  ...paging,
  orderBy: z
    .string()
    .max(100)
    .optional()
    .describe('a field; from the last to the first with `-` before it, or ` desc` behind it'),
  search: z
    .string()
    .max(200)
    .optional()
    .describe('words that a text field holds, or the pinyin initials of its name'),
});
type Params = z.output<typeof fieldsAndPaging>;

/** The parameters that name fields. */
function namedFields(params: Params): Record<string, unknown> {
  const { pageNo: _n, current: _c, pageSize: _s, orderBy: _o, ...fields } = params;
  return fields;
}

const read = (
  { trx, params, language }: Call<Params>,
  resource: Resource,
  size: { current: number; pageSize: number },
) =>
  pageOfRows(
    trx,
    resource,
    conditionOfFields(resource, namedFields(params)),
    orderOf(resource, parseOrderBy(params.orderBy)),
    size,
    language,
  );

export const all = defineVerb({
  params: fieldsAndPaging,
  example: () => ({ orderBy: '-id' }),
  handler: async (call, resource) => {
    const { list, pagination } = await read(call, resource, { current: 1, pageSize: MAX_EXPORT });
    if (pagination.total > MAX_EXPORT) throw tooManyRows();
    return list;
  },
});

export const page = defineVerb({
  params: fieldsAndPaging,
  example: () => ({ pageNo: 1, pageSize: 20, orderBy: '-id' }),
  handler: (call, resource) => read(call, resource, pageOf(call.params)),
});
