import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import type { SettlementDemand } from '#feature/money/demand/contract.ts';
import { foldDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import { readSheet } from '#server/sheet/readSheet.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { BillPaper, BillView } from '../contract.ts';

const FROM = Date.parse('2024-02-01T00:00:00+08:00');
const QUARTERS = 29 * 96;
const SCHEME = { price1: 1, price2: 1, price3: 0.5, price4: 0.5, demandPrice: 32, basicCharge: '2', factorStandard: '90', reactive: '1' }; // prettier-ignore

let product: Product;
let operator: Client;

beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
});
afterAll(() => product.close());

/** Registers of a meter: kWh of every quarter, and which of its ends were sent. */
async function send(
  meter: number,
  code: string,
  energyAt: (q: number) => number,
  sent: (q: number) => boolean,
): Promise<void> {
  const builder = new BatchBuilder();
  let register = 1000;
  for (let q = 0; q <= QUARTERS; q++) {
    if (sent(q)) {
      builder.row(meter, FROM + q * Q);
      builder.set(codeIndex(code), register);
    }
    register += energyAt(q);
  }
  await storeReadings(product.database.db, builder.batch());
}

const always = (): boolean => true;

async function account(name: string, meters = 1, scheme: Record<string, unknown> = {}) {
  const { consumerId, meterIds } = await buildMeters(product.database.db, { name, meters });
  const add = async (resource: string, row: Record<string, unknown>): Promise<number> =>
    ok(await operator.post<{ id: number }>(`/api/price/${resource}/add`, { consumerId, ...row })).id;
  const planId = await add('priceScheme', { ...SCHEME, schemeName: name, ...scheme });
  const agreementId = await add('priceAgreement', { measureAccount: name, orgId: consumerId, planId, beginDt: '2024-01-01', capacity: 400, contractDemand: 100 }); // prettier-ignore
  return { consumerId, meterIds, agreementId };
}

async function bill(consumerId: number, measureAccount: string): Promise<BillView> {
  await foldDirty(product.database.db);
  return ok(await operator.get<BillView>('/api/price/bill/get', { consumerId, measureAccount, month: '2024-02' })); // prettier-ignore
}

const reported = (view: BillView) => view.doubtfulLines.map(({ part, reason }) => `${part} ${reason}`);

test('a month that is whole has no doubt', async () => {
  const { consumerId, meterIds } = await account('whole');
  for (const code of ['PP', 'QI']) await send(meterIds[0] ?? 0, code, () => 10, always);
  const view = await bill(consumerId, 'whole');
  expect(view.doubtfulLines).toEqual([]);
  expect(view.rows.some((row) => row.doubtful || row.atLeast)).toBe(false);
  expect(view.rows.map((row) => row.key)).toContain('powerFactor');
  expect(view.rows.find((row) => row.key === 'actual')?.inputs.en).toContain('sliding by 1 min');
});

test('40 kW measured while registers prove 400: charged by what is proven, and the bill says at least', async () => {
  const { consumerId, meterIds } = await account('gap');
  // 10 kWh a quarter; four hours of the fifth day are silent and come to 1600 kWh.
  const [a, b] = [4 * 96 + 32, 4 * 96 + 48];
  for (const code of ['PP', 'QI'])
    await send(meterIds[0] ?? 0, code, (q) => (q >= a && q < b ? 100 : 10), (q) => q <= a || q >= b); // prettier-ignore
  const view = await bill(consumerId, 'gap');
  const row = view.rows.find((one) => one.key === 'actual');
  expect(row).toMatchObject({ quantity: 400, amount: 12_800, atLeast: true, doubtful: true });
  expect(row?.inputs.en).toContain(
    'Maximum demand at least 400 kW (proven by registers), 2024-02-05 08:00–12:00',
  );
  const proven = view.doubtfulLines.find((one) => one.reason === 'proven');
  expect(proven).toMatchObject({ part: 'demand', lines: ['actual', 'powerFactor'], spans: [{ from: FROM + a * Q, to: FROM + b * Q }], more: 0 }); // prettier-ignore
  expect(proven?.text.en).toContain('Only 40 kW was measured, registers prove at least 400 kW');
  expect(view.demandMissing).toBe(false);
  // Both energies lie over the same span: the power factor stands. What it adjusts is at least so much, so it is in doubt too.
  expect(view.rows.find((one) => one.key === 'powerFactor')).toMatchObject({ doubtful: true });
  expect(view.rows.filter(({ doubtful }) => doubtful).map(({ key }) => key)).toEqual([
    'actual',
    'powerFactor',
  ]);
  const list = ok(await operator.get<SettlementDemand>('/api/demand/settlement/getlist', { orgId: consumerId, from: '2024-02-01', to: '2024-02-29' })); // prettier-ignore
  expect(list.list.find((one) => one.month === '2024-02')?.maximum).toEqual({ value: 400, from: FROM + a * Q, to: FROM + b * Q, proven: true }); // prettier-ignore
});

