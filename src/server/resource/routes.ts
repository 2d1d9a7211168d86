import * as z from 'zod';
import { addressOf, furtherAddressesOf } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { keptByProduct } from '#contract/error.ts';
import { funCodeOf } from '#contract/permission.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { slotsOf } from './slots.ts';
import { add } from './verb/add.ts';
import { del } from './verb/del.ts';
import { edit, editField } from './verb/edit.ts';
import { get } from './verb/get.ts';
import { all, page } from './verb/list.ts';
import { exportAll, exportTable, faults, importing, template } from './verb/sheet.ts';
import { table } from './verb/table.ts';
import { verb } from './verb/verb.ts';
import type { Verb } from './verb/verb.ts';

/** The calls that every resource has (K04): method, name, permission, what it is called, what it does. */
const VERBS: readonly Verb[] = [
  verb('POST', 'add', 'add', ['新建', 'add'], add),
  verb('POST', 'edit', 'edit', ['编辑', 'edit'], edit),
  verb('POST', 'editfield', 'edit', ['编辑单个字段', 'edit one field'], editField),
  verb('POST', 'del', 'del', ['删除', 'delete'], del),
  verb('GET', 'get', 'view', ['查看', 'one row'], get),
  verb('GET', 'getall', 'view', ['全部', 'all rows'], all),
  verb('GET', 'getpage', 'view', ['分页', 'a page'], page),
  verb('GET', 'searchall', 'view', ['查询全部', 'all that fit'], all),
  verb('GET', 'searchpage', 'view', ['分页查询', 'a page of what fits'], page),
  verb('GET', 'getdatatable', 'view', ['表格', 'table'], table),
  verb('POST', 'getdatatable', 'view', ['表格', 'table'], table),
  verb('GET', 'searchdatatable', 'view', ['查询表格', 'table search'], table),
  verb('DOWNLOAD', 'exportdatatable', 'export', ['导出所见', 'export what is seen'], exportTable),
  verb('DOWNLOAD', 'exportall', 'export', ['导出全部', 'export all'], exportAll),
  verb('DOWNLOAD', 'importtemplate', 'import', ['导入模板', 'import template'], template),
  verb('UPLOAD', 'importFile', 'import', ['导入', 'import'], importing),
  verb('DOWNLOAD', 'importfaults', 'import', ['有误的行', 'faulty rows of an import'], faults),
];

/** Every call of one resource: the generic ones, also where it is known by a further address, and those of its slot. */
export function routesOf(resource: Resource): Route[] {
  const address = addressOf(resource);
  const generic = VERBS.map((one) =>
    resource.readOnly && changes(one) ? refusalOf(resource, one) : routeOf(resource, one),
  );
  const elsewhere = furtherAddressesOf(resource).flatMap((further) =>
    generic.map((route) => ({ ...route, path: route.path.replace(address, further) })),
  );
  return [...generic, ...elsewhere, ...(slotsOf(resource).routes ?? [])];
}

/** The call of one resource that a line of the table stands for. */
function routeOf(resource: Resource, one: Verb): Route {
  const { zh, en } = resource.label;
  const { method, name, action, what, params, keepEmpty, adds, example, exampleFile } = one;
  return defineRoute({
    method,
    path: `${addressOf(resource)}/${name}`,
    summary: { zh: `${zh}：${what.zh}`, en: `${en}: ${what.en}` },
    permission: funCodeOf(resource, action),
    params,
    row: resource,
    answerOf: `resource/${name}`,
    toldBy: one.handler,
    handler: (call) => one.handler(call, resource),
    ...(keepEmpty ? { keepEmpty } : {}),
    ...(example ? { example: example(resource) } : {}),
    ...(exampleFile ? { exampleFile: exampleFile(resource) } : {}),
    ...(adds ? { adds: adds(resource) } : {}),
  });
}

const changes = ({ action }: Verb): boolean => action !== 'view' && action !== 'export';

/** The call that would change rows which the product alone writes; it says so to whoever may see them. */
function refusalOf(resource: Resource, one: Verb): Route {
  const { toldBy: _t, why: _w, row: _r, example: _e, ...route } = routeOf(resource, one);
  return {
    ...route,
    method: route.method === 'UPLOAD' ? 'POST' : route.method,
    permission: funCodeOf(resource, 'view'),
    params: z.looseObject({}),
    answerOf: 'resource/refusal',
    handler: (): Promise<never> => Promise.reject(keptByProduct(resource.label)),
  };
}
