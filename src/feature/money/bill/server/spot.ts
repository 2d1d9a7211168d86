import { sql } from 'kysely';
import { byPeriodOrNone } from '#contract/period.ts';
import type { PriceCurve } from '#contract/priceCurve.ts';
import type { Range } from '#domain/fold/reach.ts';
import { hoursOf } from '#domain/tariff/pricesOver.ts';
import { type HourCells, HOURS, type SpotHour } from '#domain/tariff/spot.ts';
import { dateOfDay } from '#domain/time/date.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import type { Zone } from '#domain/time/zone.ts';
import { hourlyOver, type SignedMeter } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';

/** An hour of a month that is settled at the real-time price, by its start, ms. */
export interface SettledHour extends SpotHour {
  readonly at: number;
}

interface Row extends HourCells {
  readonly day: string;
  readonly curve: PriceCurve;
}

const NOTHING = byPeriodOrNone(() => 0n);

/** The hours of a month for which a trading scheme has a real-time price, with what was traded and used in them. */
export async function settledHours(
  trx: Db,
  zone: Zone,
  signed: readonly SignedMeter[],
  planId: number,
  { from, to }: Range,
): Promise<SettledHour[]> {
  const [first, last] = [zone.localDay(from), zone.localDay(to - 1)];
  const { rows } = await sql<Row>`
    select day::text as day, curve, ${sql.raw(HOURS.map((hour) => `h${hour}::text`).join(', '))} from price_curve
    where plan_id = ${planId} and day between ${dateOfDay(first)} and ${dateOfDay(last)}`.execute(trx);
  if (!rows.some((row) => row.curve === '2')) return [];
  const curves = new Map(rows.map((row) => [`${row.day} ${row.curve}`, hoursOf(row)]));
  const used = await hourlyOver(trx, signed, { from, to });
  const settled: SettledHour[] = [];
  for (let at = from; at < to; at += HOUR_MS) {
    const day = dateOfDay(zone.localDay(at));
    const { hour } = zone.local(at);
    const of = (curve: PriceCurve): bigint | null => curves.get(`${day} ${curve}`)?.[hour] ?? null;
    const realTime = of('2');
    if (realTime === null) continue;
    settled.push({
      at,
      energies: used.get(at) ?? NOTHING,
      realTime,
      dayAhead: of('1'),
      contractQuantity: of('3'),
      contractPrice: of('4'),
      dayAheadQuantity: of('5'),
    });
  }
  return settled;
}
