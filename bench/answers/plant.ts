import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { codeIndex } from '#contract/dataCode.ts';
import { GUANGDONG } from '#domain/calendar/preset.ts';
import { markWhole, storeReadings } from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import { buildMeters } from '#test/build/meter.ts';
import type { Caller } from '../http.ts';

/** A plant of 200 meters with a year of readings every 15 minutes, as the analyses are asked about it. */
export interface Plant {
  readonly consumerId: number;
  /** The incoming meter, the feeders below it, the meters below these, which have one of a few courses. */
  readonly meterIds: readonly number[];
  /** A unit for each feeder, which counts the meters below it one by one. */
  readonly unitIds: readonly number[];
  /** What stands above these units: the sum of all meters that have none below. */
  readonly worksId: number;
  /** The account of the incoming meter. */
  readonly account: string;
}

export const METERS = 200;
const FEEDERS = 10;
const STEP_MS = QUARTER_MS;
/** The year 2025 of the plant's zone. */
export const YEAR_FROM = Date.UTC(2024, 11, 31, 16);
export const STEPS = 365 * 96;
const STEPS_A_BATCH = 96 * 31;
/** So many courses have the meters below the feeders; they share no factor with the feeders, so no two feeders are alike. */
const COURSES = 17;
/** Incoming meter, feeders and the first meter of each course: their readings are stored and folded. */
const OWN = 1 + FEEDERS + COURSES;

/** The meters that have none below, of one feeder or of all. */
export const leavesOf = ({ meterIds }: Pick<Plant, 'meterIds'>, feeder?: number): number[] =>
  meterIds.filter((_, m) => m > FEEDERS && (feeder === undefined || below(m) === feeder));

export const feedersOf = ({ meterIds }: Plant): number[] => meterIds.slice(1, FEEDERS + 1);

const below = (m: number): number => 1 + ((m - 1 - FEEDERS) % FEEDERS);
/** The meter that has the same course and is stored and folded itself. */
const modelOf = (m: number): number => (m < OWN ? m : 1 + FEEDERS + ((m - 1 - FEEDERS) % COURSES));

/** Hundredths of a kWh in step `k` of the first meter of a course. */
const leaf = (m: number, k: number): number =>
  100 + ((m * 37) % 60) * 4 + ((k % 96) - 48 > 0 ? 60 : 20) + ((k * 7919 + m * 104_729) % 97);

/** Registers in hundredths: feeders are the sum of what hangs below, the incoming meter of the feeders. */
function registers(): Float64Array[] {
  const list = Array.from({ length: OWN }, () => new Float64Array(STEPS + 1));
  const steps = new Float64Array(OWN);
  for (let k = 1; k <= STEPS; k++) {
    steps.fill(0);
    for (let m = 1 + FEEDERS; m < OWN; m++) steps[m] = leaf(m, k);
    for (let m = 1 + FEEDERS; m < METERS; m++) {
      const step = steps[modelOf(m)] as number;
      steps[below(m)] = (steps[below(m)] as number) + step;
      steps[0] = (steps[0] as number) + step;
    }
    for (const [m, register] of list.entries())
      register[k] = (register[k - 1] as number) + (steps[m] as number);
  }
  return list;
}

