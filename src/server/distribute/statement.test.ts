import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { codeIndex } from '#contract/dataCode.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import {
  activateSource,
  createSource,
  foldBacklog,
  foldDirty,
  rebuild,
  storeIntervals,
  storeReadings,
  undoSource,
} from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { add, buildEnterprise, unique, type Enterprise } from '#test/build.ts';
import { ok, startProduct, type Product } from '#test/product.ts';
import { allRoutes } from '../app.ts';
import { withoutMeter } from './byMeter.ts';
import { seriesTables } from './catalog.ts';

vi.setConfig({ testTimeout: 300_000 });

/** Statements that ask every machine, and why that is right. */
const EXCEPTIONS: readonly { readonly why: string; readonly test: RegExp }[] = [
  {
    why: 'Whether anything of a period is sealed, and how much of a month, is asked of every machine.',
    test: /from reading_block (where month between|group by month)/,
  },
  {
    why: 'The backlog of the whole product, for the metrics: one count of each machine.',
    test: /^select count\(\*\)::integer as marks/,
  },
  {
    why: 'Which meters wait to be folded is asked of the queue: a look of each machine, bounded by an index.',
    test: /^(select max\(meter_id\) as last from dirty|with recursive turn as)/,
  },
  {
    why: 'How much of the backlog there is beyond what was counted: the pages of the table.',
    test: /'dirty'::regclass/,
  },
  {
    why: 'Which meters a source touched is asked by the source: once when it is undone, counted again or listed.',
    test: /data_source_meter/,
  },
];

const T0 = Date.UTC(2025, 2, 3);
const seen = new Set<string>();
let product: Product;
let mine: Enterprise;
let names: string[] = [];

/** Notes the text of every statement that this process sends from now on. */
function record(): void {
  const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text?: string; cursor?: { text?: string } }];
    seen.add(typeof first === 'string' ? first : (first.text ?? first.cursor?.text ?? ''));
    return query.apply(this, args);
  } as never);
}

async function send(
  meter: number,
  stands: readonly (readonly [number, string, number])[],
  source = 0,
): Promise<void> {
  const builder = new BatchBuilder();
  for (const [k, code, value] of stands) {
    builder.row(meter, T0 + k * Q);
    builder.set(codeIndex(code), value);
  }
  await storeReadings(product.database.db, builder.batch(), { source });
}

beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
  names = (await seriesTables(product.database.pool)).map((table) => table.name);
  record();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await product.close();
});

it('a statement without a meter is told', () => {
  const reported = (text: string): string[] => withoutMeter(text, ['usage', 'reading']);
  expect(reported('select sum(pp) from usage where level = 5')).toEqual(['usage']);
  expect(reported('select sum(pp) from usage where meter_id = $1')).toEqual([]);
  expect(reported('select from usage u join reading r on r.ts = u.ts where u.meter_id = any($1)')).toEqual([
    'reading',
  ]);
  expect(reported('select from usage u join reading r using (ts) where meter_id = $1')).toEqual([
    'usage',
    'reading',
  ]);
  expect(reported('select from usage where meter_id = $1 union all select from usage')).toEqual(['usage']);
  expect(reported('insert into usage (ts, level) values ($1, $2)')).toEqual(['usage']);
  expect(reported('insert into usage as u (meter_id, ts) select 1, now()')).toEqual([]);
  expect(reported('delete from reading')).toEqual(['reading']);
  expect(reported('select meter_id, count(*) from reading group by meter_id')).toEqual([]);
});

it('every key of a table of time series begins with the meter', async () => {
  const tables = await seriesTables(product.database.pool);
  expect(tables.map((table) => table.name).sort()).toEqual(
    ['correction', 'data_source_meter', 'dirty', 'interval_energy', 'ledger_segment', 'meter_fold', 'reading', 'reading_block', 'reading_late', 'reading_void', 'usage', 'usage_block', 'usage_open'],
  ); // prettier-ignore
  for (const { name, keys, type } of tables) {
    expect([name, type]).toEqual([name, 'integer']);
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect([name, key.columns[0]]).toEqual([name, 'meter_id']);
  }
});

