import { sql } from 'kysely';
import { type Language, type Text, textIn } from '#contract/text.ts';
import { utcDate } from '#domain/time/date.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { meterRates } from '#feature/meters/communication/server/public.ts';
import { dateAt } from '#domain/time/text.ts';
import type { Db } from '#server/database/db.ts';
import type { ConsumerCoverage, CoverageByConsumer, FailedTasks } from '../contract.ts';
import { byRate } from '../domain/coverage.ts';
import { consumerNames } from './care.ts';

const SHOWN = 12;
const FAILED_DAYS = 7;

interface RawTask {
  readonly id: number;
  readonly label: Text;
  readonly message: Text | null;
  readonly consumerId: number | null;
  readonly employeeName: string | null;
  readonly endedAt: number;
}

/** Tasks of the last days that failed, whoever started them, as the executor sees them. */
export async function failedOf(trx: Db, language: Language, now: number): Promise<FailedTasks> {
  const since = new Date(now - FAILED_DAYS * DAY_MS);
  const where = sql`t.state = 'failed' and t.ended_at >= ${since}::timestamptz`;
  const { rows: totals } = await sql<{ n: number }>`
    select count(*)::integer as n from task t where ${where}`.execute(trx);
  const { rows } = await sql<RawTask>`
    select t.id, t.label, t.message, t.consumer_id as "consumerId", e.name as "employeeName",
      (date_part('epoch', t.ended_at) * 1000)::float8 as "endedAt"
    from task t left join org_employee e on e.id = t.employee_id
    where ${where} order by t.ended_at desc, t.id desc limit ${SHOWN}`.execute(trx);
  const nameOf = await consumerNames(trx, rows.flatMap(({ consumerId }) => consumerId ?? [])); // prettier-ignore
  return {
    now,
    list: rows.map(({ consumerId, label, message, ...row }) => ({
      ...row,
      label: textIn(label, language),
      message: textIn(message, language) ?? null,
      consumerName: nameOf(consumerId),
    })),
    count: totals[0]?.n ?? 0,
  };
}

/** The day before an instant on the clock of a zone, `2026-01-31`. */
const dayBefore = (zone: string, now: number): string => dateAt(zoneOf(zone), now - DAY_MS);

/** How much of what was expected yesterday came, by enterprise; those without a meter are told too. */
export async function coverageOf(trx: Db, now: number): Promise<CoverageByConsumer> {
  // Wherever on earth a meter stands, its yesterday is one of these.
  const [begin = '', end = ''] = [-12, 14].map((hours) => utcDate(now - DAY_MS + hours * HOUR_MS));
  const rates = await meterRates(trx, { begin, end }, now);
  const { rows: consumers } = await sql<{ id: number; name: string }>`
    select id, shown_name(org_name, org_name_en) as name from consumer where state = '1' order by id`.execute(
    trx,
  );
  const { rows: meters } = await sql<{ id: number; consumerId: number }>`
    select id, consumer_id as "consumerId" from ammeter
    where id = any (${rates.map(({ id }) => id)}::integer[])`.execute(trx);
  const consumerOf = new Map(meters.map(({ id, consumerId }) => [id, consumerId]));
  const found = new Map<number, ConsumerCoverage>(
    consumers.map(({ id, name }) => [
      id,
      {
        consumerId: id,
        consumerName: name,
        meters: 0,
        neverHeard: 0,
        incomplete: 0,
        expected: 0,
        received: 0,
      },
    ]),
  );
  for (const { id, timeZone, days, neverHeard } of rates) {
    const sum = found.get(consumerOf.get(id) ?? 0);
    if (!sum) continue;
    const day = days.find((one) => one.day === dayBefore(timeZone, now)) ?? { expected: 0, received: 0 };
    found.set(sum.consumerId, {
      ...sum,
      meters: sum.meters + (neverHeard ? 0 : 1),
      neverHeard: sum.neverHeard + (neverHeard ? 1 : 0),
      incomplete: sum.incomplete + (day.received < day.expected ? 1 : 0),
      expected: sum.expected + day.expected,
      received: sum.received + day.received,
    });
  }
  const list = [...found.values()].toSorted(byRate);
  return {
    list: list.slice(0, SHOWN),
    count: list.length,
    incomplete: list.filter(({ expected, received }) => received < expected).length,
  };
}
