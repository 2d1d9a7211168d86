import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GUANGDONG } from '#domain/calendar/preset.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import { applyChange } from '#feature/money/calendar/server/change.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, type Product, startProduct } from '#test/product.ts';
import type { BillView } from '#feature/money/bill/contract.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';

const folder =
  process.env['SAMPLE_DIR'] ?? fileURLToPath(new URL('../../../../../../shared/data', import.meta.url));
const file = `${folder}/steel_industry_15min_2018.csv`;
const there = existsSync(file);
if (!there) console.warn(`Skipped: the real steel year is not at ${file}.`);

const HOME = 8 * 3_600_000;
const CODES = ['PP', 'QI', 'QO'] as const;

/** Stated spans of July 2018: energy, lagging and leading reactive energy of every quarter of an hour. */
const july = (meterId: number) =>
  readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line !== '' && line.slice(3, 10) === '07/2018')
    .flatMap((line) => {
      const cells = line.split(',');
      const nsm = Number(cells[7]);
      // The stamp is the end of the quarter; the day's last row carries the date of the day it ends.
      const start =
        Date.UTC(2018, 6, Number(line.slice(0, 2))) - HOME + (nsm === 0 ? 85_500 : nsm - 900) * 1000;
      return CODES.map((code, i) => ({ meterId, start, end: start + Q, code, value: cells[i + 1] ?? '' }));
    });

let product: Product;
let operator: Client;
let consumerId = 0;
let meterId = 0;

beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  const built = await buildMeters(product.database.db, { name: 'billed' });
  consumerId = built.consumerId;
  meterId = built.meterIds[0] ?? 0;
});
afterAll(() => product.close());

const SCHEME = {
  price1: '1.38125',
  price2: '1.105',
  price3: '0.65',
  price4: '0.247',
  basicCharge: '2',
  demandPrice: '32',
  factorStandard: '90',
};

const add = async (resource: string, row: Record<string, unknown>) =>
  operator.post<{ id: number }>(`/api/price/${resource}/add`, { consumerId, ...row });

