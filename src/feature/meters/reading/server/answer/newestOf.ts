import { CODES } from '#contract/dataCode.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import { edges } from '#series/public.ts';
import { freshnessOf } from './freshness.ts';
import { gaugesOver } from './gaugesOver.ts';
import { visibleMeterSet } from './meterSets.ts';
import { countingSources } from './sources.ts';
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
  const meters = await visibleMeterSet(db, asked.map((one) => one.meterId)); // prettier-ignore
  const said = await countingSources(db, meters.ids);
  const before = asked.map((one) => {
    const last = lastOf.get(one.meterId) ?? 0;
    return { ...one, from: last - BESIDE_MS + 1, to: last + 1 };
  });
  const ats = await edges(db, meters, before, 'last', { said, table });
  const found = asked.flatMap((one, i) => {
    const at = ats[i] ?? null;
    return at === null ? [] : [{ ...one, at }];
  });
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
