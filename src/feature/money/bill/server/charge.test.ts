import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import type { BillView } from '#feature/money/bill/contract.ts';
import type { SettlementDemand } from '#feature/money/demand/contract.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { add } from '#test/build.ts';
import { amountsOf, type Billed, buildBilled, midnight } from '#test/build/billed.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';

const PRICES = { price1: 1, price2: 1, price3: 0.6, price4: 1 };
/** kWh of a day; 40 kW all the time. */
const DAY = 960;

let product: Product;
let operator: Client;
let plant: Billed;

beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  plant = await buildBilled(product, operator, { name: 'charges', from: '2024-01-01', days: 121 });
});
afterAll(() => product.close());

const fen = (yuan: number): number => Math.round(yuan * 100) / 100;
const scheme = (schemeName: string, row: Record<string, unknown>): Promise<number> =>
  plant.add('priceScheme', { ...PRICES, schemeName, demandPrice: 30, capacityPrice: 20, ...row });
const agree = (measureAccount: string, planId: number, row: Record<string, unknown> = {}) =>
  plant.tryAdd('priceAgreement', { measureAccount, orgId: plant.consumerId, planId, beginDt: '2024-01-01', ...row }); // prettier-ignore
/** What was entered before a rule refused it. */
const before = (statement: ReturnType<typeof sql>): Promise<unknown> =>
  statement.execute(product.database.db);

test('8.5 a fee by capacity asks for the capacity: by the agreement, by the fee, and on a bill that has neither', async () => {
  const planId = await scheme('fee', { basicCharge: '0' });
  ok(await agree('bare', planId));
  const fee = { planId, feeName: 'service', feeKind: '3', feePrice: 2, validFrom: '2024-01-01' };
  expect(await plant.tryAdd('priceParameter', fee)).toMatchObject({ code: 400, field: 'feeKind' });
  // A fee of another kind cannot become one in a cell either.
  const id = await plant.add('priceParameter', { ...fee, feeKind: '2' });
  expect(await operator.post('/api/price/priceParameter/editfield', { id, fieldName: 'feeKind', fieldValue: '3' })).toMatchObject({ code: 400, field: 'feeKind' }); // prettier-ignore
  await before(sql`update price_parameter set fee_kind = '3' where id = ${id}`);
  expect(await agree('another', planId)).toMatchObject({ code: 400, field: 'capacity' });
  const bare = await plant.bill('2024-02', 'bare');
  expect(amountsOf(bare)).toEqual([['energy0', fen(29 * DAY * 0.6)]]);
  expect(bare.doubtfulLines).toMatchObject([
    {
      part: 'terms',
      reason: 'terms',
      text: { en: 'service: Charged by capacity, and the agreement states none: the total is without it' },
      remedy: { en: 'Enter the capacity in the agreement' },
    },
  ]);
  ok(await agree('whole', planId, { capacity: 100 }));
  expect(amountsOf(await plant.bill('2024-02', 'whole'))[1]).toEqual([`fee${id}`, 200]);
  expect((await plant.bill('2024-02', 'whole')).doubtfulLines).toEqual([]);
});

test('8.5 a basic charge whose capacity was never stated is a doubt, not 0, and a scheme does not turn to one', async () => {
  const planId = await scheme('turns', { basicCharge: '0' });
  ok(await agree('turns', planId));
  const turn = (fieldValue: string) =>
    operator.post('/api/price/priceScheme/editfield', { id: planId, fieldName: 'basicCharge', fieldValue });
  expect(await turn('1')).toMatchObject({ code: 400, field: 'basicCharge' });
  expect(await turn('3')).toMatchObject({ code: 400, field: 'basicCharge' });
  await before(sql`update price_scheme set basic_charge = '1' where id = ${planId}`);
  const view = await plant.bill('2024-02', 'turns');
  expect(amountsOf(view)).toEqual([['energy0', fen(29 * DAY * 0.6)]]);
  expect(view.doubtfulLines[0]?.text.en).toBe('Basic charge, capacity: The agreement states no capacity: the total is without it'); // prettier-ignore
});

