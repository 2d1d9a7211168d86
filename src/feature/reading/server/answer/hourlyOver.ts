import { sql } from 'kysely';
import { PERIOD_NUMBERS, type Period } from '#contract/periodRule.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Db } from '#server/database/db.ts';
import type { SignedMeter } from './usageSum.ts';
import { visibleMeters } from './visible.ts';

/** Energy of an hour in millionths by tariff period; `0` what no period holds. */
export type HourEnergies = Readonly<Record<Period | 0, bigint>>;

/** What a signed sum of meters used in each hour of a stretch, by the start of the hour, ms; hours of which nothing is known are absent. */
export async function hourlyOver(
  db: Db,
  signed: readonly SignedMeter[],
  { from, to }: Range,
): Promise<Map<number, HourEnergies>> {
  const seen = new Set((await visibleMeters(db, signed.map((one) => one.meterId))).map((one) => one.id)); // prettier-ignore
  const counted = signed.filter((one) => seen.has(one.meterId));
  const { rows } = await sql<{ ts: Date; pp: string } & Record<`pp${Period}`, string | null>>`
    select u.ts, sum(m.sign * u.pp)::text as pp, sum(m.sign * u.pp1)::text as pp1, sum(m.sign * u.pp2)::text as pp2,
      sum(m.sign * u.pp3)::text as pp3, sum(m.sign * u.pp4)::text as pp4
    from unnest(${counted.map((m) => m.meterId)}::integer[], ${counted.map((m) => m.sign)}::integer[]) m (id, sign)
      cross join lateral (select ts, pp, pp1, pp2, pp3, pp4 from usage
        where meter_id = m.id and level = 2 and ts >= ${new Date(from)} and ts < ${new Date(to)} and pp is not null
        offset 0) u
    group by u.ts`.execute(db);
  return new Map(
    rows.map((row) => {
      const [one = 0n, two = 0n, three = 0n, four = 0n] = PERIOD_NUMBERS.map((n) =>
        BigInt(row[`pp${n}`] ?? 0),
      );
      return [
        row.ts.getTime(),
        { 1: one, 2: two, 3: three, 4: four, 0: BigInt(row.pp) - one - two - three - four },
      ];
    }),
  );
}
