import * as z from 'zod';
import { addressOf, fieldsOf } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { dataTableSchema } from '#contract/envelope.ts';
import { badInput, keptByProduct, noSuchRow } from '#contract/error.ts';
import { id, idList, pageOf, paging, wordList, yesNo } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import type { Action } from '#contract/permission.ts';
import { defineRoute } from '../route.ts';
import type { Call, Route, RouteMethod } from '../route.ts';
import { dataTableParam as dataTable } from './dataTableParam.ts';
import { exportRows, importTemplate, MAX_EXPORT } from './excel.ts';
import { faultFile } from './importing/faultFile.ts';
import { importFile } from './importing/route.ts';
import { BY_ID, EVERY } from './order.ts';
import { conditionOf, conditionOfFields, orderOf, pageOfRows, parseOrderBy } from './query.ts';
import { findRow, withTitles } from './row.ts';
import { slotsOf } from './slots.ts';
import { addRow, deleteRow, editRow } from './write.ts';

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
const format = z.enum(['xlsx', 'csv']).default('xlsx');

/** The parameters of `searchall` and `searchpage` that name fields. */
function namedFields(params: z.output<typeof fieldsAndPaging>): Record<string, unknown> {
  const { pageNo: _n, current: _c, pageSize: _s, orderBy: _o, ...fields } = params;
  return fields;
}

