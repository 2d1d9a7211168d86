import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import type { Envelope, Page } from '#contract/envelope.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { foldDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import { buildEnterprise, type Enterprise } from '#test/build.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { ok, startProduct, type Product } from '#test/product.ts';

const ROTATE = '/api/archive/grafanaAccount/rotateReadToken';
const FROM = Date.parse('2026-10-05T00:00:00+08:00');
const span = { fromDt: new Date(FROM).toISOString(), toDt: new Date(FROM + 4 * HOUR_MS).toISOString() };

let product: Product;
let address: string;
let sites: TwoSites;
let other: Enterprise;
let whole: string;
let ofSecond: string;

const rotate = async (params: object): Promise<string> =>
  ok(await (await product.operator()).post<{ token: string }>(ROTATE, { ...params })).token;

async function record(consumerId: number, siteId: number, name: string, active: boolean): Promise<void> {
  await sql`insert into alarm_record (record_name, consumer_id, site_id, alarm_type, alarm_level, alarm_status, process,
      raised_at, cleared_at, raise_count, origin, peak_value)
    values (${name}, ${consumerId}, ${siteId}, '1', '2', ${active ? '1' : '0'}, '0', ${new Date(FROM)},
      ${active ? null : new Date(FROM + HOUR_MS)}, 1, 'live', 101.5)`.execute(product.database.db);
}

beforeAll(async () => {
  product = await startProduct();
  address = await product.app.listen({ port: 0, host: '127.0.0.1' });
  sites = await buildTwoSites(product);
  other = await buildEnterprise(product);
  const { db } = product.database;
  const batch = new BatchBuilder();
  for (const { ammeterId } of [sites.first, sites.second, other])
    for (let i = 0; i <= 16; i++) {
      batch.row(ammeterId, FROM + i * QUARTER_MS);
      batch.set(codeIndex('PP'), i * 10);
      batch.set(codeIndex('PZ'), 40);
    }
  await storeReadings(db, batch.batch());
  while (await foldDirty(db));
  const { consumerId } = sites.first;
  await record(consumerId, sites.first.siteId, 'At the first', true);
  await record(consumerId, sites.second.siteId, 'At the second', false);
  await record(other.consumerId, other.siteId, 'Elsewhere', true);
  whole = await rotate({ enterpriseId: consumerId });
  ofSecond = await rotate({ enterpriseId: consumerId, siteId: sites.second.siteId });
});
afterAll(() => product.close());

type Row = Readonly<Record<string, unknown>>;
type Answer = Envelope<Page<Row>> & { readonly status: number };

