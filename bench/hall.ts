import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { storeReadings } from '#feature/meters/reading/server/public.ts';
import { openDatabase, type Db } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { buildMeters } from '#test/build/meter.ts';
import { charts, LIMIT_MS } from './answers/calls.ts';
import { STEPS, YEAR_FROM } from './answers/plant.ts';
import { time } from './figure.ts';
import { Caller } from './http.ts';
import { databaseUrl, PASSWORD, startProduct } from './product.ts';
import { fixed, limit, machineNow, measuredNow, type Part, type Section, table, whole } from './section.ts';

const METERS = 100_000;
const UNITS = 200;
/** So many meters has the hall that is asked about; the other units share the rest. */
const OF_THE_HALL = 20;
const CALLS = 40;
const STEP_MS = 900_000;
const STEPS_A_BATCH = 96 * 91;

interface Hall {
  readonly consumerId: number;
  readonly orgId: number;
  readonly meterIds: readonly number[];
}

/** A feeder for each unit below one incoming meter, the meters of the unit below it, which its list names one by one. */
async function makeEnterprise(db: Db): Promise<Hall> {
  const { consumerId, meterIds } = await buildMeters(db, { meters: METERS, name: 'large' });
  const { rows: units } = await sql<{ id: number }>`
    insert into org_unit (org_name, org_code, consumer_id, org_type, ix)
    select 'Hall ' || n, 'H' || n, ${consumerId}, '42', n from generate_series(1, ${UNITS}::integer) n returning id`.execute(
    db,
  );
  const [incoming = 0, ...below] = meterIds;
  const feeders = below.slice(0, UNITS);
  const leaves = below.slice(UNITS);
  const placeOf = (i: number): number => (i < OF_THE_HALL ? 0 : 1 + (i % (UNITS - 1)));
  await sql`
    update ammeter a set parent_id = up.id from unnest(${below}::integer[],
      ${below.map((_, i) => (i < UNITS ? incoming : feeders[placeOf(i - UNITS)]))}::integer[]) up (meter, id)
    where a.id = up.meter`.execute(db);
  await sql`
    insert into org_ammeter (org_id, consumer_id, data_type, ammeter_id, sign)
    select org, ${consumerId}, '1', id, '1' from unnest(${leaves}::integer[],
      ${leaves.map((_, i) => units[placeOf(i)]?.id)}::integer[]) l (id, org)`.execute(db);
  return { consumerId, orgId: units[0]?.id ?? 0, meterIds: leaves.slice(0, OF_THE_HALL) };
}

/** A year every 15 minutes. */
async function store(db: Db, meterIds: readonly number[]): Promise<void> {
  const [pp, pz] = [codeIndex('PP'), codeIndex('PZ')];
  for (let from = 0; from <= STEPS; from += STEPS_A_BATCH) {
    const builder = new BatchBuilder(meterIds.length * STEPS_A_BATCH);
    for (let k = from; k < Math.min(from + STEPS_A_BATCH, STEPS + 1); k++)
      for (const [m, id] of meterIds.entries()) {
        builder.row(id, YEAR_FROM + k * STEP_MS);
        builder.set(pp, k * (1 + m));
        builder.set(pz, 4 * (1 + m));
      }
    await storeReadings(db, builder.batch());
  }
}

/** Waits until everything is folded and the sums of all units are kept. */
async function settled(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ done: boolean }>`
      select not exists (select from dirty) and not exists (select from kept_sum_dirty)
        and (select count(*) from kept_sum) >= ${UNITS}::integer as done`.execute(db);
    if (rows[0]?.done) break;
    await sleep(500);
  }
  await sql`vacuum (analyze)`.execute(db);
  await sql`checkpoint`.execute(db);
}

async function measure(say: (line: string) => void): Promise<readonly Part[]> {
  const machine = machineNow();
  const product = await startProduct();
  const system = await openDatabase(await databaseUrl(product.dataDir), { log: silent, max: 2 });
  const person = new Caller(product.baseUrl);
  try {
    await person.login('operator', PASSWORD);
    say(`entering ${whole(METERS)} meters …`);
    const { consumerId, orgId, meterIds } = await makeEnterprise(system.db);
    say('storing and folding …');
    await store(system.db, meterIds);
    await settled(system.db);
    const calls = charts(consumerId, { who: 'hall', orgId, meterIds, below: meterIds });
    say(`timing ${calls.length} calls …`);
    const rows: (string | number)[][] = [];
    for (const { name, path } of calls) {
      const { p50, p95 } = await time(CALLS, () => person.get(path));
      rows.push([name, fixed(p50, 1), fixed(p95, 1), limit(p95, '≤', LIMIT_MS.chart, ' ms')]);
      say(`${name}: ${fixed(p50, 1)} / ${fixed(p95, 1)} ms`);
    }
    const text = `${measuredNow(machine)}

${whole(METERS)} meters of one enterprise in ${UNITS} units; the charts of one hall, whose list names ${OF_THE_HALL} meters with a year of readings every 15 minutes. One person asks each call ${CALLS} times, warm, over HTTP with session, scope and JSON; ranges are as long as they may be.

${table(['call', 'p50 ms', 'p95 ms', 'limit (p95)'], rows)}`;
    return [{ title: `A hall among ${whole(METERS)} meters`, text }];
  } finally {
    person.close();
    await system.close();
    await product.stop();
  }
}

/** The charts of a small part of a large enterprise. */
export const hall: Section = { name: 'hall', onRequest: true, measure };
