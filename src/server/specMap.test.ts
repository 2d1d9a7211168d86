import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { codeIndex } from '#contract/dataCode.ts';
import { addressOf } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import type { Envelope, Page } from '#contract/envelope.ts';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { resources } from '#resource/index.ts';
import { foldDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { add, sendRow, unique } from '#test/build.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { filled, type Reported, toldOf, valuesAt } from '#test/specMap.ts';
import { type WholeEnterprise, buildWholeEnterprise, sampleRow } from '#test/build/whole.ts';
import { allRoutes } from './app.ts';
import type { Route } from './route.ts';

type Json = Readonly<Record<string, unknown>> & { readonly id: number };

const DAYS = 8;
/** What the meter of the test tells every quarter of an hour beside its register. */
const GAUGES = { UA: 221, UB: 219, UC: 220, IA: 80, IB: 81, IC: 79, FZ: 0.95, PZ: 40 } as const;
const NONE = 'no such value';

let product: Product;
let operator: Client;
let works: WholeEnterprise;
/** Another enterprise: rows with one value after another. */
let trial: WholeEnterprise;
const rows = new Map<string, Promise<Json>>();

const IMPORT = '/api/sdata/importData';

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  works = await buildWholeEnterprise(product);
  trial = await buildWholeEnterprise(product);
  const { db } = product.database;
  const now = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS;
  const batch = new BatchBuilder();
  for (let i = 0; i < DAYS * 96; i++) {
    batch.row(works.ammeterId, now - (DAYS * 96 - i) * QUARTER_MS);
    batch.set(codeIndex('PP'), i * 10);
    // A battery is settled where both of its directions are known.
    batch.set(codeIndex('RP'), i);
    for (const [code, value] of Object.entries(GAUGES)) batch.set(codeIndex(code), value);
  }
  await storeReadings(db, batch.batch());
  // One value entered by hand stays, another is deleted.
  const entered = { consumerId: works.consumerId, ammeterId: works.ammeterId, dataCode: 'FR', value: 50 };
  const taken = ok(
    await operator.post<Json>(`${IMPORT}/insert`, { ...entered, time: '2020-01-01T00:00:00Z' }),
  );
  ok(await operator.post(`${IMPORT}/del`, { id: taken['importDataId'] }));
  ok(await operator.post(`${IMPORT}/insert`, { ...entered, time: '2020-01-02T00:00:00Z' }));
  while (await foldDirty(db));
  const { consumerId, siteId } = works;
  await add(operator, 'timezone', { timezoneName: 'Flat', consumerId, validFrom: '2020-01-01' });
  for (const deviceClass of ['1', '2']) {
    const row = { deviceName: 'Device', deviceCode: unique(), consumerId, siteId, deviceClass };
    const deviceId = await add(operator, 'device', row);
    const parentId = works.archive['monitorObject'];
    ok(await operator.post('/api/archive/monitorObject/addDevice', { parentId, deviceId }));
  }
});
afterAll(() => product.close());

const resourceAt = (address: string): Resource => {
  const found = resources.find((one) => addressOf(one) === address);
  if (!found) throw new Error(`there is no resource at ${address}`);
  return found;
};

const added = async (resource: Resource, of: WholeEnterprise, more: object = {}): Promise<Envelope<Json>> =>
  sendRow<Json>(operator, `${addressOf(resource)}/add`, { ...sampleRow(resource, of), ...more });

/** A row of a resource as it is read: one is added, or the product has written it. */
function rowAt(address: string): Promise<Json> {
  let row = rows.get(address);
  if (!row) rows.set(address, (row = readRow(resourceAt(address))));
  return row;
}

async function readRow(resource: Resource): Promise<Json> {
  const at = addressOf(resource);
  const id = resource.readOnly
    ? ok(await operator.get<Page<Json>>(`${at}/getpage`, { pageSize: 1 })).list[0]?.id
    : ok(await added(resource, works)).id;
  return ok(await operator.get<Json>(`${at}/get`, { id }));
}

const dateBefore = (days: number): string => new Date(Date.now() - days * DAY_MS + 8 * 3_600_000).toISOString().slice(0, 10); // prettier-ignore

async function wordOf(word: string): Promise<string> {
  if (word.startsWith('new:')) return String((await rowAt(word.slice(4))).id);
  const words: Readonly<Record<string, string | number>> = {
    consumerId: works.consumerId,
    siteId: works.siteId,
    ammeterId: works.ammeterId,
    today: dateBefore(0),
    yesterday: dateBefore(1),
    weekAgo: dateBefore(7),
    year: dateBefore(0).slice(0, 4),
  };
  const value = words[word];
  if (value === undefined) throw new Error(`the test does not know {{${word}}}`);
  return String(value);
}

