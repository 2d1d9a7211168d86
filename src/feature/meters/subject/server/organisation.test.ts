import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withScope } from '#server/database/scope.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { consumerOf, energyTypesOf, metersOf, organisationOf, timeZoneOf } from './organisation.ts';
import {
  Flows,
  type Organisation,
  organisationAbout,
  type OrgMeter,
  standFor,
  usualZoneOf,
} from './public.ts';
import { standForMeter } from '../domain/standFor.ts';

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

/** Numbers that look drawn, the same in every run. */
function drawing(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** An enterprise as nobody would build it: parents across sites and types, rings, sums of sums, lists of anything. */
async function drawEnterprise(consumerId: number, seed: number): Promise<void> {
  const draw = drawing(seed);
  const idsFrom = (first: number, count: number): number[] =>
    Array.from({ length: count }, (_, i) => consumerId * 100 + first + i);
  const [sites, units, meters] = [idsFrom(1, 2), idsFrom(11, 6), idsFrom(30, 30)];
  const one = (of: readonly number[]): number => of[draw(of.length)] ?? 0;
  const type = (): string => (draw(4) === 0 ? '2' : '1');
  const sign = (): number => (draw(4) === 0 ? -1 : 1);
  const insert = (table: string, columns: string, rows: readonly (readonly unknown[])[]) =>
    sql`insert into ${sql.table(table)} (consumer_id, ${sql.raw(columns)})
      values ${sql.join(rows.map((row) => sql`(${sql.join([consumerId, ...row])})`))} on conflict do nothing`.execute(
      database.db,
    );
  await sql`insert into consumer (id, org_name, org_code, state) values (${consumerId}, 'D', ${`D${seed}`}, '1')`.execute(
    database.db,
  );
  const zones = ['Asia/Shanghai', 'Europe/Berlin'];
  await insert('monitor_site', 'id, org_name, org_code, time_zone, state', sites.map((id, i) => [id, 'S', `S${id}`, zones[i], '1'])); // prettier-ignore
  await insert('org_unit', 'id, org_name, org_code, parent_id, org_type, ix',
    units.map((id, i) => [id, 'U', `U${id}`, i > 0 && draw(3) > 0 ? one(units.slice(0, i)) : null, '42', i])); // prettier-ignore
  await insert('ammeter', 'id, ammeter_name, ammeter_code, site_id, device_type, data_type, parent_id, interval_seconds, state',
    meters.map((id) => [id, 'M', `M${id}`, one(sites), draw(4) === 0 ? '11' : '4', type(), draw(3) > 0 ? one(meters) : null, 900, '1'])); // prettier-ignore
  const pairs = Array.from({ length: 12 }, () => [one(meters), one(meters)]).filter(([a, b]) => a !== b);
  await insert('ammeter_sum', 'ammeter_id, child_id, sign', pairs.map((pair) => [...pair, sign()])); // prettier-ignore
  await insert('org_ammeter', 'org_id, data_type, ammeter_id, sign',
    Array.from({ length: 14 }, () => [one([...sites, ...units]), type(), one(meters), `${sign()}`])); // prettier-ignore
}

test('what is read about a node or a meter answers as the whole enterprise does', async () => {
  let parts = 0;
  for (let seed = 1; seed <= 4; seed++) {
    await drawEnterprise(20 + seed, seed);
    await inScope([20 + seed], async (trx) => {
      const whole = await organisationOf(trx, 20 + seed);
      for (const { id } of whole.nodes) {
        const part = await organisationOf(trx, 20 + seed, { orgIds: [id] });
        if (part.meters.length < whole.meters.length) parts++;
        const reported = part.read ?? new Set(whole.nodes.map((node) => node.id));
        expect(reported.has(id)).toBe(true);
        for (const node of reported) {
          expect(energyTypesOf(part, node), `${seed} ${node}`).toEqual(energyTypesOf(whole, node));
          for (const type of ['1', '2'])
            expect(standFor(part, node, type), `${seed} ${node} ${type}`).toEqual(
              standFor(whole, node, type),
            );
        }
        for (const meter of part.meters) expect(belowOf(part, meter)).toEqual(belowOf(whole, meter));
        const other = whole.nodes.find((node) => !reported.has(node.id));
        if (!other) continue;
        expect(() => standFor(part, other.id, '1')).toThrow('was not read');
        const more = await organisationAbout(trx, part, [other.id]);
        expect(standFor(more, other.id, '1')).toEqual(standFor(whole, other.id, '1'));
      }
      for (const { id } of whole.meters.filter((_, i) => i % 3 === 0)) {
        const part = await organisationOf(trx, 20 + seed, { meterIds: [id] });
        expect(standForMeter(part, id)).toEqual(standForMeter(whole, id));
      }
      expect(await usualZoneOf(trx, 20 + seed)).toBe(timeZoneOf(whole, []));
    });
  }
  expect(parts).toBeGreaterThan(10);
});

const belowOf = (organisation: Organisation, { id, dataType }: OrgMeter): number[] =>
  Flows.of(organisation)
    .below(id, dataType)
    .map((meter) => meter.id);
