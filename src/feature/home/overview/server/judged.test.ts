import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import type { BillView } from '#feature/money/bill/contract.ts';
import type { SettlementDemand } from '#feature/money/demand/contract.ts';
import { INGEST_PATH } from '#feature/meters/ingest/server/public.ts';
import { issueToken } from '#feature/meters/ingest/server/token.ts';
import { foldDirty } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, type Product, ok, startProduct } from '#test/product.ts';

const MIDNIGHT = Date.parse('2025-06-02T00:00:00+08:00');

interface Shown {
  readonly day: { readonly value: number | null; readonly flags: readonly string[] };
}

let product: Product;
let operator: Client;
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
});
afterAll(() => product.close());

interface Plant {
  readonly consumerId: number;
  readonly meterId: number;
  /** Sends registers by their quarter of an hour after midnight, as a gateway does. */
  send(stands: readonly (readonly [quarter: number, register: number])[]): Promise<void>;
}

let plants = 0;
async function plant(ratedPower: number | null = null): Promise<Plant> {
  const { db } = product.database;
  const { consumerId, meterIds } = await buildMeters(db, { name: `judged ${plants++}` });
  const { rows } = await sql<{ id: number }>`
    insert into gateway (gateway_name, consumer_id, state) values ('g', ${consumerId}, '1') returning id`.execute(
    db,
  );
  await sql`update ammeter set rated_power = ${ratedPower} where id = ${meterIds[0]}`.execute(db);
  const token = await issueToken(db, rows[0]?.id ?? 0);
  return {
    consumerId,
    meterId: meterIds[0] ?? 0,
    async send(stands) {
      const M1 = stands.map(([quarter, register]) => ({
        ts: MIDNIGHT + quarter * Q,
        values: { PP: register },
      }));
      const reply = await product.app.inject({
        method: 'POST',
        url: INGEST_PATH,
        headers: { authorization: `Bearer ${token}` },
        payload: { M1 },
      });
      expect(reply.statusCode).toBe(200);
      await foldDirty(db);
    },
  };
}

const growing = (from: number, to: number, step = 10): [number, number][] =>
  Array.from({ length: to - from + 1 }, (_, k) => [from + k, 500_000 + (from + k) * step]);

async function shown({ consumerId }: Plant, date = '2025-06-02'): Promise<Shown['day']> {
  return ok(await operator.get<Shown>('/api/monitoring/overview/getFigures', { orgId: consumerId, date }))
    .day;
}
/** The highest demand of the day, kW. */
async function demand({ consumerId }: Plant): Promise<number> {
  const { list } = ok(
    await operator.get<{ list: { today: number | null }[] }>('/api/analysis/demand/getDetail', {
      consumerId,
      date: '2025-06-02',
      current: 1,
      pageSize: 100,
    }),
  );
  return Math.max(...list.map(({ today }) => today ?? 0));
}