/** The rows of a sheet of the workbook of a bill. */
async function sheetOfBill(consumerId: number, measureAccount: string, sheet: string): Promise<unknown[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'meterhouse-doubt-'));
  try {
    const path = join(folder, 'bill.xlsx');
    const { body } = await operator.download('/api/price/bill/export', { consumerId, measureAccount, month: '2024-02' }); // prettier-ignore
    await writeFile(path, body);
    const rows: unknown[][] = [];
    for await (const { cells } of (await readSheet(path, { sheet })).rows()) rows.push([...cells]);
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('sheet and paper of a bill in doubt name each doubt, its span and what to do, and say at least', async () => {
  const { consumerId, meterIds } = await account('told', 1, { factorStandard: '0' });
  const [a, b] = [4 * 96 + 32, 4 * 96 + 48];
  // The last two hours are not there yet either: their energy is not in it.
  await send(meterIds[0] ?? 0, 'PP', (q) => (q >= a && q < b ? 100 : 10), (q) => (q <= a || q >= b) && q <= QUARTERS - 8); // prettier-ignore
  const view = await bill(consumerId, 'told');
  expect(reported(view)).toEqual(['energy missing', 'demand proven', 'demand unmeasured']);

  const lines = await sheetOfBill(consumerId, 'told', 'Bill');
  expect(lines.find(([name]) => name === 'In doubt')?.[1]).toContain('3 on incomplete data');
  const demand = lines.find(([, quantity]) => quantity === 400);
  expect(demand?.[5]).toMatch(/^At least; In doubt; Maximum demand at least 400 kW \(proven by registers\)/);
  expect(lines.at(-1)).toEqual(['Total', view.energy, 'kWh', null, view.total, 'At least']);
  const doubts = await sheetOfBill(consumerId, 'told', 'In doubt');
  expect(doubts[0]).toEqual(['Items', 'Why', 'Meter', 'From', 'To', 'What to do']);
  const items = new Map(view.rows.map(({ key, item }) => [key, item.en]));
  const told = view.doubtfulLines.flatMap(({ lines: keys, text, remedy, spans }) =>
    spans.map(({ from, to, ammeterName }) => [
      keys.map((key) => items.get(key)).join(', '),
      text.en,
      ammeterName,
      ...[from, to].map((t) => new Date(t + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')),
      remedy.en,
    ]),
  );
  expect(doubts.slice(1).map((row) => row.map((cell) => cell ?? null))).toEqual(told);
  expect(doubts.flat()).toEqual(expect.arrayContaining(['2024-02-05 08:00', '2024-02-05 12:00', '2024-02-29 22:00', '2024-03-01 00:00'])); // prettier-ignore

  const paper = ok(await operator.get<BillPaper>('/api/price/bill/getPaper', { consumerId, measureAccount: 'told', month: '2024-02' })); // prettier-ignore
  expect(paper.bill).toEqual(view);
});

test('hours beside a few quarters: what the hours prove, of one meter and of two together', async () => {
  const { consumerId, meterIds } = await account('hours', 2, { factorStandard: '0' });
  const [a = 0, b = 0] = meterIds;
  await send(a, 'PP', (q) => (q < 4 ? 5 : 25), (q) => q < 4 || q % 4 === 0); // prettier-ignore
  await send(b, 'PP', () => 5, always);
  const view = await bill(consumerId, 'hours');
  // Measured: 20 + 20 in the first hour; proven: 100 + 20 in every other.
  expect(view.rows.find((one) => one.key === 'actual')).toMatchObject({ quantity: 120, atLeast: true });
  expect(reported(view)).toEqual(['demand proven', 'demand unmeasured']);
});

test('a gap that could not hide a higher demand is no doubt of it', async () => {
  const { consumerId, meterIds } = await account('night', 1, { factorStandard: '0' });
  await send(meterIds[0] ?? 0, 'PP', (q) => (q % 96 === 40 ? 100 : 5), (q) => q !== 4); // prettier-ignore
  const view = await bill(consumerId, 'night');
  expect(view.rows.find((one) => one.key === 'actual')).toMatchObject({ quantity: 400, atLeast: false, doubtful: false }); // prettier-ignore
  expect(view.doubtfulLines).toEqual([]);
});

test('a gap over the instant at which prices change is shared out between them, and says so', async () => {
  const none = { basicCharge: '0', factorStandard: '0', fundPrice: 0.02 };
  const { consumerId, meterIds } = await account('dearer', 1, none);
  // From 15 February 20:00 to 16 February 08:00, the day from which on it costs more.
  const [a, b] = [14 * 96 + 80, 15 * 96 + 32];
  const gap = { from: FROM + a * Q, to: FROM + b * Q };
  await send(meterIds[0] ?? 0, 'PP', () => 10, (q) => q <= a || q >= b); // prettier-ignore
  expect((await bill(consumerId, 'dearer')).doubtfulLines).toEqual([]);
  const { data: plans } = await operator.get<{ id: number }[]>('/api/price/priceScheme/searchall', { schemeName: 'dearer' }); // prettier-ignore
  const version = (row: Record<string, unknown>) =>
    operator.post<{ id: number }>('/api/price/priceVersion/add', { consumerId, planId: plans[0]?.id, versionName: 'v', ...row }); // prettier-ignore
  const { id } = ok(await version({ validFrom: '2024-02-16', price3: 0.9 }));
  const view = await bill(consumerId, 'dearer');
  expect(reported(view)).toEqual(['energy spread']);
  expect(view.doubtfulLines[0]).toMatchObject({
    lines: ['energy02024-02-01', 'energy02024-02-16'],
    spans: [gap],
    text: { en: expect.stringContaining('a change of prices') },
  });
  ok(await operator.post('/api/price/priceVersion/del', { id }));
  // Funds alone, for which lines of energy are not cut.
  ok(await version({ validFrom: '2024-02-16', fundPrice: 0.03 }));
  expect((await bill(consumerId, 'dearer')).doubtfulLines).toMatchObject([
    { reason: 'spread', lines: ['funds2024-02-01', 'funds2024-02-16'] },
  ]);
});

test('a gap over the end of an agreement is shared out, also of a meter with own registers of periods', async () => {
  const none = { basicCharge: '0', factorStandard: '0' };
  const { consumerId, meterIds, agreementId } = await account('own', 1, none);
  const [a, b] = [14 * 96 + 80, 15 * 96 + 32];
  const sent = (q: number): boolean => q <= a || q >= b;
  for (const code of ['PP', 'PP3']) await send(meterIds[0] ?? 0, code, () => 10, sent);
  expect((await bill(consumerId, 'own')).doubtfulLines).toEqual([]);
  ok(await operator.post('/api/price/priceAgreement/editfield', { id: agreementId, fieldName: 'endDt', fieldValue: '2024-02-15' })); // prettier-ignore
  const row = { consumerId, measureAccount: 'own', orgId: consumerId, beginDt: '2024-02-16' };
  const { id: planId } = ok(await operator.post<{ id: number }>('/api/price/priceScheme/add', { consumerId, ...SCHEME, ...none, schemeName: 'next', price3: 0.7 })); // prettier-ignore
  ok(await operator.post('/api/price/priceAgreement/add', { ...row, planId }));
  const view = await bill(consumerId, 'own');
  expect(reported(view)).toEqual(['energy spread']);
  expect(view.doubtfulLines[0]?.lines).toEqual(['energy32024-02-01', 'energy32024-02-16']);
});

test('a reset proves nothing; a gap over the settlement is shared out, and says so', async () => {
  const { consumerId, meterIds } = await account('reset', 1, { factorStandard: '0' });
  const meter = meterIds[0] ?? 0;
  const builder = new BatchBuilder();
  for (let q = 0; q <= QUARTERS - 8; q++) {
    if (q > 100 && q < 200) continue;
    builder.row(meter, FROM + q * Q);
    builder.set(codeIndex('PP'), q <= 100 ? 90_000 + q * 10 : (q - 200) * 10);
  }
  builder.row(meter, FROM + (QUARTERS + 8) * Q);
  builder.set(codeIndex('PP'), (QUARTERS - 192) * 10);
  await storeReadings(product.database.db, builder.batch());
  const view = await bill(consumerId, 'reset');
  expect(view.rows.find((one) => one.key === 'actual')).toMatchObject({ quantity: 40, atLeast: true });
  expect(reported(view)).toEqual(['energy crossing', 'energy missing', 'energy doubt', 'demand unmeasured']);
  expect(view.doubtfulLines[0]?.lines).toContain('energy0');
});

test('a power factor of different spans is neither rewarded nor charged', async () => {
  const { consumerId, meterIds } = await account('reactive', 2, { basicCharge: '0' });
  const [a = 0, b = 0] = meterIds;
  await send(a, 'PP', () => 10, always);
  await send(a, 'QI', () => 1, always);
  await send(b, 'PP', () => 10, always);
  // The reactive register of the second meter is silent for good after ten days.
  await send(b, 'QI', () => 1, (q) => q <= 960); // prettier-ignore
  const view = await bill(consumerId, 'reactive');
  expect(view.rows.map((one) => one.key)).not.toContain('powerFactor');
  expect(reported(view)).toEqual(['powerFactor reactive']);
  expect(view.doubtfulLines[0]).toMatchObject({
    lines: [],
    spans: [{ from: FROM + 960 * Q, to: FROM + QUARTERS * Q, ammeterId: b, ammeterName: 'Meter 2' }],
  });
  // Known again over the whole month it counts: 2 · 10 kWh and 2 · 1 kvarh a quarter are 1.00.
  await send(b, 'QI', () => 1, always);
  const whole = await bill(consumerId, 'reactive');
  expect(whole.doubtfulLines).toEqual([]);
  expect(whole.rows.find((one) => one.key === 'powerFactor')?.item.en).toContain('1.00 → −0.75%');
});
