import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf, furtherAddressesOf } from '#contract/define.ts';
import type { Page } from '#contract/envelope.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { resources } from '#resource/index.ts';
import { foldDirty } from '#feature/meters/reading/server/public.ts';
import { aimedAt, ask, named } from '#test/aim.ts';
import { add } from '#test/build.ts';
import { placeRows } from '#test/build/placeRow.ts';
import { storeYear } from '#test/build/year.ts';
import { type Document, judgeOf } from '#test/openApi.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { type WholeEnterprise, buildWholeEnterprise, sampleRow } from '#test/build/whole.ts';
import { allRoutes } from '../app.ts';
import type { Route } from '../route.ts';

let product: Product;
let document: Document;
let judge: ReturnType<typeof judgeOf>;
let full: WholeEnterprise;
let bare: WholeEnterprise;
const rows = new Map<string, number>();
/** A template that a person keeps of a diagram. */
let templateId: number;

beforeAll(async () => {
  product = await startProduct();
  document = (await product.app.inject({ url: '/openapi.json' })).json<Document>();
  judge = judgeOf(document);
  full = await buildWholeEnterprise(product);
  bare = await buildWholeEnterprise(product);
  const operator = await product.operator();
  const scoped = resources.filter((one) => one.scope !== null && !one.readOnly);
  for (const resource of scoped)
    rows.set(addressOf(resource), await add(operator, resource.name, sampleRow(resource, full)));
  for (const insert of Object.values(placeRows))
    await insert(product, { ...full, within: [full.siteId], mark: 'Mark' }).catch((error: unknown) => {
      if (!/duplicate key/.test(String(error))) throw error;
    });
  const drawn = { id: 'm', type: 'symbol', layer: 'device', symbol: 'motor', x: 0, y: 0 };
  const kept = {
    id: rows.get('/api/archive/monitorDiagram'),
    base: 0,
    templateName: 'Pump',
    elements: [drawn],
  };
  ({ templateId } = ok(
    await operator.post<{ templateId: number }>('/api/archive/monitorDiagram/saveTemplate', kept),
  ));
  const { db } = product.database;
  const hours = 60 * 24;
  await storeYear(db, [full.ammeterId], Math.floor(Date.now() / HOUR_MS) * HOUR_MS - hours * HOUR_MS, hours);
  while (await foldDirty(db));
  // What all share and what the product writes has rows from the start, or gets one that changes no list of codes before.
  for (const resource of resources.filter((one) => !scoped.includes(one))) {
    const page = ok(
      await operator.get<Page<{ id: number }>>(`${addressOf(resource)}/getpage`, { pageSize: 1 }),
    );
    const id = page.list[0]?.id ?? (await add(operator, resource.name, sampleRow(resource, full)));
    for (const address of [addressOf(resource), ...furtherAddressesOf(resource)]) rows.set(address, id);
  }
});
afterAll(() => product.close());

/** Parameters that no name tells. */
const paramsOf = (route: Route, target: WholeEnterprise): Record<string, unknown> => ({
  ...aimedAt(route, target, rows),
  ...(/monitorObject\/get(Extend|BaseInfo)$|getObjectDetails$|objDetails$/.test(route.path)
    ? { orgId: target.archive['monitorObject'] }
    : {}),
  ...(/getAllByMonitorObjectType$|getGraphEntityExtendInfo$/.test(route.path)
    ? { monitorObjectTypeId: target.archive['monitorObjectType'] }
    : {}),
  ...(route.path.endsWith('/getMonitorObject') ? { id: target.archive['monitorObject'] } : {}),
  ...(route.path.endsWith('/getTemplate') ? { templateId } : {}),
  ...(route.path.endsWith('/getListByDataItem') ? { dataItemId: 1 } : {}),
  ...(route.path.endsWith('/getConvertRation') ? { date: '2026-01-15' } : {}),
  ...(route.path.endsWith('/uploadDetail/getList')
    ? { recordId: rows.get('/api/yunshui/uploadRecord') }
    : {}),
});

/** Calls about what only happens over time: a task that ran, a command that was answered, a bill that was issued, a batch that runs, an
 * export. */
const LATER = [
  'GET /api/task/get',
  'GET /api/sdata/importData/getRecordList',
  'GET /api/monitoring/overview/getReadings',
  'GET /api/sys/operLog/searchByDataTable',
  'GET /api/hxyUser/userNews/get',
  'GET /api/sdata/correction/getState',
  'GET /api/sdata/correction/getCurve',
  'GET /api/sdata/correction/getValues',
  'GET /api/price/bill/get',
  'GET /api/price/bill/getPaper',
  'GET /api/price/bill/replay',
  'GET /api/sys/mqtt/getGatewayCommand',
  'GET /api/alarm/record/getBuckets',
  'GET /api/alarm/record/getReason',
  'GET /api/event/alarm/getReplay',
  'GET /api/event/alarm/getReplayCurve',
  'GET /api/yunshui/uploadRecord/dataUpdateProcess',
  'GET /api/yunshui/uploadRecord/dataUpdateStop',
  'GET /api/hunan/uploadRecord/dataUpdateProcess',
  'GET /api/hunan/uploadRecord/dataUpdateStop',
  'GET /api/sys/readingExport/getFileList',
];

