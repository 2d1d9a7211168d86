import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cell } from '#server/sheet/cell.ts';
import { readSheet } from '#server/sheet/readSheet.ts';
import type { BillView } from '../contract.ts';
import { billWorkbook } from './exportBill.ts';

const FROM = Date.parse('2024-02-01T00:00:00+08:00');
const TO = Date.parse('2024-03-01T00:00:00+08:00');

const view: BillView = {
  measureAccount: '=1+1',
  orgId: 1,
  orgName: 'Works',
  schemeName: 'large',
  month: '2024-02',
  from: FROM,
  to: TO,
  timeZone: 'Asia/Shanghai',
  settlementDay: 1,
  settlementHour: 0,
  unfinished: false,
  coverage: 99,
  flags: [],
  rows: [
    {
      key: 'energy2',
      item: { zh: '峰段电量', en: 'Peak energy' },
      quantity: 8150.25,
      unit: 'kWh',
      price: 1.105,
      amount: 9006.03,
      inputs: { zh: '1 块表计', en: 'One meter' },
      doubtful: false,
      atLeast: false,
      opens: null,
    },
    {
      key: 'fee1',
      item: { zh: '其他', en: 'Other' },
      quantity: null,
      unit: '',
      price: null,
      amount: -6.03,
      inputs: { zh: '', en: '' },
      doubtful: false,
      atLeast: false,
      opens: null,
    },
  ],
  total: 9000,
  energy: 8150.25,
  averagePrice: 1.104261,
  parts: [],
  demandMissing: false,
  doubtful: [],
  doubtfulLines: [],
  neverHeard: [],
  issued: {
    issuedAt: TO,
    issuedBy: 'Somebody',
    total: 8999.9,
    differences: [
      { item: { zh: '峰段电量', en: 'Peak energy' }, issued: 9005.93, now: 9006.03, difference: 0.1 },
    ],
    causes: [{ zh: '读数变化', en: 'Readings changed' }],
    days: [],
  },
  invoice: {
    number: 'N-1',
    rows: [
      {
        id: 1,
        item: 'energy2',
        label: { zh: '峰段电费', en: 'Peak energy' },
        invoiced: { quantity: 8200, price: 1.105, amount: 9061 },
        own: { quantity: 8150.25, price: 1.105, amount: 9006.03 },
        difference: 54.97,
        why: [{ zh: '电量不同', en: 'The quantity differs' }],
      },
    ],
  },
};

let folder = '';
let path = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meterhouse-bill-'));
  path = join(folder, 'bill.xlsx');
  const days = [
    { date: '2024-02-01', energy: 8_150_250_000n, coverage: 100, flags: [] },
    { date: '2024-02-02', energy: null, coverage: 0, flags: ['interpolated' as const] },
  ];
  await writeFile(path, await billWorkbook(view, days, 'en'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function cellsOf(sheet: string): Promise<(Cell | undefined)[][]> {
  const rows: (Cell | undefined)[][] = [];
  for await (const { cells } of (await readSheet(path, { sheet })).rows()) rows.push([...cells]);
  return rows;
}

test('the bill: its facts, every line as numbers, the total', async () => {
  const rows = await cellsOf('Bill');
  expect(rows.slice(0, 4).map((row) => row.slice(0, 2))).toEqual([
    ['Account', '=1+1'],
    ['Object', 'Works'],
    ['Settlement month', '2024-02'],
    ['Time', '2024-02-01 00:00 – 2024-03-01 00:00 (Asia/Shanghai)'],
  ]);
  expect(rows.at(-4)?.slice(0, 6)).toEqual([
    'Item',
    'Quantity',
    'Unit',
    'Price (CNY)',
    'Amount (CNY)',
    'Based on',
  ]);
  expect(rows.at(-3)?.slice(0, 6)).toEqual(['Peak energy', 8150.25, 'kWh', 1.105, 9006.03, 'One meter']);
  expect([rows.at(-2)?.[0], rows.at(-2)?.[4]]).toEqual(['Other', -6.03]);
  expect([rows.at(-1)?.[0], rows.at(-1)?.[4]]).toEqual(['Total', 9000]);
});

test('the invoice beside it, the bill as it was issued, the days', async () => {
  expect((await cellsOf('Invoice')).at(-1)).toEqual([
    'Peak energy', 8200, 1.105, 9061, 8150.25, 1.105, 9006.03, 54.97, 'The quantity differs',
  ]); // prettier-ignore
  const issued = await cellsOf('Issued');
  expect(issued.at(-2)).toEqual(['Peak energy', 9005.93, 9006.03, 0.1]);
  expect(issued.at(-1)).toEqual(['Total', 8999.9, 9000, 0.1]);
  expect((await cellsOf('Days')).slice(1).map((row) => [row[0], row[1] ?? null, row[2]])).toEqual([
    ['2024-02-01', 8150.25, 100],
    ['2024-02-02', null, 0],
  ]);
});
