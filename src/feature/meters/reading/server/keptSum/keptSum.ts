import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Range } from '#domain/fold/reach.ts';
import { bucketEnd, bucketStart, type Level } from '#domain/time/bucket.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { Db } from '#server/database/db.ts';
import type { SignedMeter } from '../answer/usageSum.ts';

/** A sum that is kept, as an answer finds it. */
export interface KeptSum {
  readonly id: number;
  /** How many meters it has. */
  readonly meters: number;
  /** Where it waits to be added up again, ms; null = nowhere. What touches it is asked of the meters. */
  readonly stale: Range | null;
}

/** Fewer meters are added up as quickly as found; more than the other would take the worker from folding. */
const KEPT_METERS = { least: 3, most: 1000 } as const;

/** Whether the sum of these meters may be kept at all; each meter counts once. */
export const isKeepable = (signed: readonly SignedMeter[]): boolean =>
  signed.length >= KEPT_METERS.least &&
  signed.length <= KEPT_METERS.most &&
  new Set(signed.map((one) => one.meterId)).size === signed.length;

/** A sum by what it is: its meters with their signs, and the zone that all of them have. */
export function keyOfSum(zone: string, signed: readonly SignedMeter[]): string {
  const terms = signed.map(({ meterId, sign }) => meterId * sign).toSorted((a, b) => a - b);
  return createHash('sha256').update(`${zone}|${terms.join()}`).digest('base64url');
}

// One answer asks for the same sum several times: within its transaction it is found once.
const found = new WeakMap<Db, Map<string, Promise<KeptSum | null>>>();

/** The kept sum of meters of one zone that the executor's scope shows; null where none is kept. */
export async function keptSumOf(db: Db, zone: Zone, signed: readonly SignedMeter[]): Promise<KeptSum | null> {
  if (!isKeepable(signed)) return null;
  const key = keyOfSum(zone.name, signed);
  if (!db.isTransaction) return find(db, key, signed.length);
  const known = found.get(db) ?? new Map<string, Promise<KeptSum | null>>();
  found.set(db, known);
  const query = known.get(key) ?? find(db, key, signed.length);
  known.set(key, query);
  return query;
}

async function find(db: Db, key: string, meters: number): Promise<KeptSum | null> {
  const { rows } = await sql<{ id: number; from: Date | null; to: Date | null }>`
    select s.id, d.from, d.to from kept_sum s cross join lateral (
      select min(from_ts) as from, max(to_ts) as to from kept_sum_dirty where sum_id = s.id) d
    where s.key = ${key}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const stale = row.from && row.to ? { from: row.from.getTime(), to: row.to.getTime() } : null;
  return { id: row.id, meters, stale };
}

/** The whole buckets of a level that wait to be added up again, or null. */
export const staleBuckets = ({ stale }: KeptSum, zone: Zone, level: Level): Range | null =>
  stale && {
    from: bucketStart(zone, level, stale.from),
    to: bucketEnd(zone, level, bucketStart(zone, level, Math.max(stale.from, stale.to - 1))),
  };

/** A part of the range `key`. */
export interface Piece extends Range {
  readonly key: number;
}

/** Ranges by where they are read: `kept` outside of what is stale, `own` (the meters) inside. */
export function piecesOf(
  ranges: readonly Range[],
  stale: Range | null,
): { readonly kept: Piece[]; readonly own: Piece[] } {
  const all = ranges.map((range, key) => ({ ...range, key })).filter(({ from, to }) => from < to);
  if (!stale) return { kept: all, own: [] };
  const cut = ({ key, from, to }: Piece, within: Range): Piece[] => {
    const piece = { key, from: Math.max(from, within.from), to: Math.min(to, within.to) };
    return piece.from < piece.to ? [piece] : [];
  };
  return {
    kept: all.flatMap((one) => [
      ...cut(one, { from: -Infinity, to: stale.from }),
      ...cut(one, { from: stale.to, to: Infinity }),
    ]),
    own: all.flatMap((one) => cut(one, stale)),
  };
}
