import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS as HOUR } from '#domain/time/duration.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { readSheet } from '#server/sheet/readSheet.ts';
import { buildMeters } from '#test/build/meter.ts';
import { add } from '#test/build.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { AnnualTable, ColumnKey } from '../contract.ts';

/** 2022-12-30 00:00 in Shanghai: some days before the year, so that its border counts. */
const FIRST = Date.UTC(2022, 11, 29, 16);
const YEAR_FROM = Date.UTC(2022, 11, 31, 16);
const YEAR_TO = Date.UTC(2023, 11, 31, 16);
/** Spans of 6 hours, over both borders of the year. */
const SPANS = [0, 360].flatMap((day) => Array.from({ length: 14 * 4 }, (_, i) => day * 4 + i));
const DAYS_IN_YEAR = 12 + 7;

let product: Product;
let operator: Client;
let consumerId = 0;
let meterIds: number[] = [];
/** Energy type of each meter: two incoming electricity meters, one below the first, gas, heat in MJ, diesel. */
const TYPES = ['1', '1', '1', '4', '5', '8'];
/** Whole thousandths of what each meter counted in the year: summed here, beside the product. */
const truth: bigint[] = [];

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  const { db } = product.database;
  ({ consumerId, meterIds } = await buildMeters(db, { name: 'annual', meters: TYPES.length }));
  for (const [i, id] of meterIds.entries())
    await sql`update ammeter set data_type = ${TYPES[i] ?? '1'}, parent_id = ${i === 2 ? (meterIds[0] ?? null) : null}
      where id = ${id}`.execute(db);
  let random = 11;
  const values = meterIds.flatMap((meterId, m) =>
    SPANS.map((i) => {
      random = (random * 1103515245 + 12345) % 2147483648;
      const thousandths = random % 9_000_000;
      const start = FIRST + i * 6 * HOUR;
      if (start >= YEAR_FROM && start < YEAR_TO) truth[m] = (truth[m] ?? 0n) + BigInt(thousandths);
      return { meterId, start, end: start + 6 * HOUR, code: 'PP', value: (thousandths / 1000).toFixed(3) };
    }),
  );
  await storeIntervals(db, values);
  await foldDirty(db);
});
afterAll(() => product.close());

const at = '/api/yunshui/annualTable';
const ask = async (year = 2023): Promise<AnnualTable> =>
  ok(await operator.get<AnnualTable>(`${at}/getTable`, { orgId: consumerId, year }));
const enter = (energyCode: string, fieldName: string, fieldValue: string, year = 2023) =>
  operator.post(`${at}/saveEntry`, {
    orgId: consumerId,
    year,
    energyCode,
    fieldName,
    fieldValue,
    remark: 'invoice',
  });
const cell = (table: AnnualTable, code: string, key: ColumnKey) =>
  [...table.rows, table.total].find((row) => row.energyCode === code)?.cells[key];
/** Thousandths of a meter's unit in units of the table, rounded to millionths as the table does. */
const inUnits = (thousandths: bigint, perUnit: bigint): number => {
  const micro = thousandths * 1000n;
  return Number((2n * micro + perUnit) / (2n * perUnit)) / 1e6;
};