test('13.3 the standard of the power factor is the agreement’s, else the scheme’s: 0.90, 0.85, 0.80', async () => {
  const { db } = product.database;
  const reactive = await buildBilled(product, operator, { name: 'reactive', from: '2024-02-01', days: 29 });
  const [meterId = 0] = reactive.meterIds;
  // 8.4 kvarh to 10 kWh: 0.7657…, 0.77.
  await storeIntervals(db, Array.from({ length: 29 * 96 }, (_, q) => ({ meterId, start: midnight('2024-02-01') + q * Q, end: midnight('2024-02-01') + (q + 1) * Q, code: 'QI' as const, value: '8.4' }))); // prettier-ignore
  await foldDirty(db);
  const planId = await reactive.add('priceScheme', { ...PRICES, schemeName: 'pf', basicCharge: '0', factorStandard: '90', reactive: '1' }); // prettier-ignore
  const energy = fen(29 * DAY * 0.6);
  const percents = { scheme: 6.5, 90: 6.5, 85: 4, 80: 1.5 };
  for (const [name, percent] of Object.entries(percents)) {
    const factorStandard = name === 'scheme' ? null : name;
    await reactive.add('priceAgreement', { measureAccount: name, orgId: reactive.consumerId, planId, beginDt: '2024-01-01', factorStandard }); // prettier-ignore
    const view = await reactive.bill('2024-02', name);
    expect(amountsOf(view)).toEqual([
      ['energy0', energy],
      ['powerFactor', fen((energy * percent) / 100)],
    ]);
    expect(view.rows[1]?.item.en).toBe(`Power-factor adjustment 0.77 → ${percent}%`);
  }
  await reactive.add('priceAgreement', { measureAccount: 'none', orgId: reactive.consumerId, planId, beginDt: '2024-01-01', factorStandard: '0' }); // prettier-ignore
  expect(amountsOf(await reactive.bill('2024-02', 'none'))).toEqual([['energy0', energy]]);
  // Another standard from the 11th on: each for its days, and its own base.
  await reactive.add('priceAgreement', { measureAccount: 'two', orgId: reactive.consumerId, planId, beginDt: '2024-01-01', endDt: '2024-02-10' }); // prettier-ignore
  await reactive.add('priceAgreement', { measureAccount: 'two', orgId: reactive.consumerId, planId, beginDt: '2024-02-11', factorStandard: '80' }); // prettier-ignore
  expect(amountsOf(await reactive.bill('2024-02', 'two')).slice(2)).toEqual([
    ['powerFactor2024-02-01', fen((fen(10 * DAY * 0.6) * 6.5) / 100)],
    ['powerFactor2024-02-11', fen((fen(19 * DAY * 0.6) * 1.5) / 100)],
  ]);
});

test('13.1 demand costs nine tenths from 260 kWh per kVA on, where the agreement says so', async () => {
  const planId = await scheme('discount', { basicCharge: '2' });
  expect(await agree('d', planId, { demandDiscount: true })).toMatchObject({ code: 400, field: 'capacity' });
  // February: 27 840 kWh; 260 of them a kVA are 107.07 kVA.
  ok(await agree('well', planId, { demandDiscount: true, capacity: 107 }));
  ok(await agree('badly', planId, { demandDiscount: true, capacity: 107.1 }));
  ok(await agree('plain', planId, { capacity: 107 }));
  const charged = async (account: string) =>
    (await plant.bill('2024-02', account)).rows.find((row) => row.key === 'actual');
  expect(await charged('well')).toMatchObject({ quantity: 40, price: 27, amount: 1080 });
  expect((await charged('well'))?.inputs.en).toMatch(/260\.18 kWh per kVA, not below 260/);
  expect(await charged('badly')).toMatchObject({ price: 30, amount: 1200 });
  expect(await charged('plain')).toMatchObject({ price: 30, amount: 1200 });
  // Of contract demand both the declared and what lies above it.
  const contract = await scheme('discount contract', { basicCharge: '3' });
  ok(await agree('above', contract, { demandDiscount: true, capacity: 50, contractDemand: 20 }));
  expect(amountsOf(await plant.bill('2024-02', 'above')).slice(1)).toEqual([
    ['contract', 540],
    ['over', (40 - 21) * 54],
  ]);
});

