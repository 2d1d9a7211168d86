import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import { openIngest, takeTelemetry } from '#feature/meters/ingest/server/public.ts';
import { foldDirty, rawReadings, storeReadings } from '#feature/meters/reading/server/public.ts';
import { sealMonth } from '#series/public.ts';
import { add, buildEnterprise, type Enterprise, PASSWORD } from '#test/build.ts';
import { usageText } from '#test/build/meter.ts';
import { OPERATOR_PASSWORD } from '#test/config.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { runToEnd } from '#test/runTasks.ts';
import type { ExportedFile, ReadingExports, RemovalResult } from '../contract.ts';

let product: Product;
let operator: Client;
let works: Enterprise;
let second = 0;
let entry = 0;
const START = Date.UTC(2024, 0, 1);
const CLOSED = Date.UTC(2024, 3, 1);
const at = (name: string) => `/api/sys/readingExport/${name}`;
const proof = { password: OPERATOR_PASSWORD };

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  works = await buildEnterprise(product);
  const { consumerId, siteId, client } = works;
  second = await add(operator, 'ammeter', { ammeterName: 'Oven, "2"', ammeterCode: 'OVEN-2', consumerId, siteId }); // prettier-ignore
  const batch = new BatchBuilder();
  for (const meterId of [works.ammeterId, second])
    for (let h = 0; h < 24 * 130; h++) {
      batch.row(meterId, START + h * HOUR_MS);
      batch.set(codeIndex('PP'), meterId + h / 4);
      if (h % 7 === 0) batch.set(codeIndex('UA'), 230 + (h % 11) / 10);
    }
  await storeReadings(product.services.system, batch.batch());
  const row = { consumerId, ammeterId: works.ammeterId, dataCode: 'PP', time: '2024-02-03T00:20:00+08:00', value: '1210' }; // prettier-ignore
  entry = ok(await client.post<{ importDataId: number }>('/api/sdata/importData/insert', row)).importDataId;
  await foldDirty(product.services.system);
  expect(await sealMonth(product.services.pool, second, '2024-01-01', null)).toBe('sealed');
});
afterAll(() => product.close());

const meters = () => [works.ammeterId, second];
const raw = async () =>
  Promise.all(meters().map((id) => rawReadings(product.services.system, id, START - DAY_MS, START + 200 * DAY_MS))); // prettier-ignore
const figures = () => Promise.all(meters().map((id) => usageText(product.services.system, id)));
const list = async (): Promise<ReadingExports> =>
  ok(await operator.get<ReadingExports>(at('getList'), { consumerId: works.consumerId }));
const files = async (id: number): Promise<readonly ExportedFile[]> =>
  ok(await operator.get<{ list: ExportedFile[] }>(at('getFileList'), { id })).list;
async function exported(before = '2024-03'): Promise<number> {
  const { id, taskId } = ok(await operator.post<{ id: number; taskId: number }>(at('add'), { consumerId: works.consumerId, before })); // prettier-ignore
  expect((await runToEnd(product, taskId)).state).toBe('done');
  return id;
}
async function run<R>(name: string, id: number) {
  const { taskId } = ok(await operator.post<{ taskId: number }>(at(name), { id, ...proof }));
  return runToEnd<R>(product, taskId);
}

it('nobody else may: another enterprise, its own people without the right, a wrong password, the last months', async () => {
  const { consumerId } = works;
  const stranger = await buildEnterprise(product);
  for (const client of [stranger.client, works.client]) {
    expect(await client.get(at('getList'), { consumerId })).toMatchObject({ code: 403 });
    expect(await client.post(at('add'), { consumerId, before: '2024-03' })).toMatchObject({ code: 403 });
    expect(await client.post(at('remove'), { id: 1, password: PASSWORD })).toMatchObject({ code: 403 });
  }
  const soon = new Date().toISOString().slice(0, 7);
  expect(await operator.post(at('add'), { consumerId, before: soon })).toMatchObject({ code: 400, field: 'before' }); // prettier-ignore
  expect(await operator.post(at('add'), { consumerId, before: '2024-13' })).toMatchObject({ code: 400, field: 'before' }); // prettier-ignore
  expect(await operator.get(at('getList'), { consumerId: 999_999 })).toMatchObject({ code: 404 });
  const id = await exported('2024-02');
  expect(await operator.post(at('remove'), { id, password: 'wrong' })).toMatchObject({ code: 400, field: 'password' }); // prettier-ignore
  expect((await list()).list[0]).toMatchObject({ state: 'ready', goneMeters: 0, meters: 2 });
});