/** The codes that the document lists of a call. */
const toldOf = (route: Route): readonly number[] =>
  (document.paths[route.path]?.[/GET|DOWNLOAD/.test(route.method) ? 'get' : 'post']?.['x-fault-codes'] ??
    []) as readonly number[];

const reads = allRoutes.filter(({ method }) => method === 'GET');

/** Asks every call that reads; says which answered, and what of it the document does not tell. */
async function walk(
  client: Client,
  target: WholeEnterprise,
): Promise<{ answered: Set<string>; lies: string[] }> {
  const answered = new Set<string>();
  const lies: string[] = [];
  for (const route of reads) {
    const reply = await client.get(route.path, paramsOf(route, target));
    if (reply.code !== 200) {
      if (!toldOf(route).includes(reply.code)) lies.push(`${route.path} answers ${reply.code}`);
      continue;
    }
    answered.add(named(route));
    lies.push(...judge('get', route.path, reply).map((line) => `${route.path} ${line}`));
  }
  return { answered, lies };
}

it.each(['en', 'zh'] as const)(
  'every call that reads answers what the document says, in %s',
  async (language) => {
    const operator = (await product.operator()).in(language);
    const { answered, lies } = await walk(operator, full);
    expect(lies).toEqual([]);
    expect(reads.map(named).filter((name) => !answered.has(name) && !LATER.includes(name))).toEqual([]);
  },
);

it('also of an enterprise without a reading, to one of its own people', async () => {
  const { lies } = await walk(bare.client, bare);
  expect(lies).toEqual([]);
});

/** Calls that change nothing, whatever method they have; files are their parameters again. */
const harmless = (route: Route): boolean =>
  route.method === 'GET'
    ? route.writes !== true
    : route.method === 'POST' &&
      /(^|\.)view$/.test(route.permission ?? '') &&
      route.answerOf !== 'resource/refusal';

/** Examples that name what the demonstration has by another way than an id of a row. */
const OF_THE_DEMONSTRATION: Readonly<Record<string, string>> = {
  '/api/archive/iRemoteControl/prove': 'the own password',
  '/api/price/bill/get': 'an account of the supplier',
  '/api/price/bill/getPaper': 'an account of the supplier',
  '/api/price/bill/replay': 'an account of the supplier',
  '/api/sdata/monitoring/operation': 'two meters',
};

it('every example of a call that reads is understood as it stands: it is answered, or there is no such row here', async () => {
  const operator = await product.operator();
  const counts: Record<number, number> = {};
  const wrong: string[] = [];
  for (const route of allRoutes.filter(harmless)) {
    const { code, body } = await ask(operator, route, route.example);
    counts[code] = (counts[code] ?? 0) + 1;
    const may = Object.hasOwn(OF_THE_DEMONSTRATION, route.path) ? [200, 400, 404] : [200, 404];
    if (!may.includes(code) || (code !== 200 && !toldOf(route).includes(code)))
      wrong.push(`${named(route)} ${body.slice(0, 200)}`);
  }
  expect(wrong).toEqual([]);
  expect(counts[200]).toBeGreaterThan((counts[404] ?? 0) * 3);
});

it('every row that is added, edited and listed is as the document says', async () => {
  const operator = await product.operator();
  const lies: string[] = [];
  for (const resource of resources.filter((one) => !one.readOnly)) {
    const at = addressOf(resource);
    const post = async (verb: string, params: object) => {
      const reply = await operator.post<{ id: number }>(`${at}/${verb}`, params as Record<string, unknown>);
      if (reply.code === 200)
        lies.push(...judge('post', `${at}/${verb}`, reply).map((line) => `${at}/${verb} ${line}`));
      return reply;
    };
    const added = await post('add', sampleRow(resource, full));
    const id = added.code === 200 ? added.data.id : rows.get(at);
    const { data: row } = await operator.get<object>(`${at}/get`, { id });
    await post('edit', { ...row, id });
    await post('editfield', { id, fieldName: 'remark', fieldValue: 'again' });
    await post('getdatatable', { dataTable: { pageSize: 20 } });
    if (added.code === 200) await post('del', { id });
  }
  expect(lies).toEqual([]);
});
