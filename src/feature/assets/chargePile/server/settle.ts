import { sql } from 'kysely';
import { PERIOD_NUMBERS } from '#contract/period.ts';
import { type Course, courseOf, type Sample, type Stop } from '#domain/charge/course.ts';
import { feesOf, type Fees } from '#domain/charge/fee.ts';
import { LONGEST_SESSION_MS, mostEnergyOf } from '#domain/charge/limit.ts';
import { microToText, textToMicro } from '#domain/decimal/decimal.ts';
import type { Fen } from '#domain/tariff/money.ts';
import type { Db } from '#server/database/db.ts';
import type { SessionState } from '#contract/chargeSession.ts';
import { type Judged, judgedOf } from './judgement.ts';
import { ratesOf } from './rate.ts';

/** A session as it began. */
export interface Begun {
  readonly sessionId: number;
  readonly beginAt: Date;
  /** As the charger stamped it. */
  readonly toldAt: Date;
  readonly meterStart: string;
  /** kW of its charger as it began. */
  readonly ratedPower: number;
  /** Why the clock at its start is doubted. */
  readonly clockDoubt: string | null;
}

interface Row extends Begun {
  readonly consumerId: number;
  readonly siteId: number;
  readonly pileId: number;
  readonly connector: number;
  readonly account: string | null;
  readonly state: SessionState;
  readonly servicePrice: string;
}

interface Told {
  readonly at: Date;
  readonly energy: string;
}

interface ToldStop extends Stop {
  readonly clockDoubt: string | null;
  /** ms. */
  readonly receivedAt: number;
  /** As the charger stamped it, ms; null = it cannot be read. */
  readonly toldAt: number | null;
}

/** The account and the rated power by which a session is settled: those of its charger as it began. */
export const SETTLED_BY = sql`case when s._rated_power is null then p.measure_account else s._account end as account,
  coalesce(s._rated_power, p.rated_power)::float8 as "ratedPower"`;

const sampleOf = ({ at, energy }: Told): Sample => ({ at: at.getTime(), energy: textToMicro(energy) });

/** What is known of a session, as the pure core takes it. */
async function factsOf(
  db: Db,
  sessionId: number,
): Promise<{ readonly samples: Sample[]; readonly stops: readonly ToldStop[] }> {
  const samples = await sql<Told>`select at, energy::text as energy from charge_sample
    where session_id = ${sessionId} and energy is not null`.execute(db);
  const stops = await sql<
    Told & { reason: string | null; clockDoubt: string | null; receivedAt: Date; toldAt: Date | null }
  >`
    select at, energy::text as energy, reason, clock_doubt as "clockDoubt", received_at as "receivedAt",
      told_at as "toldAt" from charge_stop where session_id = ${sessionId} order by received_at`.execute(db);
  return {
    samples: samples.rows.map(sampleOf),
    stops: stops.rows.map((row) => ({
      ...sampleOf(row),
      reason: row.reason,
      clockDoubt: row.clockDoubt,
      receivedAt: row.receivedAt.getTime(),
      toldAt: row.toldAt?.getTime() ?? null,
    })),
  };
}

/** The course of a session as it is known now, and what it rests on. */
interface CourseNow {
  readonly start: Sample;
  readonly course: Course;
  readonly stops: readonly ToldStop[];
  readonly judged: Judged | undefined;
  readonly clockDoubt: string | null;
}

/** How long a session took by the stamps of its charger alone, whose clock is doubted, ms; where these do not tell, the longest. */
function toldLength({ toldAt }: Begun, [stop]: readonly ToldStop[]): number {
  return stop?.toldAt == null ? LONGEST_SESSION_MS : stop.toldAt - toldAt.getTime();
}

/** The course of a session. What a person found stands until it is lifted, whatever comes later. */
export async function courseNow(db: Db, session: Begun): Promise<CourseNow> {
  const { samples, stops } = await factsOf(db, session.sessionId);
  const judged = await judgedOf(db, session.sessionId);
  const start = { at: judged?.begin ?? session.beginAt.getTime(), energy: textToMicro(session.meterStart) };
  const clockDoubt = session.clockDoubt ?? stops.find((one) => one.clockDoubt !== null)?.clockDoubt ?? null;
  const least = clockDoubt === null ? 0 : toldLength(session, stops);
  const mostIn = (lengthMs: number): bigint => mostEnergyOf(session.ratedPower, Math.max(lengthMs, least));
  const facts = judged?.stop ? { start, samples, stops: [judged.stop] } : { start, samples, stops, mostIn };
  return { start, course: courseOf(facts), stops, judged, clockDoubt };
}

/** Where a session stands among those of its connector. */
type AtConnector = Pick<Row, 'sessionId' | 'pileId' | 'connector' | 'meterStart'>;

/**
 * The starts of the sessions that followed at the connector, by register above the own start: those that began before an end, and the
 * very next one whenever that was (a register may be set back later).
 * @param begin ms @param end ms
 */
