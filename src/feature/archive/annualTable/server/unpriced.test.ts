import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildBilled } from '#test/build/billed.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { AnnualTable } from '../contract.ts';

let product: Product;
let operator: Client;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
});
afterAll(() => product.close());

test('what only a part of the energy cost is not told as what all of it did', async () => {
  const plant = await buildBilled(product, operator, { name: 'priced late', from: '2024-01-01', days: 60 });
  const plan = await plant.add('priceScheme', { schemeName: 'flat', standard: '0', price1: 1, price2: 1, price3: 1, price4: 1, basicCharge: '0', factorStandard: '0' }); // prettier-ignore
  await plant.add('priceAgreement', { measureAccount: 'A', orgId: plant.consumerId, planId: plan, beginDt: '2024-01-31' }); // prettier-ignore
  await plant.fold();
  const table = ok(
    await operator.get<AnnualTable>('/api/yunshui/annualTable/getTable', { orgId: plant.consumerId, year: 2024 }),
  ); // prettier-ignore
  const row = table.rows.find(({ energyCode }) => energyCode === '33');
  // 30 of 60 days at 1 yuan: 28,800 kWh.
  expect(row?.cells.money).toMatchObject({ value: 28.8, source: 'cost' });
  const told = table.checks.filter(
    ({ energyCode, columns }) => energyCode === '33' && columns.includes('money'),
  );
  expect(told.map(({ text }) => text.en)).toEqual([
    'Electricity: cost leaves out 50 % of the energy, which has no price agreement: enter it, or what was paid',
  ]);
});