async function ask(
  path: string,
  params: Record<string, string | number> = {},
  token = whole,
): Promise<Answer> {
  const query = new URLSearchParams(
    Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)])),
  );
  const reply = await fetch(`${address}/api/grafana/${path}?${query.toString()}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { ...((await reply.json()) as Envelope<Page<Row>>), status: reply.status };
}

describe('the reading door of Grafana', () => {
  it('tells figures a row a meter, bucket and code, paged by meter', async () => {
    const { data } = await ask('figures', { ...span, dataCodes: 'PP,PZ', interval: 201 });
    expect(data.pagination).toMatchObject({ total: 2 });
    expect(data.list).toHaveLength(2 * 4 * 2);
    expect(data.list[0]).toEqual({
      time: new Date(FROM).toISOString(),
      meterId: sites.first.ammeterId,
      meterCode: expect.any(String) as unknown,
      meterName: 'Incomer',
      code: 'PP',
      value: 40,
      unit: 'kWh',
      coveredSeconds: 3600,
    });
    expect(data.list[1]).toMatchObject({ code: 'PZ', value: 40, unit: 'kW' });
    const second = await ask('figures', { ...span, pageSize: 1, current: 2 });
    expect(new Set(second.data.list.map((one) => one['meterId']))).toEqual(new Set([sites.second.ammeterId]));
  });

  it('tells the readings of a meter as received, paged', async () => {
    const params = { ...span, ammeterId: sites.first.ammeterId, dataCodes: 'PP,PZ', pageSize: 10 };
    const { data } = await ask('readings', params);
    expect(data).toMatchObject({ pagination: { total: 16 } });
    expect(data.list).toHaveLength(10);
    expect((await ask('readings', { ...params, current: 2 })).data.list[0]).toEqual({
      time: new Date(FROM + 10 * QUARTER_MS).toISOString(),
      PP: 100,
      PZ: 40,
    });
  });

  it('tells alarms, the open ones or of a time', async () => {
    const names = async (params: Record<string, string>) =>
      (await ask('alarms', params)).data.list.map((one) => one['name']);
    expect((await names({})).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      'At the first',
      'At the second',
    ]);
    expect(await names({ active: '1' })).toEqual(['At the first']);
    // What later data withdrew is no alarm.
    const { db } = product.database;
    await sql`update alarm_record set revision = 'withdrawn' where record_name = 'At the first'`.execute(db);
    expect(await names({})).toEqual(['At the second']);
    await sql`update alarm_record set revision = null where record_name = 'At the first'`.execute(db);
    expect(await names({ fromDt: span.toDt })).toEqual([]);
    expect(await names({ levels: '1,3' })).toEqual([]);
  });

  it('never leaves the scope of its token', async () => {
    const figures = await ask('figures', span, ofSecond);
    expect(new Set(figures.data.list.map((one) => one['meterId']))).toEqual(
      new Set([sites.second.ammeterId]),
    );
    const named = { ...span, ammeterIds: `${sites.first.ammeterId},${other.ammeterId}` };
    expect((await ask('figures', named, ofSecond)).data).toMatchObject({
      list: [],
      pagination: { total: 0 },
    });
    const foreign = { ...span, ammeterId: sites.first.ammeterId };
    expect(await ask('readings', foreign, ofSecond)).toMatchObject({ status: 404, data: null });
    expect(await ask('readings', { ...span, ammeterId: other.ammeterId })).toMatchObject({ status: 404 });
    expect((await ask('alarms', {}, ofSecond)).data.list.map((one) => one['name'])).toEqual([
      'At the second',
    ]);
  });

  it.each([
    ['figures', {}, 'fromDt'],
    ['figures', { ...span, dataCodes: 'XX' }, 'dataCodes'],
    ['figures', { ...span, interval: 100 }, 'interval'],
    ['figures', { fromDt: '1990-01-01', toDt: '2026-01-01' }, 'toDt'],
    ['figures', { ...span, pageSize: 101 }, 'pageSize'],
    ['readings', { ...span, ammeterId: 1, fromDt: '2026-01-01' }, 'toDt'],
    ['readings', { ...span, ammeterId: "1' or 1=1" }, 'ammeterId'],
    ['alarms', { fromDt: 'yesterday' }, 'fromDt'],
  ])('refuses %s %o by its field, with the status of HTTP', async (path, params, field) => {
    const reply = await ask(path, params);
    expect(reply).toMatchObject({ status: 400, code: 400, field });
    expect(reply.message).not.toBe('');
  });

  it('opens for a token that reads, and for nothing else', async () => {
    expect((await ask('alarms', {}, 'x'.repeat(32))).status).toBe(403);
    const hook = ok(
      await (
        await product.operator()
      ).post<{ token: string }>('/api/alarm/eventConfigGrafana/rotateToken', {
        enterpriseId: sites.first.consumerId,
      }),
    ).token;
    expect((await ask('alarms', {}, hook)).status).toBe(403);
    const posted = await fetch(`${address}/api/alarm/eventConfigGrafana/webhook`, {
      method: 'POST',
      headers: { authorization: `Bearer ${whole}`, 'content-type': 'application/json' },
      body: '{"alerts":[]}',
    });
    expect(posted.status).toBe(403);
    const old = whole;
    whole = await rotate({ enterpriseId: sites.first.consumerId });
    expect((await ask('alarms', {}, old)).status).toBe(403);
    // That of the site is another.
    expect((await ask('alarms', {}, ofSecond)).status).toBe(200);
  });

  it('gives no token to who is limited, nor for a site of another enterprise', async () => {
    const { consumerId } = sites.first;
    expect((await sites.limited.post(ROTATE, { enterpriseId: consumerId })).code).toBe(403);
    expect((await other.client.post(ROTATE, { enterpriseId: consumerId })).code).toBe(403);
    const params = { enterpriseId: consumerId, siteId: other.siteId };
    expect(await (await product.operator()).post(ROTATE, params)).toMatchObject({
      code: 400,
      field: 'siteId',
    });
  });
});

it('the example dashboard asks what the door answers', async () => {
  const dashboard = JSON.parse(await readFile('docs/example/grafana-dashboard.json', 'utf8')) as {
    panels: { targets: { url: string; root_selector: string; columns: { selector: string }[] }[] }[];
  };
  const targets = dashboard.panels.flatMap((panel) => panel.targets);
  expect(targets.length).toBeGreaterThan(2);
  for (const { url, root_selector: root, columns } of targets) {
    expect(root).toBe('data.list');
    const filled = url
      .replace(/\$\{__from:date:iso\}/g, span.fromDt)
      .replace(/\$\{__to:date:iso\}/g, span.toDt)
      .replace(/\$\{meter\}/g, String(sites.first.ammeterId));
    expect(filled).not.toContain('$');
    const { pathname, searchParams } = new URL(filled, 'http://localhost');
    const { status, data } = await ask(
      pathname.replace('/api/grafana/', ''),
      Object.fromEntries(searchParams),
    );
    expect(status).toBe(200);
    for (const { selector } of columns) expect(data.list[0], url).toHaveProperty(selector);
  }
});