/** Enters enterprise, meters, units, calendar, prices and an account; then the readings, and waits for the fold. */
export async function makePlant(db: Db, operator: Caller, say: (line: string) => void): Promise<Plant> {
  const { consumerId, meterIds } = await buildMeters(db, {
    meters: METERS,
    name: 'answers',
  });
  await sql`
    update ammeter a set parent_id = up.id, rated_power = 5000
    from unnest(${meterIds.slice(1)}::integer[], ${meterIds.slice(1).map((_, i) => meterIds[i < FEEDERS ? 0 : below(i + 1)])}::integer[]) up (meter, id)
    where a.id = up.meter`.execute(db);
  const { rows: units } = await sql<{ id: number }>`
    with works as (
      insert into org_unit (org_name, org_code, consumer_id, org_type, ix)
      values ('Works', 'W', ${consumerId}, '41', 0) returning id),
    halls as (
      insert into org_unit (org_name, org_code, consumer_id, parent_id, org_type, ix)
      select 'Hall ' || n, 'H' || n, ${consumerId}, works.id, '42', n from works, generate_series(1, ${FEEDERS}::integer) n
      returning id, ix)
    select id from (select id, 0 as ix from works union all select id, ix from halls) u order by ix`.execute(
    db,
  );
  const [worksId = 0, ...unitIds] = units.map((unit) => unit.id);
  for (let f = 1; f <= FEEDERS; f++) {
    const own = leavesOf({ meterIds }, f);
    await sql`
      insert into org_ammeter (org_id, consumer_id, data_type, ammeter_id, sign)
      select ${unitIds[f - 1]}, ${consumerId}, '1', id, '1' from unnest(${own}::integer[]) id`.execute(db);
  }
  await operator.post('/api/archive/timezone/add', { consumerId, timezoneName: 'TOU', validFrom: '2020-01-01', rules: GUANGDONG }); // prettier-ignore
  const { id: planId } = await operator.post<{ id: number }>('/api/price/priceScheme/add', {
    consumerId, schemeName: 'Large industry', price1: '1.38125', price2: '1.105', price3: '0.65', price4: '0.247',
    basicCharge: '2', demandPrice: '32', factorStandard: '90', fundPrice: '0.02',
  }); // prettier-ignore
  await operator.post('/api/price/priceAgreement/add', { consumerId, orgId: consumerId, planId, measureAccount: 'A-1', beginDt: '2020-01-01' }); // prettier-ignore
  say('storing …');
  await storeReadingsOf(db, meterIds.slice(0, OWN));
  say('folding …');
  await folded(db);
  say('copying …');
  await copyCourses(db, meterIds);
  say('adding up …');
  // Else the database would do it while calls are timed.
  await addedUp(db);
  await sql`vacuum (analyze)`.execute(db);
  await sql`checkpoint`.execute(db);
  return { consumerId, meterIds, worksId, unitIds, account: 'A-1' };
}

async function storeReadingsOf(db: Db, meterIds: readonly number[]): Promise<void> {
  const [pp, qi, pz] = [codeIndex('PP'), codeIndex('QI'), codeIndex('PZ')];
  const list = registers();
  for (let from = 0; from <= STEPS; from += STEPS_A_BATCH) {
    const builder = new BatchBuilder(OWN * STEPS_A_BATCH);
    for (let k = from; k < Math.min(from + STEPS_A_BATCH, STEPS + 1); k++)
      for (const [m, register] of list.entries()) {
        const now = register[k] as number;
        builder.row(meterIds[m] as number, YEAR_FROM + k * STEP_MS);
        builder.set(pp, now / 100);
        builder.set(qi, Math.round(now / 3) / 100);
        builder.set(pz, (now - (register[Math.max(0, k - 1)] as number)) / 25);
      }
    await storeReadings(db, builder.batch());
  }
}

/** Waits for the sums of the halls and of the works. */
async function addedUp(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ sums: number; marks: boolean }>`
      select (select count(*) from kept_sum)::integer as sums, exists (select from kept_sum_dirty) as marks`.execute(
      db,
    );
    if (rows[0]?.sums === FEEDERS + 1 && !rows[0].marks) return;
    await sleep(200);
  }
}

async function folded(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from dirty limit 1`.execute(db);
    if (rows.length === 0) return;
    await sleep(200);
  }
}

/**
 * What the fold wrote for the first meter of a course is what it would write for the others: they get the same rows.
 * Their readings are left out, as no analysis over such a range reads one.
 */
async function copyCourses(db: Db, meterIds: readonly number[]): Promise<void> {
  const all = meterIds.map((id, m) => ({ id, model: meterIds[modelOf(m)] as number })).slice(OWN);
  const copy = async (name: string, copies: typeof all): Promise<void> => {
    const { rows } = await sql<{ columns: string }>`
      select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attname <> 'meter_id'`.execute(
      db,
    );
    const columns = sql.raw(rows[0]?.columns ?? '');
    const ids = copies.map(({ id }) => id);
    await sql`delete from ${sql.table(name)} where meter_id = any(${ids}::integer[])`.execute(db);
    await sql`
      insert into ${sql.table(name)} (meter_id, ${columns})
      select m.id, ${columns} from unnest(${ids}::integer[], ${copies.map(({ model }) => model)}::integer[]) m (id, model)
        cross join lateral (select * from ${sql.table(name)} where meter_id = m.model offset 0) t`.execute(
      db,
    );
  };
  // As many at once as there are processors.
  const parts = [all.filter((_, i) => i % 2 === 0), all.filter((_, i) => i % 2 === 1)];
  await Promise.all(parts.map((part) => copy('usage', part)));
  await copy('meter_fold', all);
  await markWhole(db, all.map(({ id }) => id)); // prettier-ignore
}