test('13.4 a contract demand is at least 40 % of the capacity', async () => {
  const planId = await scheme('contract', { basicCharge: '3' });
  const refused = { code: 400, field: 'contractDemand' };
  expect(await agree('c', planId, { capacity: 400, contractDemand: 159.99 })).toMatchObject(refused);
  expect(await agree('c', planId, { capacity: 400 })).toMatchObject(refused);
  const { id } = ok(await agree('c', planId, { capacity: 400, contractDemand: 160 }));
  expect(await operator.post('/api/price/priceAgreement/editfield', { id, fieldName: 'capacity', fieldValue: '500' })).toMatchObject(refused); // prettier-ignore
  expect((await plant.bill('2024-02', 'c')).doubtfulLines).toEqual([]);
  await before(sql`update price_agreement set contract_demand = 100 where id = ${id}`);
  expect((await plant.bill('2024-02', 'c')).doubtfulLines).toMatchObject([
    {
      lines: ['contract'],
      text: { en: 'Basic charge, contract demand: The contract demand of 100 kW is less than 40% of the capacity of 400 kVA, which no supplier agrees to' }, // prettier-ignore
    },
  ]);
});

test('13.2 stopped capacity: from 15 days on a thirtieth a day, the whole month nothing, never more than is charged', async () => {
  const planId = await scheme('stops', { basicCharge: '1' });
  ok(await agree('S', planId, { capacity: 400 }));
  const stop = (row: Record<string, unknown>) =>
    plant.tryAdd('priceStop', { measureAccount: 'S', stoppedCapacity: 150, ...row });
  const basic = async (month: string) =>
    amountsOf(await plant.bill(month, 'S')).filter(([key]) => !key.startsWith('energy'));
  // 14 days are nothing.
  const { id } = ok(await stop({ beginDt: '2024-01-05', endDt: '2024-01-18' }));
  expect(await basic('2024-01')).toEqual([['capacity', 8000]]);
  ok(
    await operator.post('/api/price/priceStop/editfield', {
      id,
      fieldName: 'endDt',
      fieldValue: '2024-01-19',
    }),
  );
  expect(await basic('2024-01')).toEqual([
    ['capacity', 8000],
    [`stop${id}2024-01-05`, -1500],
  ]);
  expect((await plant.bill('2024-01', 'S')).rows.at(-1)).toMatchObject({
    item: { en: 'Stopped capacity, 2024-01-05 to 2024-01-19 (15 of 30 days)' },
    quantity: -150,
    price: 20,
  });
  // It goes on through February, of which nothing is paid, until 10 March: ten thirtieths.
  ok(
    await operator.post('/api/price/priceStop/editfield', {
      id,
      fieldName: 'endDt',
      fieldValue: '2024-03-10',
    }),
  );
  expect(await basic('2024-02')).toEqual([
    ['capacity', 8000],
    [`stop${id}2024-02-01`, -3000],
  ]);
  expect((await basic('2024-03'))[1]).toEqual([`stop${id}2024-03-01`, -1000]);
  // No more is stopped at once than there is.
  expect(await stop({ beginDt: '2024-03-01', stoppedCapacity: 251 })).toMatchObject({ code: 400, field: 'stoppedCapacity' }); // prettier-ignore
  ok(await stop({ beginDt: '2024-03-01', stoppedCapacity: 250 }));
  expect(await stop({ beginDt: '2024-04-10', endDt: '2024-04-01' })).toMatchObject({
    code: 400,
    field: 'endDt',
  });
  // All stopped in April but what came back on 11 March.
  expect((await basic('2024-04')).map(([, amount]) => amount)).toEqual([8000, -5000]);
});

