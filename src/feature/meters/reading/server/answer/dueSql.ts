import { type RawBuilder, sql } from 'kysely';
import type { DueSteps } from '#domain/fold/due.ts';

/** How many meters the bucket that starts at `ts` (a column) demands: a number where it is the same for all. */
export function dueSql({ first, steps }: DueSteps, ts: string): RawBuilder<unknown> {
  if (steps.length === 0) return sql`${first}::integer`;
  const starts = steps.map(({ at }) => new Date(at));
  return sql`(${[first, ...steps.map(({ due }) => due)]}::integer[])[width_bucket(${sql.raw(ts)}, ${starts}::timestamptz[]) + 1]`;
}
