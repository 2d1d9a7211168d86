import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withScope } from '#server/database/scope.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { consumerOf, energyTypesOf, metersOf, organisationOf, timeZoneOf } from './organisation.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await sql`insert into consumer (id, org_name, org_code, state) values (1, 'A', 'A', '1'), (2, 'B', 'B', '1')`.execute(
    database.db,
  );
  await sql`insert into monitor_site (id, org_name, org_code, consumer_id, time_zone, state) values
    (11, 'S1', 'S1', 1, 'Asia/Shanghai', '1'), (12, 'S2', 'S2', 1, 'Europe/Berlin', '1'),
    (13, 'S3', 'S3', 2, 'Asia/Shanghai', '1')`.execute(database.db);
  await sql`insert into org_unit (id, org_name, org_code, consumer_id, parent_id, org_type, ix) values
    (21, 'U', 'U', 1, null, '42', 0), (22, 'V', 'V', 1, 21, '42', 0)`.execute(database.db);
  await sql`insert into ammeter (id, ammeter_name, ammeter_code, consumer_id, site_id, device_type, data_type, parent_id,
    interval_seconds, state) values
    (1, 'Main', 'M', 1, 11, '4', '1', null, 900, '1'), (2, 'Sub', 'S', 1, 11, '4', '1', 1, 900, '1'),
    (3, 'Far', 'F', 1, 12, '4', '1', null, 900, '1'), (4, 'Water', 'W', 1, 12, '6', '2', null, 900, '1'),
    (5, 'Other', 'O', 2, 13, '4', '1', null, 900, '1')`.execute(database.db);
  await sql`insert into org_ammeter (org_id, consumer_id, data_type, ammeter_id, sign) values
    (22, 1, '1', 1, '1'), (22, 1, '1', 2, '-1')`.execute(database.db);
});
afterAll(() => database.close());

const inScope = <T>(scope: 'all' | number[], ask: (trx: TestDatabase['db']) => Promise<T>) =>
  withScope(database.app, scope, ask);

test('meters of every kind of node', async () => {
  await inScope([1], async (trx) => {
    expect((await metersOf(trx, 1, '1')).meters.map((one) => one.meterId)).toEqual([1, 3]);
    expect((await metersOf(trx, 12, '1')).meters.map((one) => one.meterId)).toEqual([3]);
    expect(await metersOf(trx, 21, '1')).toEqual({
      meters: [
        { meterId: 1, sign: 1 },
        { meterId: 2, sign: -1 },
      ],
      reason: 'units',
    });
  });
});

test('another enterprise has no meters for the caller', async () => {
  await inScope([2], async (trx) => {
    expect(await consumerOf(trx, 1)).toBe(null);
    expect(await metersOf(trx, 1, '1')).toEqual({ meters: [], reason: 'none' });
    expect((await organisationOf(trx, 1)).meters).toEqual([]);
  });
});

test('energy types and the zone of a node', async () => {
  await inScope('all', async (trx) => {
    const all = await organisationOf(trx, 1);
    expect(energyTypesOf(all, 1)).toEqual(['1', '2']);
    expect(energyTypesOf(all, 11)).toEqual(['1']);
    expect(energyTypesOf(all, 21)).toEqual(['1']);
    expect(
      timeZoneOf(
        all,
        all.meters.filter((meter) => meter.siteId === 12),
      ),
    ).toBe('Europe/Berlin');
    expect(
      timeZoneOf(
        all,
        all.meters.filter((meter) => meter.siteId === 11),
      ),
    ).toBe('Asia/Shanghai');
  });
});