/** Every call of one resource: the generic set of the specifications (K04) and what its slot adds. */
export function routesOf(resource: Resource): Route[] {
  const address = addressOf(resource);
  const { zh, en } = resource.label;

  function verb<S extends z.ZodType>(
    method: RouteMethod,
    name: string,
    action: Action,
    what: readonly [string, string],
    params: S,
    handler: (call: Call<z.output<S>>) => Promise<unknown>,
    more: Partial<Route> = {},
  ): Route {
    return defineRoute({
      method,
      path: `${address}/${name}`,
      summary: { zh: `${zh}：${what[0]}`, en: `${en}: ${what[1]}` },
      permission: funCodeOf(resource, action),
      params,
      row: resource,
      answerOf: `resource/${name}`,
      handler,
      ...more,
    } as Route<S>);
  }

  type Asked = Call<z.output<typeof fieldsAndPaging>>;
  const read = ({ trx, params, language }: Asked, size: { current: number; pageSize: number }) =>
    pageOfRows(
      trx,
      resource,
      conditionOfFields(resource, namedFields(params)),
      orderOf(resource, parseOrderBy(params.orderBy)),
      size,
      language,
    );
  const page = (call: Asked) => read(call, pageOf(call.params));
  const all = async (call: Asked) => (await read(call, { current: 1, pageSize: ALL })).list;
  const table = (call: Call<{ dataTable: z.output<typeof dataTableSchema> }>) =>
    pageOfRows(
      call.trx,
      resource,
      conditionOf(resource, call.params.dataTable),
      orderOf(resource, call.params.dataTable.sorter),
      call.params.dataTable,
      call.language,
    );
  const withTable = z.object({ dataTable });
  const one = z.object({ id: id() });
  const exporting = z.object({ dataTable, fieldName: wordList().default([]), format });

  const generic = [
    verb('POST', 'add', 'add', ['新建', 'add'], z.looseObject({}), (c) => addRow(c, resource, c.params), {
      adds: slotsOf(resource).adds ?? {},
    }),
    verb(
      'POST',
      'edit',
      'edit',
      ['编辑', 'edit'],
      z.looseObject({ id: id() }),
      (c) => editRow(c, resource, c.params.id, c.params),
      { keepEmpty: true },
    ),
    verb(
      'POST',
      'editfield',
      'edit',
      ['编辑单个字段', 'edit one field'],
      z.object({
        id: id(),
        fieldName: z.string(),
        fieldValue: z.unknown().optional(),
        remarks: z.string().max(255).default(''),
        expected: z.unknown().optional(),
        confirmed: z.unknown().optional(),
      }),
      ({ params, ...call }) => {
        const [name, field] =
          fieldsOf(resource).find(
            ([key, { alias }]) => key === params.fieldName || alias === params.fieldName,
          ) ?? [];
        if (name === undefined || !field || field.readOnly)
          throw badInput(
            { zh: '没有此字段或不可编辑', en: 'There is no such field, or it cannot be edited' },
            'fieldName',
          );
        return editRow(
          call,
          resource,
          params.id,
          {
            [name]: params.fieldValue ?? null,
            expected: params.expected,
            confirmed: params.confirmed,
          },
          params.remarks,
        );
      },
    ),
    verb(
      'POST',
      'del',
      'del',
      ['删除', 'delete'],
      z.object({ id: idList().optional(), ids: idList().optional() }),
      async (c) => {
        const ids = c.params.ids ?? c.params.id;
        if (!ids) throw badInput({ zh: 'id：必填', en: 'id: is required' }, 'id');
        for (const each of ids) await deleteRow(c, resource, each);
        return null;
      },
    ),
    verb('GET', 'get', 'view', ['查看', 'one row'], one, async (c) => {
      const row = await findRow(c.trx, resource, c.params.id);
      if (!row) throw noSuchRow();
      return (await withTitles(c.trx, resource, [row], c.language))[0];
    }),
    verb('GET', 'getall', 'view', ['全部', 'all rows'], fieldsAndPaging, all),
    verb('GET', 'getpage', 'view', ['分页', 'a page'], fieldsAndPaging, page),
    verb('GET', 'searchall', 'view', ['查询全部', 'all that fit'], fieldsAndPaging, all),
    verb('GET', 'searchpage', 'view', ['分页查询', 'a page of what fits'], fieldsAndPaging, page),
    verb('GET', 'getdatatable', 'view', ['表格', 'table'], withTable, table),
    verb('POST', 'getdatatable', 'view', ['表格', 'table'], withTable, table),
    verb('GET', 'searchdatatable', 'view', ['查询表格', 'table search'], withTable, table),
    verb('DOWNLOAD', 'exportdatatable', 'export', ['导出所见', 'export what is seen'], exporting, (c) =>
      exportRows(
        c.trx,
        resource,
        conditionOf(resource, c.params.dataTable),
        orderOf(resource, c.params.dataTable.sorter),
        {
          columns: c.params.fieldName,
          format: c.params.format,
          language: c.language,
        },
      ),
    ),
    verb('DOWNLOAD', 'exportall', 'export', ['导出全部', 'export all'], z.object({ format }), (c) =>
      exportRows(c.trx, resource, EVERY, BY_ID, {
        columns: [],
        format: c.params.format,
        language: c.language,
      }),
    ),
    verb('DOWNLOAD', 'importtemplate', 'import', ['导入模板', 'import template'], z.object({}), (c) =>
      importTemplate(resource, c.language, c.trx),
    ),
    verb(
      'UPLOAD',
      'importFile',
      'import',
      ['导入', 'import'],
      z.object({ orgId: id().optional(), dryRun: yesNo().default(false) }),
      (c) => importFile(c, resource),
    ),
    verb(
      'DOWNLOAD',
      'importfaults',
      'import',
      ['有误的行', 'faulty rows of an import'],
      z.object({ fileId: id() }),
      (c) => faultFile(c),
    ),
  ];
  const answered = generic.map((route) =>
    resource.readOnly && CHANGES.test(route.path) ? refusalOf(resource, route) : route,
  );
  const elsewhere = (resource.also ?? []).flatMap((area) =>
    answered.map((route) => ({
      ...route,
      path: route.path.replace(address, `/api/${area}/${resource.name}`),
    })),
  );
  return [...answered, ...elsewhere, ...(slotsOf(resource).routes ?? [])];
}

const CHANGES = /\/(add|edit|editfield|del|importFile|importtemplate|importfaults)$/;

/** The call that would change rows which the product alone writes; it says so to whoever may see them. */
const refusalOf = (resource: Resource, { why: _, ...route }: Route): Route => ({
  ...route,
  method: route.method === 'UPLOAD' ? 'POST' : route.method,
  permission: funCodeOf(resource, 'view'),
  params: z.looseObject({}),
  answerOf: 'resource/refusal',
  handler: (): Promise<never> => Promise.reject(keptByProduct(resource.label)),
});

// Lists without paging answer at most this many rows.
const ALL = MAX_EXPORT;