describe('agreements', () => {
  test('a scheme names what its basic charge needs; an account has one scheme at a time', async () => {
    const { demandPrice: _, ...lacking } = SCHEME;
    expect(await add('priceScheme', { ...lacking, schemeName: 'lacking' })).toMatchObject({
      code: 400,
      field: 'demandPrice',
    });
    const { data: plan } = await add('priceScheme', { ...SCHEME, schemeName: 'first' });
    const agreement = { orgId: consumerId, planId: plan.id, measureAccount: 'A-1' };
    const first = await add('priceAgreement', { ...agreement, beginDt: '2010-01-01', endDt: '2010-12-31' });
    expect(first.code).toBe(200);
    expect(await add('priceAgreement', { ...agreement, beginDt: '2010-12-31' })).toMatchObject({
      code: 409,
      field: 'beginDt',
      message: 'The account has an agreement from 2010-01-01 already; dates may not overlap',
    });
    expect(
      await add('priceAgreement', { ...agreement, beginDt: '2011-02-01', endDt: '2011-01-01' }),
    ).toMatchObject({ code: 400, field: 'endDt' });
    expect((await add('priceAgreement', { ...agreement, beginDt: '2011-01-01' })).code).toBe(200);
    const other = await buildMeters(product.database.db, { name: 'another' });
    expect(
      await add('priceAgreement', { ...agreement, consumerId: other.consumerId, beginDt: '2012-01-01' }),
    ).toMatchObject({ code: 400 });
  });

  test('two at once: one wins, the other is told', async () => {
    const { data: plan } = await add('priceScheme', { ...SCHEME, schemeName: 'race' });
    const agreement = { orgId: consumerId, planId: plan.id, measureAccount: 'A-race' };
    const replies = await Promise.all(
      ['2010-01-01', '2010-02-01', '2010-03-01'].map((beginDt) =>
        add('priceAgreement', { ...agreement, beginDt }),
      ),
    );
    expect(replies.map((reply) => reply.code).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });
});

describe.skipIf(!there)('the bill of a real month', () => {
  const month = (): Promise<AnalysisAnswer> =>
    operator
      .get<AnalysisAnswer>('/api/analysis/bill/getData', {
        orgId: consumerId,
        dataType: '1',
        interval: '501',
        begin: '2018-07-01',
        end: '2018-07-31',
      })
      .then(({ data }) => data);

  beforeAll(async () => {
    const { db } = product.database;
    await storeIntervals(db, july(meterId));
    const rules = { timezoneName: 'Guangdong', siteIdList: null, validFrom: '2018-01-01', rules: GUANGDONG };
    await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: number }>`
        insert into timezone (timezone_name, consumer_id, valid_from, rules)
        values ('Guangdong', ${consumerId}, '2018-01-01', ${JSON.stringify(GUANGDONG)}) returning id`.execute(
        trx,
      );
      const after = { id: rows[0]?.id ?? 0, ...rules };
      await applyChange(trx, consumerId, { resource: 'timezone', before: null, after });
    });
    await foldDirty(db);
  });

  test('is right to the fen, line by line, under both readings of reactive energy', async () => {
    const { data: plan } = await add('priceScheme', { ...SCHEME, schemeName: 'July', reactive: '2' });
    await add('priceAgreement', {
      orgId: consumerId,
      planId: plan.id,
      measureAccount: 'A-July',
      beginDt: '2018-07-01',
      endDt: '2018-07-31',
    });
    // The account of the test above goes on for ever and is billed beside.
    const own = (answer: AnalysisAnswer) => answer.rows.filter((row) => row.cells['account'] === 'A-July');
    const lag = own(await month());
    expect(lag.map(({ cells }) => [cells['quantity'], cells['amount']])).toEqual([
      [22038.3, 30440.4],
      [23656.24, 26140.15],
      [32908.04, 21390.23],
      [3071.83, 758.74],
      [486.72, 15575.04],
      [null, 0],
      [null, 94304.56],
    ]);
    expect(lag[5]?.cells['item']).toMatchObject({ en: 'Power-factor adjustment 0.90 → 0%' });
    await operator.post('/api/price/priceScheme/editfield', {
      id: plan.id,
      fieldName: 'reactive',
      fieldValue: '1',
    });
    const both = own(await month());
    expect(both[5]?.cells).toMatchObject({
      item: { en: 'Power-factor adjustment 0.85 → 2.5%' },
      amount: 2357.61,
    });
    expect(both[6]?.cells['amount']).toBe(96662.17);
    const { data: view } = await operator.get<BillView>('/api/price/bill/get', {
      consumerId,
      measureAccount: 'A-July',
      month: '2018-07',
    });
    const inputs = view.rows.find((row) => row.key === 'actual')?.inputs.en;
    expect(inputs).toBe('Maximum demand 486.72 kW, 2018-07-05 08:45–09:00, sliding by 1 min');
  });

  test('a demand that was never measured is what registers prove', async () => {
    const { db } = product.database;
    const built = await buildMeters(db, { name: 'by the day' });
    const day = 24 * 4 * Q;
    const start = Date.UTC(2018, 6, 1) - HOME;
    await storeIntervals(
      db,
      Array.from({ length: 31 }, (_, i) => ({
        meterId: built.meterIds[0] ?? 0,
        start: start + i * day,
        end: start + (i + 1) * day,
        code: 'PP',
        value: '100',
      })),
    );
    await foldDirty(db);
    const consumer = { consumerId: built.consumerId };
    const { data: plan } = await add('priceScheme', { ...SCHEME, ...consumer, schemeName: 'by the day' });
    await add('priceAgreement', {
      ...consumer,
      orgId: built.consumerId,
      planId: plan.id,
      measureAccount: 'A-day',
      beginDt: '2018-01-01',
    });
    const { data } = await operator.get<AnalysisAnswer>('/api/analysis/bill/getData', {
      orgId: built.consumerId,
      interval: '501',
      begin: '2018-07-01',
      end: '2018-07-31',
    });
    expect(data.rows.map(({ cells }) => [cells['quantity'], cells['amount']])).toEqual([
      [3100, 2015],
      // Each day of 100 kWh proves a mean of 4.17 kW.
      [4.166666, 133.33],
      [null, 2148.33],
    ]);
    expect(data.rows.at(-1)?.flags).toContain('partial');
  });

  test('another enterprise sees nothing of it', async () => {
    const other = await buildMeters(product.database.db, { name: 'stranger' });
    const { data } = await operator.get<AnalysisAnswer>('/api/analysis/bill/getData', {
      orgId: other.consumerId,
      interval: '501',
      begin: '2018-07-01',
      end: '2018-07-31',
    });
    expect(data.rows).toEqual([]);
  });
});
