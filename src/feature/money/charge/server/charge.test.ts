import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GUANGDONG } from '#domain/calendar/preset.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import { applyChange } from '#feature/money/calendar/server/change.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { writeLines } from '../domain/lineSpec.ts';
import type { ChargeChart, ChargeDetail, ChargeStatistics, EnergyLine, LineSource } from '../contract.ts';

const HOME = 8 * 3_600_000;
/** Two months, the second of them a leap February. */
const FROM = Date.UTC(2024, 0, 1) - HOME;
const DAYS = 60;
const PRICES = { price1: 1.38125, price2: 1.105, price3: 0.65, price4: 0.247, reversePrice: 0.453 };

/** Millionths of a kWh of a quarter, different in each. */
const energyAt = (q: number): bigint => BigInt(1_000_000 + ((q * 7919) % 900_001));

/** The Guangdong periods of January and February, written out by hand: peak 10–12, 14–19; valley 0–8. */
const periodAt = (hour: number): 2 | 3 | 4 => {
  if (hour < 8) return 4;
  return (hour >= 10 && hour < 12) || (hour >= 14 && hour < 19) ? 2 : 3;
};
const priceAt = (hour: number): bigint => ({ 2: 1_105_000n, 3: 650_000n, 4: 247_000n })[periodAt(hour)];

/** What the quarters of an interval cost, in yuan, one by one. */
function costBetween(from: number, to: number): number {
  let sum = 0n;
  for (let t = from; t < to; t += Q) {
    const hour = new Date(t + HOME).getUTCHours();
    sum += energyAt((t - FROM) / Q) * priceAt(hour);
  }
  return Number(sum) / 1e12;
}

let product: Product;
let operator: Client;
let consumerId = 0;
let meters: number[] = [];

beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'charged', meters: 2 });
  consumerId = built.consumerId;
  meters = built.meterIds;
  const [first = 0, second = 0] = meters;
  await sql`update ammeter set parent_id = ${first} where id = ${second}`.execute(db);
  const values = Array.from({ length: DAYS * 96 }, (_, q) => {
    const start = FROM + q * Q;
    const value = (Number(energyAt(q)) / 1e6).toFixed(6);
    return { meterId: first, start, end: start + Q, code: 'PP' as const, value };
  });
  await storeIntervals(db, [
    ...values,
    ...values.slice(0, 96).map((one) => ({ ...one, meterId: second, value: '0.5' })),
  ]);
  await db.transaction().execute(async (trx) => {
    const row = { timezoneName: 'g', siteIdList: null, validFrom: '2020-01-01', rules: GUANGDONG };
    const { rows } = await sql<{
      id: number;
    }>`insert into timezone (timezone_name, consumer_id, valid_from, rules)
      values ('g', ${consumerId}, '2020-01-01', ${JSON.stringify(GUANGDONG)}) returning id`.execute(trx);
    const after = { ...row, id: rows[0]?.id ?? 0 };
    await applyChange(trx, consumerId, { resource: 'timezone', before: null, after });
  });
  await foldDirty(db);
  const plan = ok(
    await operator.post<{ id: number }>('/api/price/priceScheme/add', {
      schemeName: 'all', consumerId, ...PRICES, basicCharge: '0', factorStandard: '0',
    }),
  ); // prettier-ignore
  ok(
    await operator.post('/api/price/priceAgreement/add', {
      measureAccount: 'A', consumerId, orgId: consumerId, planId: plan.id, beginDt: '2024-01-01',
    }),
  ); // prettier-ignore
  await foldDirty(db);
});
afterAll(() => product.close());

const at = (date: string): number => Date.parse(`${date}T00:00:00+08:00`);