test('13.2 no more is stopped than the agreement has: refused where it is entered, cut and told on a bill', async () => {
  const planId = await scheme('less', { basicCharge: '1' });
  const { id: first } = ok(await agree('L', planId, { capacity: 1000, endDt: '2024-03-31' }));
  const whole = { measureAccount: 'L', stoppedCapacity: 500, beginDt: '2024-02-01' };
  const { id: lasting } = ok(await plant.tryAdd('priceStop', whole));
  const later = { beginDt: '2024-04-01', capacity: 400 };
  const refused = await agree('L', planId, later);
  expect(refused).toMatchObject({ code: 400, field: 'capacity' });
  expect(refused.message).toContain('500 kVA are stopped on 2024-04-01');
  const less = (value: string) =>
    operator.post('/api/price/priceAgreement/editfield', { id: first, fieldName: 'capacity', fieldValue: value }); // prettier-ignore
  expect(await less('499')).toMatchObject({ code: 400, field: 'capacity' });
  ok(await less('500'));
  ok(await less('1000'));
  const { id: second } = ok(await agree('L', planId, { ...later, capacity: 500 }));
  await before(sql`update price_agreement set capacity = 400 where id = ${second}`);
  const basic = ({ rows }: BillView) =>
    rows.filter(({ key }) => !key.startsWith('energy')).map(({ key, amount }) => [key, amount]);
  const april = await plant.bill('2024-04', 'L');
  expect(basic(april)).toEqual([
    ['capacity', 8000],
    [`stop${lasting}2024-04-01`, -8000],
  ]);
  expect(april.doubtfulLines).toMatchObject([
    {
      lines: ['capacity'],
      text: { en: 'Basic charge, capacity: From 2024-04-01 on 500 kVA are stopped, of which the agreement has 400 kVA: only these are taken off' }, // prettier-ignore
    },
  ]);
  // Another that nothing is left for takes nothing off.
  await before(
    sql`insert into price_stop (measure_account, consumer_id, stopped_capacity, begin_dt) values ('L', ${plant.consumerId}, 100, '2024-03-20')`,
  );
  expect(basic(await plant.bill('2024-04', 'L'))).toEqual(basic(april));
  expect((await plant.bill('2024-03', 'L')).doubtfulLines).toEqual([]);
});

test('8.4 one settlement: bill and demand of a site, a unit in it and the enterprise have the same by one rule', async () => {
  const site = await buildBilled(product, operator, { name: 'settled', from: '2024-01-01', days: 92 });
  await before(
    sql`update consumer set settlement_day = 5, settlement_hour = 0 where id = ${site.consumerId}`,
  );
  await before(sql`update monitor_site set settlement_day = 11 where id = ${site.siteId}`);
  const unitId = await add(operator, 'orgUnit', {
    consumerId: site.consumerId,
    orgName: 'unit',
    orgCode: 'unit',
  });
  await before(sql`insert into org_ammeter (org_id, consumer_id, data_type, ammeter_id, sign)
    values (${unitId}, ${site.consumerId}, '1', ${site.meterIds[0]}, 1)`);
  const planId = await site.add('priceScheme', {
    ...PRICES,
    schemeName: 's',
    basicCharge: '2',
    demandPrice: 30,
  });
  for (const [name, orgId, day] of [
    ['E', site.consumerId, 5],
    ['S', site.siteId, 11],
    ['U', unitId, 11],
  ] as const) {
    await site.add('priceAgreement', { measureAccount: name, orgId, planId, beginDt: '2024-01-01' });
    const view = await site.bill('2024-02', name);
    expect([name, view.settlementDay, view.from]).toEqual([name, day, midnight(`2024-02-${String(day).padStart(2, '0')}`)]); // prettier-ignore
    const list = ok(await operator.get<SettlementDemand>('/api/demand/settlement/getlist', { orgId, from: '2024-02-15', to: '2024-02-15' })); // prettier-ignore
    expect([list.settlementDay, list.list[0]?.from]).toEqual([day, view.from]);
  }
  const meter = ok(await operator.get<SettlementDemand>('/api/demand/settlement/getlist', { consumerId: site.consumerId, dataAmmeterId: site.meterIds[0], from: '2024-02-15', to: '2024-02-15' })); // prettier-ignore
  expect(meter.settlementDay).toBe(11);
});
