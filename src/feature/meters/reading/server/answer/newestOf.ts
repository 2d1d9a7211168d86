import { sql } from 'kysely';
import { CODES } from '#contract/dataCode.ts';
import { groupedBy } from '#domain/group.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import { COUNTS } from '../loadInput.ts';
import { freshnessOf } from './freshness.ts';
import { gaugesOver } from './gaugesOver.ts';
import { visibleMeters } from './visible.ts';

/** A standard code of a meter. */
export interface MeterCode {
  readonly meterId: number;
  readonly code: string;
}

/** The newest of a code: its instant (ms) and the value that counts; null = a person took it out. */
export interface NewestValue extends MeterCode {
  readonly at: number;
  readonly value: number | null;
}

/** A code that a meter has not told for so long beside its newest value is not told any more, ms. */
const BESIDE_MS = HOUR_MS;

/**
 * The newest values of many codes of many meters, each at its own instant; what was never told, or not within an hour of the
 * meter's newest, is left out, and so are meters that the executor's scope does not show.
 * @param now ms; what is stamped later is not the present
 */
export async function newestOf(
  db: Db,
  wanted: readonly MeterCode[],
  now: number,
  table = CODES,
): Promise<NewestValue[]> {
  const shown = await visibleMeters(
    db,
    wanted.map((one) => one.meterId),
  );
  const fresh = await freshnessOf(
    db,
    shown.map((meter) => meter.id),
    now,
  );
  const lastOf = new Map(
    fresh.flatMap(({ meterId, lastAt }) => (lastAt === null ? [] : [[meterId, lastAt]])),
  );
  const asked = wanted.filter(({ meterId, code }) => lastOf.has(meterId) && table.indexOf(code) >= 0);
  const parts = [...groupedBy(asked, (one) => one.code)].map(([code, list]) => {
    const ids = [...new Set(list.map((one) => one.meterId))];
    const lasts = ids.map((id) => new Date(lastOf.get(id) ?? 0));
    return sql`select m.id as "meterId", ${code}::text as code, (
        select date_part('epoch', r.ts) * 1000 from reading r where r.meter_id = m.id and r.ts <= m.last
          and r.ts > m.last - ${BESIDE_MS} * interval '1 millisecond' and ${sql.ref(`r.${table.columns[table.indexOf(code)]}`)} is not null
          and ${sql.raw(COUNTS)} order by r.ts desc limit 1) as at
      from unnest(${ids}::integer[], ${lasts}::timestamptz[]) m (id, last)`;
  });
  if (parts.length === 0) return [];
  const { rows } = await sql<MeterCode & { at: number | null }>`${sql.join(parts, sql` union all `)}`.execute(
    db,
  );
  const found = rows.flatMap((row) => (row.at === null ? [] : [{ ...row, at: Math.round(row.at) }]));
  const windows = [...new Map(found.map((one) => [`${one.meterId} ${one.at}`, one])).values()].map(
    ({ meterId, at }) => ({ meterId, from: at, to: at }),
  );
  const values = await gaugesOver(db, windows, [...new Set(found.map((one) => one.code))], table);
  return found.map(({ meterId, code, at }) => ({
    meterId,
    code,
    at,
    value: values.get(meterId)?.find((one) => one.at === at)?.values[code] ?? null,
  }));
}
