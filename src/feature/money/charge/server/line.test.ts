import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUANGDONG } from '#domain/calendar/preset.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import { applyChange } from '#feature/money/calendar/server/change.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { EnergyLine } from '../contract.ts';

const FROM = Date.parse('2024-01-01T00:00:00+08:00');

let product: Product;
let operator: Client;
let meterIds: number[] = [];

/** Two meters measure 2 kWh a quarter, the second from noon to 18:00 nothing; only the site of the first has a calendar. */
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'lines', meters: 2 });
  const { consumerId, siteId } = built;
  meterIds = built.meterIds;
  const { rows: sites } = await sql<{ id: number }>`
    insert into monitor_site (org_name, org_code, consumer_id, time_zone, state)
    values ('other', 'other', ${consumerId}, 'Asia/Shanghai', '1') returning id`.execute(db);
  await sql`update ammeter set site_id = ${sites[0]?.id} where id = ${meterIds[1]}`.execute(db);
  await db.transaction().execute(async (trx) => {
    const own = [siteId];
    const { rows } = await sql<{ id: number }>`
      insert into timezone (timezone_name, consumer_id, site_id_list, valid_from, rules)
      values ('own', ${consumerId}, ${own}, '2020-01-01', ${JSON.stringify(GUANGDONG)}) returning id`.execute(
      trx,
    );
    const after = { id: rows[0]?.id ?? 0, timezoneName: 'own', siteIdList: own, validFrom: '2020-01-01', rules: GUANGDONG }; // prettier-ignore
    await applyChange(trx, consumerId, { resource: 'timezone', before: null, after });
  });
  await storeIntervals(
    db,
    meterIds.flatMap((meterId, meter) =>
      Array.from({ length: 96 }, (_, q) => q)
        .filter((q) => meter === 0 || q < 48 || q >= 72)
        .map((q) => ({ meterId, start: FROM + q * Q, end: FROM + (q + 1) * Q, code: 'PP' as const, value: '2' })),
    ),
  ); // prettier-ignore
  await foldDirty(db);
});
afterAll(() => product.close());

const hoursOf = async (dataCode: string): Promise<(number | null)[]> => {
  const params = { ammeterIds: meterIds.join(','), type: 'overlay', interval: '201', beginDate: '2024-01-01', endDate: '2024-01-01' }; // prettier-ignore
  const { data } = ok(
    await operator.get<EnergyLine>('/api/sdata/monitoring/operation', { ...params, dataCode }),
  );
  return data.map(([, value]) => value);
};

test('hours that one of the meters lacks are in no sum; a tariff period that one of them has none of is', async () => {
  const lacking = (hour: number): boolean => hour >= 12 && hour < 18;
  expect(await hoursOf('PP')).toEqual(Array.from({ length: 24 }, (_, hour) => (lacking(hour) ? null : 16)));
  // Peak is 10–12 and 14–19, of the first meter alone.
  const peak = (hour: number): boolean => (hour >= 10 && hour < 12) || hour === 18;
  expect(await hoursOf('PP2')).toEqual(Array.from({ length: 24 }, (_, hour) => (peak(hour) ? 8 : null)));
});