describe('a register that grows by 10 a quarter of an hour with one 0 in it', () => {
  test('uses 960 kWh that day at 40 kW, whatever the order of delivery', async () => {
    const orders: ((stands: [number, number][]) => [number, number][])[] = [
      (stands) => stands,
      (stands) => stands.toReversed(),
      (stands) => [...stands.filter(([q]) => q % 2 === 0), ...stands.filter(([q]) => q % 2 === 1)],
    ];
    for (const order of orders) {
      const one = await plant();
      const stands = order(growing(0, 96).map(([q, register]) => [q, q === 40 ? 0 : register]));
      for (let i = 0; i < stands.length; i += 20) await one.send(stands.slice(i, i + 20));
      const day = await shown(one);
      expect(day.value).toBe(960);
      expect(day.flags).toContain('suspect');
      expect(day.flags).not.toContain('reset');
      expect(await demand(one)).toBe(40);
    }
  });

  test('is billed what flowed: neither a demand nor an energy of the 0', async () => {
    const one = await plant();
    const { consumerId } = one;
    const add = async (resource: string, row: Record<string, unknown>): Promise<number> =>
      ok(await operator.post<{ id: number }>(`/api/price/${resource}/add`, { consumerId, ...row })).id;
    const planId = await add('priceScheme', { schemeName: 'judged', price1: 1, price2: 1, price3: 1, price4: 1, demandPrice: 32, basicCharge: '2', factorStandard: '0', reactive: '1' }); // prettier-ignore
    await add('priceAgreement', { measureAccount: 'J', orgId: consumerId, planId, beginDt: '2025-06-02' });
    const stands = growing(0, 29 * 96).map(([q, register]): [number, number] => [q, q === 40 ? 0 : register]);
    for (let i = 0; i < stands.length; i += 500) await one.send(stands.slice(i, i + 500));
    const bill = ok(await operator.get<BillView>('/api/price/bill/get', { consumerId, measureAccount: 'J', month: '2025-06' })); // prettier-ignore
    // The agreement begins with the second day of the month: lines bear the date, the demand is paid for 29 of 30 days.
    const charged = bill.rows.find(({ key }) => key.startsWith('actual'));
    expect(charged).toMatchObject({ quantity: 40, amount: 1237.33 });
    // Two quarters of an hour about the 0 are known together alone.
    expect(bill.doubtfulLines.map(({ part, reason }) => `${part} ${reason}`)).toEqual(['demand unmeasured']);
    expect(bill.rows.every(({ key, doubtful }) => doubtful === key.startsWith('actual'))).toBe(true);
    const energy = bill.rows.filter(({ key }) => key.startsWith('energy'));
    expect(energy.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)).toBe(29 * 960);
    const { list } = ok(await operator.get<SettlementDemand>('/api/demand/settlement/getlist', { orgId: consumerId, from: '2025-06-01', to: '2025-06-30' })); // prettier-ignore
    expect(list.find(({ month }) => month === '2025-06')?.maximum).toMatchObject({ value: 40 });
  });

  test.each<[string, number | null, (right: number) => number]>([
    ['a 0 beside a rated power', 100, () => 0],
    ['ten times too high', null, (right) => right * 10],
    ['ten times too high beside a rated power', 100, (right) => right * 10],
    ['a digit lost', null, (right) => Math.floor(right / 10)],
    ['a little back', null, (right) => right - 300],
  ])('of a stray reading (%s) nothing counts: 960 kWh, 40 kW', async (_, ratedPower, stray) => {
    const one = await plant(ratedPower);
    await one.send(growing(0, 96).map(([q, register]): [number, number] => [q, q === 40 ? stray(register) : register])); // prettier-ignore
    const day = await shown(one);
    expect(day).toMatchObject({ value: 960, flags: expect.arrayContaining(['suspect']) });
    expect(await demand(one)).toBe(40);
  });

  test('is provisional until the next good reading', async () => {
    const one = await plant();
    await one.send(growing(0, 40));
    await one.send([[41, 0]]);
    expect(await shown(one)).toMatchObject({ value: 400, flags: expect.arrayContaining(['suspect']) });
    await one.send([[42, 500_420]]);
    expect((await shown(one)).value).toBe(420);
    await one.send([[41, 500_410]]);
    const day = await shown(one);
    expect(day).toMatchObject({ value: 420, flags: expect.arrayContaining(['corrected']) });
    expect(day.flags).not.toContain('suspect');
  });

  test('and the reading can be seen, with the reason why it does not count', async () => {
    const one = await plant();
    await one.send(growing(0, 96).map(([q, register]): [number, number] => [q, q === 40 ? 0 : register]));
    const origin = ok(
      await operator.get<{ meter: { parts: { text: { en: string } }[] } }>(
        '/api/monitoring/overview/getProvenance',
        { orgId: one.consumerId, dataAmmeterId: one.meterId, level: 2, at: MIDNIGHT + 40 * Q },
      ),
    );
    expect(origin.meter.parts.map(({ text }) => text.en).join('\n')).toContain(
      'left the course of the meter',
    );
  });
});

describe('a resend that differs', () => {
  test('replaces, and a repetition of the first changes nothing', async () => {
    const one = await plant();
    await one.send(growing(0, 96));
    await one.send([[96, 500_970]]);
    expect(await shown(one)).toMatchObject({ value: 970, flags: expect.arrayContaining(['corrected']) });
    await one.send([[96, 500_960]]);
    expect((await shown(one)).value).toBe(970);
    await one.send([[96, 500_965]]);
    expect((await shown(one)).value).toBe(965);
  });

  test('stays away where it leaves the course, and the conflict is told', async () => {
    const one = await plant();
    await one.send(growing(0, 96));
    await one.send([[50, 5_005_000]]);
    const day = await shown(one);
    expect(day).toMatchObject({ value: 960, flags: expect.arrayContaining(['conflict']) });
    expect(day.flags).not.toContain('corrected');
  });
});

test('a meter that uses 9.6 a day and jitters by a unit shows what flowed, flagged', async () => {
  const one = await plant();
  let seed = 7;
  const noise = (): number => ((seed = (seed * 48_271) % 2_147_483_647) % 3) - 1;
  const last = 3 * 96;
  const stands = Array.from({ length: last + 1 }, (_, q): [number, number] => [
    q,
    Math.round((1_000 + q * 0.1 + (q === 0 || q === last ? 0 : noise())) * 10) / 10,
  ]);
  for (let i = 0; i < stands.length; i += 50) await one.send(stands.slice(i, i + 50));
  const days = await Promise.all(['2025-06-02', '2025-06-03', '2025-06-04'].map((date) => shown(one, date)));
  const sum = days.reduce((all, { value }) => all + (value ?? 0), 0);
  // What the first and the last reading tell; how much of it lies in which day is known to a unit.
  expect(Math.round(sum * 10) / 10).toBe(28.8);
  for (const { flags } of days) {
    expect(flags).toContain('noise');
    expect(flags).not.toContain('reset');
  }
});
