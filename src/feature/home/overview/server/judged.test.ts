import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
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
async function plant(): Promise<Plant> {
  const { db } = product.database;
  const { consumerId, meterIds } = await buildMeters(db, { name: `judged ${plants++}` });
  const { rows } = await sql<{ id: number }>`
    insert into gateway (gateway_name, consumer_id, state) values ('g', ${consumerId}, '1') returning id`.execute(
    db,
  );
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
  const stands = Array.from({ length: 3 * 96 + 1 }, (_, q): [number, number] => [
    q,
    Math.round((1_000 + q * 0.1 + noise()) * 10) / 10,
  ]);
  for (let i = 0; i < stands.length; i += 50) await one.send(stands.slice(i, i + 50));
  const days = await Promise.all(['2025-06-02', '2025-06-03', '2025-06-04'].map((date) => shown(one, date)));
  const sum = days.reduce((all, { value }) => all + (value ?? 0), 0);
  expect(Math.abs(sum - 28.8)).toBeLessThanOrEqual(2.2);
  for (const { flags } of days) {
    expect(flags).toContain('noise');
    expect(flags).not.toContain('reset');
  }
});