it('readings go to files that any tool reads, are taken out, and come back to the bit', async () => {
  const [rawThen, then] = [await raw(), await figures()];
  ok(await operator.post(at('editKeep'), { consumerId: works.consumerId, keepYears: 2 }));
  const id = await exported();
  const all = await files(id);
  expect(all.map(({ month }) => month)).toEqual(['2024-01-01', '2024-02-01']);
  const lines = gunzipSync(await readFile(product.services.files.pathOf(all[0]?.sha256 ?? ''))).toString().split('\n'); // prettier-ignore
  expect(lines[0]).toBe('\uFEFFmeter_id,meter_code,time,source,PP,UA,extra');
  expect(lines[2 + 31 * 24]).toBe(`${second},OVEN-2,2024-01-01T01:00:00.000Z,0,${second + 0.25},,`);
  const removal = await run<RemovalResult>('remove', id);
  expect(removal).toMatchObject({ state: 'done', result: { meters: 2, stays: [] } });
  expect(removal.result.freedBytes).toBeGreaterThan(10_000);
  expect((await list()).list[0]).toMatchObject({ state: 'removed', goneMeters: 2, freedBytes: removal.result.freedBytes }); // prettier-ignore
  expect(await figures()).toEqual(then);
  expect((await raw()).every((rows, i) => rows.length < (rawThen[i]?.length ?? 0) - 1300)).toBe(true);

  const { consumerId, ammeterId, client } = works;
  const late = { consumerId, ammeterId, dataCode: 'PP', time: '2024-02-05T00:00:00+08:00', value: '1200' };
  expect(await client.post('/api/sdata/importData/insert', late)).toMatchObject({ code: 400, field: 'time' });
  expect(await client.post('/api/sdata/importData/del', { id: entry })).toMatchObject({ code: 409 });
  const again = { ammeterId, fromDt: '2024-01-03', toDt: '2024-01-05' };
  expect(await client.post('/api/archive/ammeter/editRecalculation', again)).toMatchObject({ code: 409 });
  expect(ok(await client.get('/api/archive/ammeter/getRecalculation', { ...again, toDt: '2024-04-09' }))).toMatchObject({ from: CLOSED, closedBefore: CLOSED }); // prettier-ignore
  expect(await operator.post('/api/archive/monitorSite/edit', { id: works.siteId, timeZone: 'Europe/Berlin' })).toMatchObject({ code: 409 }); // prettier-ignore
  const rate = ok(await client.get<{ list: unknown[] }>('/api/communication/collectionRate/getlist', { consumerId, ammeterId, begin: '2024-02-02', end: '2024-02-02' })); // prettier-ignore
  expect(JSON.stringify(rate)).not.toContain('"rate":0,');
  expect(await figures()).toEqual(then);

  expect(await operator.post(at('bringBack'), { id, password: 'x' })).toMatchObject({ code: 400 });
  expect(await run('bringBack', id)).toMatchObject({ state: 'done', result: { months: 4 } });
  await foldDirty(product.services.system);
  expect(await raw()).toEqual(rawThen);
  expect(await figures()).toEqual(then);
  expect((await list()).list[0]).toMatchObject({ state: 'back', goneMeters: 0 });
  expect(await operator.post(at('bringBack'), { id, ...proof })).toMatchObject({ code: 409 });
  ok(await client.post('/api/sdata/importData/insert', late));
  await foldDirty(product.services.system);
  expect(await run<RemovalResult>('remove', id)).toMatchObject({
    result: { meters: 1, stays: [{ ammeterId, why: expect.stringContaining('export again') as string }] },
  });
  const { rows: log } = await sql<{ action: string }>`select action from oper_log
    where resource = 'readingExport' and row_id = ${id} order by id`.execute(product.database.db);
  expect(log.map(({ action }) => action)).toEqual(['add', 'del', 'edit', 'del']);
});

it('copies that were deleted come back by their content alone, and a damaged one takes nothing out', async () => {
  const id = await exported();
  const [first] = await files(id);
  const path = product.services.files.pathOf(first?.sha256 ?? '');
  const content = await readFile(path);
  const there = await raw();
  const spoiled = Buffer.from(content);
  spoiled[content.length >> 1] = (spoiled[content.length >> 1] ?? 0) ^ 1;
  for (const bad of [content.subarray(0, content.length - 20), spoiled, Buffer.from('no file of ours')]) {
    await writeFile(path, bad);
    expect((await run('remove', id)).state).toBe('failed');
  }
  expect(await raw()).toEqual(there);
  await writeFile(path, content);
  expect(await run('remove', id)).toMatchObject({ state: 'done' });
  ok(await operator.post(at('dropFiles'), { id, ...proof }));
  expect(existsSync(path)).toBe(false);
  expect((await operator.get(at('download'), { id: first?.id ?? 0 })).code).toBe(404);
  expect((await run('bringBack', id)).state).toBe('failed');
  const wrong = { name: 'readings.csv.gz', content: Buffer.concat([content, Buffer.from('x')]) };
  expect(await operator.upload(at('upload'), { id }, wrong)).toMatchObject({ code: 400 });
  expect(ok(await operator.upload(at('upload'), { id }, { name: 'my.csv.gz', content }))).toMatchObject({ missing: (await files(id)).length - 1 }); // prettier-ignore
});

it('what a gateway brings late of a closed time is kept apart, and changes no figure', async () => {
  const then = await figures();
  const { services } = product;
  const ingest = openIngest({ system: services.system, log: services.log });
  const { rows } = await sql<{ code: string }>`select ammeter_code as code from ammeter where id = ${works.ammeterId}`.execute(product.database.db); // prettier-ignore
  const { rows: closed } = await sql`select from meter_fold where meter_id = ${works.ammeterId} and closed_ts is not null`.execute(product.database.db); // prettier-ignore
  expect(closed).toHaveLength(1);
  const gateway = await ingest.gateways.byId(works.gatewayId);
  const taken = await takeTelemetry(ingest, gateway as never, { [rows[0]?.code ?? '']: [{ ts: START + 40 * DAY_MS, values: { PP: 9999 } }] }, 'http', Date.now()); // prettier-ignore
  expect(taken).toMatchObject({ accepted: 0, quarantined: 1, rejected: [{ reason: 'closed' }] });
  await ingest.close();
  await foldDirty(services.system);
  expect(await figures()).toEqual(then);
});