const routeOf = (call: string): Route => {
  const found = allRoutes.find(({ method, path }) => `${method} ${path}` === call);
  if (!found) throw new Error(`there is no call ${call}`);
  return found;
};

async function query(call: string, params: object = {}): Promise<Envelope<unknown>> {
  const { method, path } = routeOf(call);
  const given = await filled(params as Readonly<Record<string, unknown>>, wordOf);
  if (method === 'GET') return operator.get(path, given);
  return sendRow(operator, path, given);
}

/** The names that are missing where the map says that they are told. */
async function missingOf(reported: Reported): Promise<string[]> {
  const places = {
    ...Object.fromEntries((reported.fields ?? []).map((name) => [name, name])),
    ...reported.as,
  };
  const missing = (where: unknown): string[] =>
    Object.entries(places).flatMap(([name, place]) => (valuesAt(where, place).length > 0 ? [] : [name]));
  if (reported.resource !== undefined) return missing(await rowAt(reported.resource));
  if (reported.call === undefined) return [];
  const reply = await query(reported.call, reported.params);
  ok(reply);
  const taken = z.toJSONSchema(routeOf(reported.call).params, { io: 'input', unrepresentable: 'any' });
  const unknown = Object.entries(reported.sends ?? {}).flatMap(([name, param]) =>
    Object.hasOwn(taken.properties ?? {}, param) ? [] : [`${name} (sent)`],
  );
  const [answer] = reported.whole ? [reply] : valuesAt(reply.data, reported.at ?? '');
  return [...unknown, ...missing(answer)];
}

const isBuilt = ([, reported]: readonly [string, readonly Reported[]]): boolean =>
  reported.some(({ resource, call, calls }) => resource ?? call ?? calls);

it.each(toldOf('entities').filter(isBuilt))('%s has every field that is listed', async (_name, reported) => {
  for (const part of reported) expect([part.resource ?? part.call, await missingOf(part)]).toEqual([part.resource ?? part.call, []]); // prettier-ignore
});

/** Every value is kept and has a name in both languages; what is no value is refused. */
async function checkField({
  resource: address = '',
  field = '',
  values = [],
  with: beside = {},
}: Reported): Promise<void> {
  const resource = resourceAt(address);
  const more = await filled(beside, wordOf);
  const at = addressOf(resource);
  for (const value of values) {
    const { id } = ok(await added(resource, trial, { ...more, [field]: value }));
    expect(ok(await operator.get<Json>(`${at}/get`, { id }))[field]).toBe(value);
    const name = resource.fields[field]?.options?.[value];
    expect(name?.zh && name.en, value).toBeTruthy();
    ok(await operator.post(`${at}/del`, { id }));
  }
  expect(await added(resource, trial, { ...more, [field]: NONE })).toMatchObject({ code: 400, field });
}

/** Every value is taken by the call, or found in its answer; what is no value is refused. */
async function checkCall({ call = '', params, param, values = [], answers, named }: Reported): Promise<void> {
  const found: string[] = [];
  for (const value of param === undefined ? [''] : values) {
    const reply = await query(call, param === undefined ? params : { ...params, [param]: value });
    if (param !== undefined && reply.code !== 200) expect([value, reply]).toMatchObject([value, { field: expect.not.stringMatching(`^${param}$`) }]); // prettier-ignore
    if (named !== undefined) expect([value, valuesAt(reply.data, named)[0]]).toEqual([value, expect.anything()]); // prettier-ignore
    if (answers !== undefined) found.push(...valuesAt(reply.data, answers).map(String));
  }
  if (answers !== undefined) expect(found).toEqual(expect.arrayContaining([...values]));
  if (param !== undefined) expect(await query(call, { ...params, [param]: NONE })).toMatchObject({ code: 400, field: param }); // prettier-ignore
}

/** Every value is a call of its own, which answers or refuses what it is asked. */
async function checkCalls({ calls = {}, params }: Reported): Promise<void> {
  for (const [value, call] of Object.entries(calls)) expect([value, (await query(call, params)).code]).toEqual([value, params ? 200 : 400]); // prettier-ignore
}

describe.each(['enumerations', 'codeLists'] as const)('%s', (section) => {
  it.each(toldOf(section).filter(isBuilt))('%s: every value is taken, no other', async (_name, reported) => {
    for (const part of reported) {
      if (part.field !== undefined) await checkField(part);
      else if (part.calls) await checkCalls(part);
      else if (part.call !== undefined) await checkCall(part);
    }
  });
});