describe('the annual table of a generated enterprise', () => {
  test('equals what was summed beside the product', async () => {
    const table = await ask();
    const [e1 = 0n, e2 = 0n, , gas = 0n, heat = 0n, diesel = 0n] = truth;
    const power = inUnits(e1 + e2, 10_000n);
    expect(cell(table, '33', 'total')).toEqual({ value: power, source: 'formula' });
    expect(cell(table, '33', 'realNum')).toEqual({ value: power, source: 'usage' });
    expect(cell(table, '33', 'endNum')?.value).toBeNull();
    expect(cell(table, '15', 'total')?.value).toBe(inUnits(gas, 10_000n));
    expect(cell(table, '32', 'total')?.value).toBe(inUnits(heat, 1000n));
    expect(cell(table, '21', 'total')?.value).toBe(inUnits(diesel, 1n));
    expect(cell(table, '21', 'realNum')).toEqual({ value: null, source: 'none' });
    // Row 40 in floating point, by the coefficients of the form.
    const coal = power * 1.229 + inUnits(gas, 10_000n) * 13.3 + inUnits(heat, 1000n) * 0.03412 + inUnits(diesel, 1n) * 1.4571; // prettier-ignore
    expect(cell(table, '40', 'total')?.value).toBeCloseTo(coal, 4);
    const row = table.rows.find((one) => one.energyCode === '33');
    expect(row?.measure?.meters.map((meter) => meter.ammeterId)).toEqual([meterIds[0], meterIds[1]]);
    expect(row?.measure?.coverage).toBe(Math.floor((100 * DAYS_IN_YEAR) / 365));
  });

  test('demands the whole year of a meter whose commissioning nobody stated, else what follows it', async () => {
    const power = async () => (await ask(2022)).rows.find((row) => row.energyCode === '33');
    // Two days of 365; the first reading is of 30 December.
    const months = Array.from({ length: 11 }, (_, i) => `2022-${String(i + 1).padStart(2, '0')}`);
    expect((await power())?.measure).toMatchObject({ coverage: 0, missing: months });
    const { checks } = await ask(2022);
    expect(checks.find((check) => check.energyCode === '33')?.text.en).toBe(
      'Electricity: readings cover 0% of the time only, none of 2022-01 – 2022-11',
    );
    const commission = (day: string | null) =>
      sql`update ammeter set commissioned = ${day}::date where id = ${meterIds[0]} or id = ${meterIds[1]}`.execute(
        product.database.db,
      );
    await commission('2022-12-30');
    expect((await power())?.measure).toMatchObject({ coverage: 100, missing: [] });
    expect((await ask(2022)).checks.some((check) => check.energyCode === '33' && check.columns.includes('total'))).toBe(false); // prettier-ignore
    await commission(null);
  });

  test('a person enters what meters cannot know; the year before gives the stock', async () => {
    ok(await enter('21', 'beginNum', '200000', 2022));
    ok(await enter('21', 'realNum', '2.5', 2022));
    const filed = ok(
      await operator.post<{ version: number }>(`${at}/file`, { orgId: consumerId, year: 2022 }),
    );
    expect(filed.version).toBe(1);
    const left = cell(await ask(2022), '21', 'endNum')?.value ?? 0;
    expect(cell(await ask(), '21', 'beginNum')).toEqual({ value: left, source: 'before' });
    ok(await enter('21', 'realNum', '200000'));
    ok(await enter('33', 'deindustryConsum', '12.25'));
    const table = await ask();
    expect(cell(table, '33', 'deindustryConsum')).toEqual({ value: 12.25, source: 'entry' });
    expect(cell(table, '33', 'industryConsum')?.source).toBe('formula');
    expect(table.rows.find((row) => row.energyCode === '21')?.remarks).toEqual({ realNum: 'invoice' });
    ok(await enter('33', 'deindustryConsum', ''));
    expect(cell(await ask(), '33', 'deindustryConsum')?.value).toBeNull();
  });

  test('an account with a supplier stands beside its row', async () => {
    await add(operator, 'energyAccount', {
      consumerId,
      accountType: '2',
      accountNo: 'EL-1',
      accountName: 'Works',
      provider: 'Grid',
    });
    const row = (await ask()).rows.find((one) => one.energyCode === '33');
    expect(row?.accounts).toEqual([{ accountNo: 'EL-1', accountName: 'Works', provider: 'Grid' }]);
  });

  test('a failed check forbids to file; what changes after filing is shown', async () => {
    ok(await enter('33', 'beginNum', '1'));
    const refused = await operator.post(`${at}/file`, { orgId: consumerId, year: 2023 });
    expect(refused.code).toBe(409);
    expect(refused.message).toContain('Opening stock must be 0');
    ok(await enter('33', 'beginNum', ''));
    ok(await operator.post(`${at}/file`, { orgId: consumerId, year: 2023, remark: 'first' }));
    expect((await ask()).differences).toEqual([]);
    ok(await enter('33', 'money', '1234.5'));
    const table = await ask();
    expect(table.differences).toEqual([
      { energyCode: '33', column: 'money', filed: null, now: 1234.5 },
      { energyCode: '40', column: 'money', filed: null, now: 1234.5 },
    ]);
    expect(table.filings).toMatchObject([{ version: 1, remark: 'first' }]);
  });

  test('is a workbook in the layout of the form', async () => {
    const { body } = await operator.download(`${at}/exportTable`, { orgId: consumerId, year: 2023 });
    const path = (await product.services.files.put(body)).path;
    const sheet = await readSheet(path);
    const rows: string[][] = [];
    for await (const row of sheet.rows()) rows.push(row.cells.map((value) => String(value ?? '')));
    expect(rows[0]?.[0]).toBe('Energy purchases, consumption and stock');
    expect(rows[4]?.slice(0, 5)).toEqual(['甲', '乙', '丙', '1', '2']);
    const power = rows.find((row) => row[2] === '33');
    expect(power?.[4]).toBe(String(cell(await ask(), '33', 'realNum')?.value));
    expect(rows.find((row) => row[2] === '40')?.[1]).toBe('tce');
  });

  test('refuses what cannot be, naming the field', async () => {
    expect(await enter('77', 'realNum', '1')).toMatchObject({ code: 400, field: 'energyCode' });
    expect(await enter('33', 'realNum', '-1')).toMatchObject({ code: 400, field: 'fieldValue' });
    expect(await enter('33', 'realNum', '1,5')).toMatchObject({ code: 400, field: 'fieldValue' });
    expect(await enter('33', 'total', '1')).toMatchObject({ code: 400, field: 'fieldName' });
    expect(await operator.get(`${at}/getTable`, { orgId: consumerId, year: 2199 })).toMatchObject({
      code: 400,
      field: 'year',
    });
  });
});
