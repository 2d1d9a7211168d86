import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checksOf, totalChecks } from './check.ts';
import { TABLE_ENERGIES } from './energy.ts';
import { type Known, rowsOf, totalOf, UNKNOWN } from './table.ts';

const micro = (value: number): bigint => BigInt(Math.round(value * 1e6));
const known = (rows: Readonly<Record<string, Partial<Known>>>): Map<string, Known> =>
  new Map(Object.entries(rows).map(([code, row]) => [code, { ...UNKNOWN, ...row }]));
const at = (rows: ReturnType<typeof rowsOf>, code: string) => {
  const row = rows.find((one) => one.energy.code === code);
  if (!row) throw new Error(code);
  return row;
};

describe('the annual table', () => {
  test('has the 39 rows of the form in order', () => {
    expect(TABLE_ENERGIES.map((energy) => energy.code)).toEqual(
      Array.from({ length: 39 }, (_, i) => String(i + 1).padStart(2, '0')),
    );
  });

  test('what comes by wire is purchased as it is consumed, and never in stock', () => {
    const { cells, coal } = at(
      rowsOf(known({ 33: { measured: micro(100), entered: { deindustryConsum: micro(8) } } })),
      '33',
    );
    expect(cells.realNum).toEqual({ value: micro(100), source: 'usage' });
    expect(cells.industryConsum).toEqual({ value: micro(92), source: 'formula' });
    expect(cells.total.value).toBe(micro(100));
    expect(cells.endNum.value).toBeNull();
    expect(coal).toBe(micro(122.9));
  });

  test('stock runs on from the year before', () => {
    const facts = known({
      21: { before: micro(3), entered: { realNum: micro(10), industryConsum: micro(9), adjust: micro(-1) } },
    });
    const { cells } = at(rowsOf(facts), '21');
    expect(cells.beginNum).toEqual({ value: micro(3), source: 'before' });
    expect(cells.endNum.value).toBe(micro(3));
    expect(checksOf(rowsOf(facts), facts).map((check) => check.columns)).toEqual([['money']]);
  });

  test('what is left is unknown where the opening stock is', () => {
    const bought = { realNum: micro(10), industryConsum: micro(10) };
    expect(at(rowsOf(known({ 21: { entered: bought } })), '21').cells.endNum.value).toBeNull();
    const from0 = known({ 21: { entered: { ...bought, beginNum: 0n } } });
    expect(at(rowsOf(from0), '21').cells.endNum.value).toBe(0n);
  });

  test('what was paid in all is incomplete where energies were bought without an amount', () => {
    const power = { measured: micro(100), cost: micro(60) };
    const rows = rowsOf(known({ 15: { measured: micro(5) }, 32: { measured: micro(7) }, 33: power }));
    expect(totalOf(rows).money.value).toBe(micro(60));
    expect(totalChecks(rows)).toMatchObject([
      {
        level: 'warning',
        energyCode: '40',
        columns: ['money'],
        text: {
          zh: '合计金额不完整，缺少天然气、热力',
          en: 'Total cost is incomplete without natural gas, heat',
        },
      },
    ]);
    expect(totalChecks(rowsOf(known({ 33: power })))).toEqual([]);
    expect(totalChecks(rowsOf(known({ 15: { measured: micro(5) } })))).toEqual([]);
  });

  test('raw coal is the sum of its parts, which count once', () => {
    const rows = rowsOf(
      known({
        '01': { measured: micro(99) },
        '02': { entered: { industryConsum: micro(10) } },
        '04': { entered: { industryConsum: micro(30) } },
      }),
    );
    expect(at(rows, '01').cells.total.value).toBe(micro(40));
    // (10 × 0.9428 + 30 × 0.7143) / 40
    expect(at(rows, '01').cells.useCoeff).toEqual({ value: micro(0.771425), source: 'formula' });
    expect(totalOf(rows).total.value).toBe(micro(10 * 0.9428 + 30 * 0.7143));
  });

  test('says what cannot be', () => {
    const facts = known({
      '09': {
        entered: {
          industryConsum: micro(5),
          material: micro(6),
          transConsum: micro(7),
          useCoeff: micro(1.3),
        },
      },
      33: { measured: micro(100), entered: { industryConsum: micro(90), beginNum: micro(1) } },
    });
    const found = checksOf(rowsOf(facts), facts).map(
      (check) => `${check.energyCode} ${check.columns.join()}`,
    );
    expect(found).toEqual([
      '09 total,material',
      '09 industryConsum,material',
      '09 total,transConsum',
      '09 useCoeff',
      '33 beginNum',
      '33 endNum',
      '33 total',
      '33 money',
    ]);
  });

  test('nothing known is nothing, never 0', () => {
    const rows = rowsOf(new Map());
    expect(rows.every((row) => row.coal === null && row.cells.endNum.value === null)).toBe(true);
    expect(totalOf(rows).total.value).toBeNull();
    expect(checksOf(rows, new Map())).toEqual([]);
  });

  test('opening, purchases and adjustment less consumption are the closing stock, whatever the figures', () => {
    const amount = fc.bigInt(0n, 10n ** 15n);
    fc.assert(
      fc.property(amount, amount, amount, amount, (beginNum, realNum, industryConsum, deindustryConsum) => {
        const { cells } = at(
          rowsOf(known({ 19: { entered: { beginNum, realNum, industryConsum, deindustryConsum } } })),
          '19',
        );
        expect(cells.endNum.value).toBe(beginNum + realNum - industryConsum - deindustryConsum);
      }),
    );
  });
});
