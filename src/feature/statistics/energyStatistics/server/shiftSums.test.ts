import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS as HOUR } from '#domain/time/duration.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';

/** 2024-01-01 00:00 UTC. */
const FIRST = Date.UTC(2024, 0, 1);
const HOURS = 50 * 24;
/** Offsets of Shanghai and, in winter, of Berlin. */
const EAST = [8, 1] as const;
const energyAt = (meter: number, hour: number): number => 1 + ((hour * (meter + 3) * 7 + meter) % 13);

let product: Product;
let operator: Client;
let consumerId = 0;
let berlin = 0;

beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'two zones', meters: 2 });
  consumerId = built.consumerId;
  const { rows } = await sql<{ id: number }>`
    insert into monitor_site (org_name, org_code, consumer_id, time_zone, state)
    values ('Berlin', 'Berlin', ${consumerId}, 'Europe/Berlin', '1') returning id`.execute(db);
  berlin = rows[0]?.id ?? 0;
  await sql`update ammeter set site_id = ${berlin} where id = ${built.meterIds[1]}`.execute(db);
  await storeIntervals(
    db,
    built.meterIds.flatMap((meterId, meter) =>
      Array.from({ length: HOURS }, (_, hour) => ({
        meterId,
        start: FIRST + hour * HOUR,
        end: FIRST + (hour + 1) * HOUR,
        code: 'PP' as const,
        value: String(energyAt(meter, hour)),
      })),
    ),
  );
  await foldDirty(db);
});
afterAll(() => product.close());

const add = async (row: Record<string, unknown>, shifts: readonly object[]): Promise<void> => {
  const plan = { consumerId, shifts: JSON.stringify({ shifts }), ...row };
  ok(await operator.post('/api/archive/classConfig/add', plan));
};
const shiftsOn = async (date: string, orgId = consumerId): Promise<Record<string, unknown>> => {
  const params = { orgId, interval: '301', begin: date, end: date };
  const { columns, rows } = ok(await operator.get<AnalysisAnswer>('/api/analysis/shift/getData', params));
  return Object.fromEntries(columns.slice(1, -1).map(({ key, label }) => [label.en, rows[0]?.cells[key]]));
};
/** The energy of a meter between two hours of a date, by the clock of its site. */
const used = (meter: 0 | 1, date: string, from: number, to: number): number => {
  const midnight = (Date.parse(date) - FIRST) / HOUR - EAST[meter];
  return Array.from({ length: to - from }, (_, i) => energyAt(meter, midnight + from + i)).reduce((a, b) => a + b); // prettier-ignore
};

test('shifts run by the clock of each site, and a plan of a site leaves the days before it to the plan of all', async () => {
  await add({ className: 'All', validFrom: '2024-01-01' }, [
    { name: 'Day', begin: '08:00', end: '16:00' },
    { name: 'Rest', begin: '16:00', end: '08:00' },
  ]);
  const january = {
    Day: used(0, '2024-01-10', 8, 16) + used(1, '2024-01-10', 8, 16),
    Rest: used(0, '2024-01-10', 16, 32) + used(1, '2024-01-10', 16, 32),
  };
  expect(await shiftsOn('2024-01-10')).toEqual(january);
  await add({ className: 'Own', validFrom: '2024-02-01', siteIdList: String(berlin) }, [
    { name: 'Long', begin: '06:00', end: '18:00' },
  ]);
  expect(await shiftsOn('2024-01-10')).toEqual(january);
  expect(await shiftsOn('2024-02-01')).toEqual({
    Day: used(0, '2024-02-01', 8, 16),
    Rest: used(0, '2024-02-01', 16, 32),
    Long: used(1, '2024-02-01', 6, 18),
  });
  // Of one site nobody looks for the shifts of another.
  expect(await shiftsOn('2024-02-01', berlin)).toEqual({ Long: used(1, '2024-02-01', 6, 18) });
});
