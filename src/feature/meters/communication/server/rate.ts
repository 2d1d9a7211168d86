import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { DayRate, MeterRate, RateSummary } from '../contract.ts';
import { partsOf, rateCtes, type RateQuestion } from './rateSql.ts';

interface Raw {
  readonly id: number;
  readonly name: string;
  readonly code: string;
  readonly zone: string;
  readonly iv: number;
  readonly days: readonly DayRate[];
  readonly neverHeard: boolean;
}

/** Which values stand for an expected instant: the nearest ones, or those from it to the next. */
const NEAR = 0.5;
const AFTER = 0;

/** A rate below this share is looked at once more by the other way to place values. */
const FEW = 0.9;

/**
 * The collection rate of every meter asked for, by local day. Expected are the instants a step apart from the start
 * of the day on, between the meter's first reading or stated commissioning and one step before now (or the end of its life); received are those of them near which
 * (at most half a step away) a value of the meter itself came. Of a meter that tells halfway between them every value is as near to
 * two: those are received after which one came. A step longer than a day is not told by day.
 */
export async function meterRates(trx: Db, question: RateQuestion, now: number): Promise<MeterRate[]> {
  const rates: MeterRate[] = [];
  for (const part of await partsOf(trx, question))
    for (const rate of await ratesOf(trx, part, now)) rates.push(rate);
  return rates;
}

async function ratesOf(trx: Db, question: RateQuestion, now: number): Promise<MeterRate[]> {
  const rates = await placedRates(trx, question, now, NEAR);
  const among = rates.filter(({ expected, received }) => received < expected * FEW).map(({ id }) => id);
  if (among.length === 0) return rates;
  const others = await placedRates(trx, { ...question, among }, now, AFTER);
  const after = new Map(others.map((one) => [one.id, one]));
  return rates.map((rate) => {
    const other = after.get(rate.id);
    return other && other.received > rate.received ? other : rate;
  });
}

/** @param shift steps by which a value may lie before the instant that it stands for */
async function placedRates(
  trx: Db,
  question: RateQuestion,
  now: number,
  shift: typeof NEAR | typeof AFTER,
): Promise<MeterRate[]> {
  const { rows } = await sql<Raw>`
    with ${await rateCtes(trx, question, now)}, came as materialized (
      select id, day, count(distinct slot)::integer as n from (
        select t.id, p.day, floor(extract(epoch from t.ts - p.day::timestamp at time zone m.zone)::float8 / m.iv + ${shift}::float8) as slot
        from told t join m on m.id = t.id cross join lateral (
          select ((t.ts + m.iv * ${shift}::float8 * interval '1 second') at time zone m.zone)::date as day offset 0) p
        where m.iv <= 86400) s group by id, day
    ), days as (
      select m.id, m.iv, d::date as day, d::timestamp at time zone m.zone as start,
        -- An hour more in a day makes no instant of its own for steps that are longer.
        least((d::date + 1)::timestamp at time zone m.zone - m.iv * interval '0.5 second',
          ${new Date(now)}::timestamptz - m.iv * interval '1 second', m.gone) as until, m.first
      from m cross join generate_series(${question.begin}::date, ${question.end}::date, interval '1 day') d
      where m.iv <= 86400
    ), due as materialized (
      select id, day, case when first is null then 0 else greatest(0,
          ceil(extract(epoch from until - start)::float8 / iv)
          - greatest(0, ceil(extract(epoch from first - iv * interval '0.5 second' - start)::float8 / iv))
        )::integer end as n
      from days
    )
    select m.id, m.name, m.code, m.zone, m.iv, m.never as "neverHeard", coalesce(x.days, '[]') as days
    from m left join (
      select due.id, json_agg(json_build_object('day', due.day, 'expected', due.n,
          'received', least(coalesce(came.n, 0), due.n)) order by due.day) as days
      from due left join came on came.id = due.id and came.day = due.day group by due.id) x on x.id = m.id
    order by m.code`.execute(trx);
  return rows.map(({ id, name, code, zone, iv, days, neverHeard }) => ({
    id,
    ammeterName: name,
    ammeterCode: code,
    timeZone: zone,
    intervalSeconds: iv,
    expected: sum(days, 'expected'),
    received: sum(days, 'received'),
    days,
    neverHeard,
  }));
}

const sum = (days: readonly DayRate[], key: 'expected' | 'received'): number =>
  days.reduce((total, day) => total + day[key], 0);

/** Share of what was expected; null where nothing was. */
export const rateOf = ({ expected, received }: { expected: number; received: number }): number | null =>
  expected === 0 ? null : received / expected;

/** The lowest rate first; meters of which nothing was expected last. */
export const byRate = (a: MeterRate, b: MeterRate): number =>
  (rateOf(a) ?? 2) - (rateOf(b) ?? 2) || a.ammeterCode.localeCompare(b.ammeterCode);

/** All meters as one. */
export function summaryOf(rates: readonly MeterRate[]): RateSummary {
  const days = new Map<string, { expected: number; received: number }>();
  for (const rate of rates)
    for (const { day, expected, received } of rate.days) {
      const total = days.get(day) ?? { expected: 0, received: 0 };
      days.set(day, { expected: total.expected + expected, received: total.received + received });
    }
  const list = [...days].map(([day, total]) => ({ day, ...total }));
  return {
    meters: rates.filter((rate) => !rate.neverHeard).length,
    neverHeard: rates
      .filter((rate) => rate.neverHeard)
      .map(({ id, ammeterName }) => ({ ammeterId: id, ammeterName })),
    expected: sum(list, 'expected'),
    received: sum(list, 'received'),
    incomplete: rates.filter((rate) => rate.received < rate.expected).length,
    days: list,
  };
}
