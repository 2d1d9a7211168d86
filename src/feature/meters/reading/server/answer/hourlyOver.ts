import { sql } from 'kysely';
import { byPeriod, PERIOD_NUMBERS, type Period } from '#contract/period.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Db } from '#server/database/db.ts';
import type { SignedMeter } from './usageSum.ts';
import { visibleMeters } from './visible.ts';

/** Energy of an hour in millionths by tariff period; `0` what no period holds. */
export type HourEnergies = Readonly<Record<Period | 0, bigint>>;

const COLUMNS = ['pp', ...PERIOD_NUMBERS.map((period) => `pp${period}`)];

/** What a signed sum of meters used in each hour of an interval, by the start of the hour, ms; hours of which nothing is known are absent. */
export async function hourlyOver(
  db: Db,
  signed: readonly SignedMeter[],
  { from, to }: Range,
): Promise<Map<number, HourEnergies>> {
  const seen = new Set((await visibleMeters(db, signed.map((one) => one.meterId))).map((one) => one.id)); // prettier-ignore
  const counted = signed.filter((one) => seen.has(one.meterId));
  const { rows } = await sql<{ ts: Date; pp: string } & Record<`pp${Period}`, string | null>>`
    select u.ts, ${sql.raw(COLUMNS.map((column) => `sum(m.sign * u.${column})::text as ${column}`).join(', '))}
    from unnest(${counted.map((m) => m.meterId)}::integer[], ${counted.map((m) => m.sign)}::integer[]) m (id, sign)
      cross join lateral (select ts, ${sql.raw(COLUMNS.join(', '))} 
        from usage_in(m.id, 2, ${new Date(from)}, ${new Date(to)}) where pp is not null offset 0) u
    group by u.ts`.execute(db);
  return new Map(
    rows.map((row) => {
      const placed = byPeriod((period) => BigInt(row[`pp${period}`] ?? 0));
      const rest = PERIOD_NUMBERS.reduce((left, period) => left - placed[period], BigInt(row.pp));
      return [row.ts.getTime(), { ...placed, 0: rest }];
    }),
  );
}