it('whatever is stored, folded and answered is filtered or grouped by the meter', async () => {
  const { db } = product.database;
  const operator = await product.operator();
  const meter = mine.ammeterId;
  const other = await add(operator, 'ammeter', { ammeterName: 'Other', ammeterCode: unique(), consumerId: mine.consumerId, siteId: mine.siteId }); // prettier-ignore
  const sum = await add(operator, 'ammeter', { ammeterName: 'Sum', ammeterCode: unique(), consumerId: mine.consumerId, siteId: mine.siteId, deviceType: '11' }); // prettier-ignore
  ok(await operator.post('/api/archive/ammeterSum/editSum', { ammeterId: sum, items: [{ ammeterId: meter, sign: 1 }] })); // prettier-ignore
  // The quick way, the careful one, what fills and what differs.
  for (const one of [meter, other]) {
    await send(one, [[0, 'PP', 0], [1, 'PP', 5], [2, 'PP', 9], [3, 'PZ', 7]]); // prettier-ignore
    await send(one, [[0, 'PP', 0], [1, 'PZ', 3], [2, 'PP', 10], [5, 'PP', 20]]); // prettier-ignore
    const span = { meterId: one, start: T0 + 20 * Q, end: T0 + 21 * Q, code: 'PP' };
    await storeIntervals(db, [{ ...span, value: '3' }]);
    await storeIntervals(db, [{ ...span, value: '4' }]);
  }
  await foldDirty(db);
  await foldBacklog(db);
  const source = await createSource(db, { consumerId: mine.consumerId, kind: 'import', name: 'file', createdBy: null }); // prettier-ignore
  await send(meter, [[2, 'PP', 8], [400, 'PP', 90]], source); // prettier-ignore
  await foldDirty(db);
  await undoSource(db, source, null);
  await foldDirty(db);
  await activateSource(db, source);
  await rebuild(db, meter);
  const event = { ammeterId: meter, from: T0 + Q, ct: '2', sameDevice: 1 };
  ok(await operator.post('/api/archive/ledger/preview', event));
  ok(await operator.post('/api/archive/ledger/add', event));
  await foldDirty(db);
  const repair = { ammeterId: meter, kind: 'register', from: T0 + 3 * Q, to: T0 + 3 * Q, amount: '12', reason: 'seen' }; // prettier-ignore
  ok(await operator.post('/api/sdata/correction/preview', repair));
  ok(await operator.post('/api/sdata/correction/add', repair));
  await operator.post('/api/archive/ammeter/editRecalculation', { ammeterId: meter, fromDt: '2025-03-01', toDt: '2025-03-31', type: 1 }); // prettier-ignore
  await foldDirty(db);

  // Every question that the product answers, about this meter and this enterprise, and about the sum.
  for (const route of allRoutes) {
    if (route.method !== 'GET') continue;
    const known = Object.keys(
      z.toJSONSchema(route.params, { io: 'input', unrepresentable: 'any' }).properties ?? {},
    );
    const aims = {
      consumerId: mine.consumerId,
      orgId: mine.consumerId,
      siteId: mine.siteId,
      ammeterId: meter,
      dataAmmeterId: meter,
    };
    for (const change of [
      {},
      { orgId: undefined, consumerId: undefined, ammeterId: sum, dataAmmeterId: sum },
    ]) {
      const params: Record<string, unknown> = { ...route.example };
      for (const [key, value] of Object.entries({ ...aims, ...change }))
        if (known.includes(key)) params[key] = value;
      if (known.includes('at')) params['at'] = T0;
      for (const key of Object.keys(params)) if (params[key] === undefined) delete params[key];
      await operator.get(route.path, params);
    }
  }

  const used = [...seen].filter((text) =>
    new RegExp(String.raw`\b(usage_in|${names.join('|')})\b`).test(text),
  );
  expect(used.length).toBeGreaterThan(60);
  const open = used.flatMap((text) => {
    const tables = withoutMeter(text, names);
    const excepted = EXCEPTIONS.some(({ test }) => test.test(text.trim().replace(/\s+/g, ' ')));
    return tables.length === 0 || excepted ? [] : [`${tables.join(', ')}: ${text.replace(/\s+/g, ' ')}`];
  });
  expect(open).toEqual([]);
  // Buckets are asked through a function that the planner puts into the statement: else it made all its rows first.
  for (const text of used.filter((one) => /\busage_in\(/.test(one))) {
    const { rows } = await product.database.pool.query<{ 'QUERY PLAN': string }>(
      `explain (generic_plan) ${text}`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n'), text).not.toContain('Function Scan on usage_in');
  }
  // The bulk path: what is copied lies beside what it is merged into.
  const staged = [...seen].filter((text) =>
    /create temporary table[^(]*staging_(reading|interval)\b/.test(text),
  );
  expect(staged.length).toBeGreaterThan(1);
  for (const text of staged) expect(text).toMatch(/\bmeter_id integer\b/);
});
