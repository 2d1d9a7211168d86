import { sql } from 'kysely';
import { microToNumber, roundDiv } from '#domain/decimal/decimal.ts';
import { ALWAYS, type Counting, dueSeconds } from '#domain/fold/counting.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Zone } from '#domain/time/zone.ts';
import { flagNames } from '#contract/usageFlag.ts';
import { LEVEL } from '#domain/time/bucket.ts';
import { periodOf } from '#domain/time/period.ts';
import { dateAt } from '#domain/time/text.ts';
import { type Organisation, standFor } from '#feature/meters/subject/server/public.ts';
import { monthsOfYear } from '#domain/time/date.ts';
import { costsOver, unpricedOver } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { TableMeasure } from '../contract.ts';
import type { TableEnergy } from '../domain/energy.ts';

/** A trillionth of a yuan in millionths of a thousand yuan. */
const PER_THOUSAND = 1_000_000_000n;

/** The year of a table as far as it has gone, and what it demands of each meter. */
export interface MeasuredYear {
  readonly range: Range;
  /** Its months that have begun; the last ends with what has gone. */
  readonly months: readonly (Range & { readonly name: string })[];
  readonly expected: ReadonlyMap<number, Counting>;
}

/** What was measured of an energy; millionths. */
export interface Measured {
  readonly energy: bigint | null;
  readonly cost: bigint | null;
  /** Percent of the energy that no price agreement covers, if that is more than one. */
  readonly unpriced: number | null;
  readonly measure: TableMeasure;
}

/** The year that is measured. @param range the whole year @param now ms */
export async function measuredYear(
  trx: Db,
  organisation: Organisation,
  zone: Zone,
  range: Range,
  now: number,
): Promise<MeasuredYear> {
  const year = dateAt(zone, range.from).slice(0, 4);
  const months = monthsOfYear(year)
    .map((name) => ({ name, ...periodOf(zone, 'month', `${name}-01`) }))
    .filter((month) => month.from < now)
    .map((month) => ({ ...month, to: Math.min(month.to, now) }));
  return { range, months, expected: await expectedOf(trx, organisation) };
}

/**
 * From when to when a year demands something of each meter: from its stated commissioning, or from the first device of
 * its ledger that has a register on record. Where neither is stated it is the whole year: a first reading does not tell
 * that nothing was consumed before. A meter that is out of use and was never heard has no part.
 */
async function expectedOf(trx: Db, organisation: Organisation): Promise<Map<number, Counting>> {
  const { rows } = await sql<{ meterId: number; stated: Date | null }>`
    select a.id as "meterId", least(a.commissioned::timestamp at time zone s.time_zone, l.from_ts) as stated
    from ammeter a join monitor_site s on s.id = a.site_id
      left join lateral (select from_ts, start_register from ledger_segment where meter_id = a.id order by from_ts limit 1) l
        on l.start_register is not null
    where a.consumer_id = ${organisation.consumerId}`.execute(trx);
  const stated = new Map(rows.map((row) => [row.meterId, row.stated?.getTime() ?? null]));
  /** Of a meter that is a sum, the first of its parts. */
  const statedOf = (id: number): number => {
    const parts = organisation.sums.filter((one) => one.meterId === id);
    return stated.get(id) ?? (parts.length === 0 ? -Infinity : Math.min(...parts.map((one) => statedOf(one.partId)))); // prettier-ignore
  };
  return new Map(
    organisation.meters.map(({ id, inUse, counting: { from, to } }) => [
      id,
      { from: from === null && !inUse ? null : Math.min(from ?? Infinity, statedOf(id)), to },
    ]),
  );
}

/** What the meters that stand for the enterprise counted, in the unit of the table; undefined where none does. */
export async function measureOf(
  trx: Db,
  organisation: Organisation,
  energy: TableEnergy,
  { range, months, expected }: MeasuredYear,
): Promise<Measured | undefined> {
  const names = new Map(organisation.meters.map((meter) => [meter.id, meter.name]));
  let sum: bigint | null = null;
  let cost: bigint | null = null;
  let unpriced: number | null = null;
  let flags = 0;
  const read = months.map(({ name }) => ({ name, coveredS: 0, dueS: 0 }));
  const meters: { ammeterId: number; ammeterName: string; sign: 1 | -1 }[] = [];
  for (const { dataType, perUnit } of energy.measured ?? []) {
    const { meters: signed } = standFor(organisation, organisation.consumerId, dataType);
    if (signed.length === 0) continue;
    const [whole, ...monthly] = await costsOver(trx, signed, [range, ...months]);
    for (const { meterId, sign } of signed)
      meters.push({ ammeterId: meterId, ammeterName: names.get(meterId) ?? '', sign });
    for (const [i, month] of read.entries()) {
      const { from, to } = months[i] ?? range;
      month.coveredS += monthly[i]?.coveredS ?? 0;
      for (const { meterId } of signed) month.dueS += dueSeconds(expected.get(meterId) ?? ALWAYS, from, to);
    }
    if (!whole) continue;
    flags |= whole.flags;
    if (whole.energy !== null) sum = (sum ?? 0n) + roundDiv(whole.energy, perUnit);
    const spent = whole.costs.CZ ?? null;
    if (spent === null) continue;
    cost = (cost ?? 0n) + roundDiv(spent, PER_THOUSAND);
    const [lacking = 0n] = await unpricedOver(trx, signed, LEVEL.day, [range]);
    const percent = whole.energy ? Number((100n * lacking) / whole.energy) : 0;
    if (percent > 1) unpriced = Math.max(unpriced ?? 0, percent);
  }
  if (meters.length === 0) return undefined;
  const coveredS = read.reduce((sumS, { coveredS }) => sumS + coveredS, 0);
  const dueS = read.reduce((sumS, { dueS }) => sumS + dueS, 0);
  return {
    energy: sum,
    cost,
    unpriced,
    measure: {
      value: sum === null ? null : microToNumber(sum),
      coverage: dueS > 0 ? Math.min(100, Math.floor((100 * coveredS) / dueS)) : null,
      missing: read.filter((month) => month.dueS > 0 && month.coveredS === 0).map((month) => month.name),
      flags: flagNames(flags).filter((flag) => flag !== 'measured'),
      meters,
    },
  };
}