export async function nextStarts(db: Db, of: AtConnector, begin: number, end: number): Promise<Sample[]> {
  const later = sql`from charge_session where pile_id = ${of.pileId} and connector = ${of.connector}
    and id <> ${of.sessionId} and begin_at > ${new Date(begin)}`;
  const { rows } = await sql<Told>`select begin_at as at, meter_start::text as energy ${later}
    and meter_start > ${of.meterStart}::numeric
    and (begin_at < ${new Date(end)} or id = (select id ${later} order by begin_at, id limit 1))
    order by meter_start`.execute(db);
  return rows.map(sampleOf);
}

/** Registers are rounded: of a session that began after the end so much is no energy of both, millionths of a kWh. */
const ROUNDED = 100_000n;

/** Whether energy of a session that followed at the connector is in this one: it would count twice. */
async function overlapsNext(db: Db, row: Row, start: Sample, { at, energy }: Sample): Promise<boolean> {
  const next = await nextStarts(db, row, start.at, at);
  return next.some((one) => energy > (one.at < at ? one.energy : one.energy + ROUNDED));
}

/**
 * Brings a session to what is known of it now: its energy, and once its end was told what it costs by tariff period. The
 * session is held meanwhile.
 */
export async function settleSession(trx: Db, sessionId: number): Promise<void> {
  const { rows } = await sql<Row>`
    select s.id as "sessionId", s.consumer_id as "consumerId", s.site_id as "siteId", s.pile_id as "pileId", s.connector,
      ${SETTLED_BY}, s.begin_at as "beginAt",
      s._told_at as "toldAt", s.meter_start::text as "meterStart", s.session_state as state, s._service_price::text as "servicePrice",
      s._clock_doubt as "clockDoubt"
    from charge_session s join charge_pile p on p.id = s.pile_id where s.id = ${sessionId} for update of s`.execute(
    trx,
  );
  const [row] = rows;
  if (!row) return;
  const { start, course, stops, judged, clockDoubt } = await courseNow(trx, row);
  const { points, stop, ignored } = course;
  const overlaps = stop !== null && course.doubt === null && (await overlapsNext(trx, row, start, stop));
  // What a person found stands: a session that is told of later is shown beside it.
  const doubt = overlaps && !judged?.stop ? 'overlaps' : course.doubt;
  const energy = doubt === null ? course.energy : null;
  const excluded = judged?.verdict === 'exclude';
  const over = stop !== null && doubt === null && !excluded;
  const fees = over ? feesOf(points, await ratesOf(trx, row), textToMicro(row.servicePrice)) : undefined;
  const state = stateOf(row.state, { over, inDoubt: doubt !== null, judged });
  const later =
    judged !== undefined && judged.verdict !== 'lift' && stops.some((one) => one.receivedAt > judged.at);
  // A person who found when it began and ended has looked at the clock.
  const beside = overlaps ? 'overlaps' : judged?.stop ? null : clockDoubt;
  const doubtShown = later ? 'toldLater' : (doubt ?? beside);
  await sql`update charge_session set session_state = ${state}, _heard_at = now(), _ignored = ${ignored},
      energy = ${energy === null || excluded ? null : microToText(energy)}, doubt = ${doubtShown}, begin_at = ${new Date(start.at)},
      end_at = ${stop ? new Date(stop.at) : null}, meter_stop = ${stop ? microToText(stop.energy) : null},
      stop_reason = ${stop?.reason ?? null}, energy_fee = ${yuanText(fees?.energyFee)},
      service_fee = ${yuanText(fees?.serviceFee)}, total_fee = ${yuanText(totalOf(fees))},
      energy0 = ${energyOf(fees, 0)}, energy1 = ${energyOf(fees, 1)}, energy2 = ${energyOf(fees, 2)},
      energy3 = ${energyOf(fees, 3)}, energy4 = ${energyOf(fees, 4)}, energy5 = ${energyOf(fees, 5)},
      split_by_time = ${fees?.byTime ?? null}, _lines = ${JSON.stringify(linesOf(fees))}::jsonb
    where id = ${sessionId}`.execute(trx);
}

/** The state of a session by what the charger told and what a person found. An end that was lifted is open again. */
function stateOf(
  before: SessionState,
  { over, inDoubt, judged }: { over: boolean; inDoubt: boolean; judged: Judged | undefined },
): SessionState {
  if (judged?.verdict === 'exclude') return '6';
  if (judged?.verdict === 'settle') return '5';
  if (inDoubt) return '4';
  if (over) return '2';
  return before === '5' || before === '6' || before === '4' ? '3' : before;
}

const totalOf = (fees: Fees | undefined): Fen | null | undefined =>
  fees && (fees.energyFee === null ? null : fees.energyFee + fees.serviceFee);

/** Yuan with two decimals. */
const yuanText = (fen: Fen | null | undefined): string | null =>
  fen === null || fen === undefined ? null : microToText(fen * 10_000n);

/** kWh of a period; null where none of it is in the session. */
function energyOf(fees: Fees | undefined, period: 0 | (typeof PERIOD_NUMBERS)[number]): string | null {
  const own = fees?.lines.filter((line) => line.period === period) ?? [];
  return own.length === 0 ? null : microToText(own.reduce((sum, { energy }) => sum + energy, 0n));
}

const linesOf = (fees: Fees | undefined) =>
  fees?.lines.map(({ period, energy, price, amount }) => ({
    period,
    energy: microToText(energy),
    price: price === null ? null : microToText(price),
    amount: yuanText(amount),
  })) ?? [];