describe('charge analysis', () => {
  test('a day beside yesterday, last week and last month; a date that the other month lacks has no series', async () => {
    const ask = (dt: string) =>
      operator.get<ChargeChart>('/api/sdata/chargeAnalysis/getChargeChart', { orgId: consumerId, dt, dataCodes: 'CZ,PP' }); // prettier-ignore
    const chart = ok(await ask('2024-02-29'));
    const totals = chart.series.filter((one) => one.dataCode === 'CZ').map((one) => [one.type, one.total]);
    expect(totals).toEqual([
      [1, costBetween(at('2024-02-29'), at('2024-03-01'))],
      [2, costBetween(at('2024-02-28'), at('2024-02-29'))],
      [3, costBetween(at('2024-02-22'), at('2024-02-23'))],
      [4, costBetween(at('2024-01-29'), at('2024-01-30'))],
    ]);
    expect(chart.series[0]?.data).toHaveLength(24);
    expect(chart.series[0]?.data[10]).toEqual([
      '10:00',
      costBetween(at('2024-02-29') + 10 * 4 * Q, at('2024-02-29') + 11 * 4 * Q),
    ]);
    expect(ok(await ask('2024-03-30')).series.map((one) => one.type)).not.toContain(4);
  });

  test('a month: changes are this month less the other, day by day', async () => {
    const chart = ok(
      await operator.get<ChargeChart>('/api/sdata/chargeAnalysis/getChargeChart', {
        orgId: consumerId, dt: '2024-02-10', periodCode: '301', types: '5,6,12,10',
      }),
    ); // prettier-ignore
    const [now, before, change, year] = chart.series;
    expect(now?.data).toHaveLength(29);
    expect(before?.total).toBe(costBetween(at('2024-01-01'), at('2024-02-01')));
    const difference = (now?.data[8]?.[1] ?? 0) - (before?.data[8]?.[1] ?? 0);
    expect(change?.data[8]?.[1]).toBeCloseTo(difference, 9);
    expect(year?.total).toBeNull();
  });

  test('a year, its months, and what no type may be', async () => {
    const ask = (params: Record<string, string>) =>
      operator.get<ChargeChart>('/api/sdata/chargeAnalysis/getChargeChart', { orgId: String(consumerId), dt: '2025-01-10', ...params }); // prettier-ignore
    const months = ok(await ask({ periodCode: '501' }));
    expect(months.series.map((one) => [one.type, one.total])).toEqual([
      [8, null],
      [9, costBetween(at('2024-01-01'), at('2024-03-01'))],
      [11, costBetween(at('2024-01-01'), at('2024-01-11'))],
    ]);
    expect(ok(await ask({ periodCode: '601', types: '9' })).series[0]?.data).toEqual([
      ['2024', costBetween(at('2024-01-01'), at('2024-03-01'))],
    ]);
    expect(months.series.map((one) => one.running)).toEqual([null, null, null]);
    const now = ok(
      await operator.get<ChargeChart>('/api/sdata/chargeAnalysis/getChargeChart', { orgId: consumerId, periodCode: '501' }), // prettier-ignore
    );
    // This year alone has a month that is not over: that of today.
    expect(now.series.map((one) => one.running)).toEqual([now.date.slice(5, 7), null, null]);
    expect(await ask({ periodCode: '501', types: '1' })).toMatchObject({ code: 400, field: 'types' });
    expect(await ask({ dataCodes: 'IA' })).toMatchObject({ code: 400, field: 'dataCodes' });
  });

  test('has the codes of the specification: charts, their series types with titles, and data', async () => {
    const ask = (params: Record<string, string>) =>
      operator.get<ChargeChart>('/api/sdata/chargeAnalysis/getChargeChart', { orgId: String(consumerId), dt: '2024-02-15', ...params }); // prettier-ignore
    const types = async (periodCode: string) =>
      ok(await ask({ periodCode })).series.map(({ type, title, data }) => [type, title.en, data.length]);
    expect(await types('201')).toEqual([
      [1, 'Today', 24],
      [2, 'Yesterday', 24],
      [3, 'Same day last week', 24],
      [4, 'Same day last month', 24],
    ]);
    expect(await types('301')).toEqual([
      [5, 'This month', 29],
      [6, 'Last month', 31],
      [7, 'Same month last year', 28],
      // Changes are told of places that both months have.
      [10, 'Year-on-year value', 29],
      [12, 'Month-on-month value', 29],
    ]);
    expect(await types('501')).toEqual([
      [8, 'This year', 12],
      [9, 'Last year', 12],
      [11, 'Same period last year', 2],
    ]);
    expect((await types('601')).map(([type, , places]) => [type, places])).toEqual([
      [8, 1],
      [9, 1],
      [11, 1],
    ]);
    expect(await ask({ periodCode: '401' })).toMatchObject({ code: 400, field: 'periodCode' });
    const dataCodes = ['PP', 'PP1', 'PP2', 'PP3', 'PP4', 'CZ', 'CZ1', 'CZ2', 'CZ3', 'CZ4'];
    const reported = ok(await ask({ types: '1', dataCodes: dataCodes.join(',') }));
    expect(reported.series.map((one) => [one.dataCode, one.unit])).toEqual(
      dataCodes.map((code) => [code, code.startsWith('CZ') ? 'CNY' : 'kWh']),
    );
    for (const [dataCode, unit] of [
      ['IA', 'A'],
      ['IB', 'A'],
      ['IC', 'A'],
      ['UA', 'V'],
      ['UB', 'V'],
      ['UC', 'V'],
    ] as const) {
      const range = { beginDate: '2024-01-01', endDate: '2024-01-02' };
      const line = { ...range, ammeterIds: String(meters[0]), dataCode };
      expect(ok(await operator.get<EnergyLine>('/api/sdata/monitoring/operation', line))).toMatchObject({ dataCode, unit }); // prettier-ignore
    }
  });

  test('units of a parent are listed in their order, which editIx changes', async () => {
    const unit = async (unitName: string, more: object = {}) =>
      ok(await operator.post<{ id: number }>('/api/archive/consumerUnit/add', { unitName, unitCode: unitName, consumerId, ...more })).id; // prettier-ignore
    const [a, b, c] = [await unit('A'), await unit('B'), await unit('C')];
    const below = await unit('A1', { parentId: a });
    const list = async (params: object) =>
      ok(
        await operator.get<{ id: number }[]>('/api/archive/consumerUnit/getListByParent', { ...params }),
      ).map(({ id }) => id);
    ok(await operator.post('/api/archive/consumerUnit/editIx', { ids: [c, a, b].join(',') }));
    expect(await list({ parentOrgId: consumerId })).toEqual([c, a, b]);
    ok(await operator.post('/api/archive/consumerUnit/editIx', { ids: [b, c, a].join(',') }));
    expect(await list({ parentOrgId: consumerId })).toEqual([b, c, a]);
    expect(await list({ parentId: a })).toEqual([below]);
    expect(await operator.post('/api/archive/consumerUnit/editIx', { ids: `${a},${below}` })).toMatchObject({
      code: 400,
      field: 'ids',
    });
  });

  test('statistics: by period, mean price, beside the month before', async () => {
    const found = ok(
      await operator.get<ChargeStatistics>('/api/sdata/chargeAnalysis/getChargeStatistics', {
        orgId: consumerId, begin: '2024-02-01', end: '2024-02-29',
      }),
    ); // prettier-ignore
    const [now, before] = [
      costBetween(at('2024-02-01'), at('2024-03-01')),
      costBetween(at('2024-01-01'), at('2024-02-01')),
    ];
    expect(found.amounts.CZ).toBe(now);
    expect(found.amounts.CZ1).toBeNull();
    const parts = [2, 3, 4].map((period) => found.amounts[`CZ${period}` as 'CZ2'] ?? 0);
    expect(parts.reduce((sum, one) => sum + one, 0)).toBeCloseTo(now, 6);
    expect(found.averagePrice).toBeCloseTo(now / (found.amounts.PP ?? 1), 5);
    // A whole month beside a whole month, as everywhere.
    expect(found.before).toMatchObject({ CZ: before, why: null });
    expect(found.before.change).toBeCloseTo(now / before - 1, 5);
    expect(found.coverage).toBe(100);
  });

  test('an interval that is hardly known is no measure, nor is one without a price', async () => {
    const ask = async (begin: string, end: string) =>
      ok(
        await operator.get<ChargeStatistics>('/api/sdata/chargeAnalysis/getChargeStatistics', {
          orgId: consumerId, begin, end,
        }),
      ); // prettier-ignore
    // Of the 46 days before 15 January 14 are known: it would be +200 %.
    const long = await ask('2024-01-15', '2024-02-29');
    expect(long.before).toMatchObject({ change: null, why: 'coverageBefore' });
    expect(long.before.CZ).toBe(costBetween(at('2024-01-01'), at('2024-01-15')));
    expect(long.yearBefore).toEqual({ CZ: null, change: null, why: 'before' });
    const chart = ok(
      await operator.get<ChargeChart>('/api/sdata/chargeAnalysis/getChargeChart', {
        orgId: consumerId, dt: '2024-01-10', periodCode: '301', types: '12',
      }),
    ); // prettier-ignore
    expect(chart.series[0]?.total).toBeNull();
  });

  test('details by hour, and ranges that are too long', async () => {
    const ask = (params: Record<string, string>) =>
      operator.get<ChargeDetail[]>('/api/sdata/chargeAnalysis/getDayDetails', { orgId: String(consumerId), ...params }); // prettier-ignore
    const rows = ok(await ask({ dt: '2024-01-15' }));
    expect(rows).toHaveLength(24);
    expect(rows[3]).toMatchObject({ time: '2024-01-15 03:00', price: 0.247 });
    expect(await ask({ interval: '201', begin: '2024-01-01', end: '2024-03-01' })).toMatchObject({
      code: 400,
      field: 'end',
    });
  });

  test('lines: of one meter, summed, averaged', async () => {
    const ask = (params: Record<string, string>) =>
      operator.get<EnergyLine>('/api/sdata/monitoring/operation', {
        ammeterIds: meters.join(','), beginDate: '2024-01-01', endDate: '2024-01-02', interval: '301', ...params,
      }); // prettier-ignore
    const [first = 0] = meters;
    const one = ok(await ask({ ammeterIds: String(first), dataCode: 'CZ' }));
    expect(one).toMatchObject({ type: null, canBeOperated: true, unit: 'CNY', lineCount: 1 });
    expect(one).toMatchObject({
      orgId: consumerId, source: 'usage', format: 'yyyy-MM-dd', date: '2024-01-01', divisor: 1, index: 1,
      dateRange: ['2024-01-01', '2024-01-02'],
    }); // prettier-ignore
    const hours = ok(await ask({ ammeterIds: String(first), interval: '201', beginDate: '2024-01-02' }));
    expect(hours).toMatchObject({ format: 'yyyy-MM-dd HH:mm', date: '2024-01-02 00:00' });
    expect(ok(await ask({ ammeterIds: String(first), dataCode: 'UA' }))).toMatchObject({ source: 'reading', data: [] }); // prettier-ignore
    // A line is rounded to millionths of a yuan.
    expect(one.data[0]?.[1]).toBeCloseTo(costBetween(at('2024-01-01'), at('2024-01-02')), 5);
    const energy = ok(await ask({ ammeterIds: String(first), dataCode: 'PP' })).data[0]?.[1] ?? 0;
    const sum = ok(await ask({ type: 'overlay' }));
    expect(sum).toMatchObject({ type: 'overlay', canBeOperated: false });
    expect(sum.data[0]?.[1]).toBeCloseTo(energy + 48, 6);
    // The second meter has no second day: there is no sum of it, and the mean is of those that have.
    expect(sum.data[1]?.[1]).toBeNull();
    const costs = ok(await ask({ type: 'overlay', dataCode: 'CZ' }));
    expect(costs.data.map(([, value]) => value === null)).toEqual([false, true]);
    const mean = ok(await ask({ type: 'average' }));
    expect(mean).toMatchObject({ type: 'average', canBeOperated: false, lineCount: 2 });
    expect(mean.data[0]?.[1]).toBeCloseTo((energy + 48) / 2, 6);
    expect(mean.data[1]?.[1]).toBe(ok(await ask({ ammeterIds: String(first) })).data[1]?.[1]);
    expect(await ask({})).toMatchObject({ code: 400, field: 'type' });
    expect(await ask({ type: 'average', dataCode: 'XX' })).toMatchObject({ code: 400, field: 'dataCode' });
    const sources = ok(
      await operator.get<LineSource[]>('/api/sdata/monitoring/getAllByOrgId', { orgId: consumerId }),
    );
    expect(sources.map((source) => source.ammeterId)).toEqual(meters);
    expect(sources[0]?.dataCodes).toContain('CZ');
  });

  test('details and lines as a file say what the screen says, with every digit', async () => {
    const query = { orgId: consumerId, interval: '301', begin: '2024-01-01', end: '2024-01-31' };
    const rows = ok(await operator.get<ChargeDetail[]>('/api/sdata/chargeAnalysis/getDayDetails', query));
    const read = (body: Buffer): string[][] =>
      body.toString('utf8').replace('\uFEFF', '').trim().split(/\r?\n/).map((line) => line.split(',')); // prettier-ignore
    const details = await operator.download('/api/sdata/chargeAnalysis/exportDayDetails', { ...query, format: 'csv' }); // prettier-ignore
    const [head, ...lines] = read(details.body);
    expect(head?.slice(0, 2)).toEqual(['Time', 'Cost (CNY)']);
    expect(lines.map(([time, cost]) => [time, Number(cost)])).toEqual(rows.map((row) => [row.time, row.CZ]));

    const [first = 0] = meters;
    const spec = { ammeterIds: meters, dataCode: 'PP', interval: '301', beginDate: '2024-01-01', endDate: '2024-01-03' } as const; // prettier-ignore
    const asLines = writeLines([
      { ...spec, type: 'overlay' },
      { ...spec, ammeterIds: [first], endDate: '2024-01-02', type: null },
    ]);
    const file = await operator.download('/api/sdata/monitoring/exportOperation', { lines: asLines, format: 'csv' }); // prettier-ignore
    const line = async (params: Record<string, string>): Promise<EnergyLine> =>
      ok(await operator.get<EnergyLine>('/api/sdata/monitoring/operation', { beginDate: '2024-01-01', interval: '301', ...params })); // prettier-ignore
    const sum = await line({ ammeterIds: meters.join(','), type: 'overlay', endDate: '2024-01-03' });
    const one = await line({ ammeterIds: String(first), endDate: '2024-01-02' });
    const [, ...reported] = read(file.body);
    expect(reported).toHaveLength(3);
    reported.forEach(([, a, b], i) => {
      expect(a === '' ? null : Number(a)).toBe(sum.data[i]?.[1]);
      expect(b === '' ? undefined : Number(b)).toBe(one.data[i]?.[1]);
    });
    expect((await operator.download('/api/sdata/chargeAnalysis/exportDayDetails', query)).body.subarray(0, 2).toString()).toBe('PK'); // prettier-ignore
  });

  test('a price that changes in the past: one version later the day costs more, and its origin names it', async () => {
    const { data: plans } = await operator.get<{ id: number }[]>('/api/price/priceScheme/searchall', { schemeName: 'all' }); // prettier-ignore
    ok(
      await operator.post('/api/price/priceVersion/add', {
        versionName: 'spring', consumerId, planId: plans[0]?.id, validFrom: '2024-02-15', ...PRICES, price4: 0.347,
      }),
    ); // prettier-ignore
    await foldDirty(product.database.db);
    const day = async (dt: string): Promise<number> =>
      ok(await operator.get<ChargeDetail[]>('/api/sdata/chargeAnalysis/getDayDetails', { orgId: consumerId, dt }))
        .reduce((sum, row) => sum + (row.CZ ?? 0), 0); // prettier-ignore
    expect(await day('2024-02-14')).toBeCloseTo(costBetween(at('2024-02-14'), at('2024-02-15')), 6);
    expect(await day('2024-02-15')).toBeGreaterThan(costBetween(at('2024-02-15'), at('2024-02-16')) + 3);
    const origin = ok(
      await operator.get<{ meter: { cost: { parts: { since: string | null; schemeName: string }[] } } }>(
        '/api/monitoring/overview/getProvenance',
        { orgId: consumerId, level: 4, at: at('2024-02-01') },
      ),
    );
    expect(origin.meter.cost.parts.map((part) => part.since)).toEqual([null, '2024-02-15']);
  });

  test('making energy and cost again is a task', async () => {
    const reply = ok(
      await operator.post<{ taskId: number; CZ: number }>('/api/sdata/chartService/setPPCZ', {
        dataAmmeterId: meters[0], fromDt: '2024-01-01', toDt: '2024-01-01',
      }),
    ); // prettier-ignore
    expect(reply.taskId).toBeGreaterThan(0);
    expect(reply.CZ).toBe(costBetween(at('2024-01-01'), at('2024-01-02')));
    // What is fed back and its credit is the other pair: of a meter that feeds nothing back nothing is known.
    const back = ok(
      await operator.post<object>('/api/sdata/chartService/setRPRCZ', {
        dataAmmeterId: meters[0], fromDt: '2024-01-01', toDt: '2024-01-01',
      }),
    ); // prettier-ignore
    expect(reply).toMatchObject({ PP: expect.any(Number) as number });
    expect(back).toMatchObject({ taskId: expect.any(Number) as number, RP: null, RCZ: null });
  });

  test('an interval whose energy has a price in part is not compared by its cost', async () => {
    const { db } = product.database;
    const december = Array.from({ length: 31 * 24 }, (_, hour) => {
      const start = at('2023-12-01') + hour * 4 * Q;
      return { meterId: meters[0] ?? 0, start, end: start + 4 * Q, code: 'PP', value: '5' };
    });
    await storeIntervals(db, december);
    await foldDirty(db);
    const ask = async (begin: string, end: string) =>
      ok(
        await operator.get<ChargeStatistics>('/api/sdata/chargeAnalysis/getChargeStatistics', {
          orgId: consumerId, begin, end,
        }),
      ); // prettier-ignore
    // The agreement begins on 1 January: 9 of the 20 days before have a price.
    expect((await ask('2024-01-10', '2024-01-29')).before).toMatchObject({ change: null, why: 'price' });
    expect((await ask('2024-01-01', '2024-01-31')).before).toEqual({ CZ: null, change: null, why: 'price' });
  });
});
