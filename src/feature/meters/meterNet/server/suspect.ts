import { FLAG } from '#contract/usageFlag.ts';
import type { Range } from '#domain/fold/reach.ts';
import { bucketBounds, LEVEL } from '#domain/time/bucket.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import type { Zone } from '#domain/time/zone.ts';
import { type MeterBucket, usageOf } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { NetSuspect } from '../contract.ts';
import { grossErrors, type NodeSeries } from '../domain/grossError.ts';
import type { NetNode } from '../domain/tree.ts';

/** The last days of a period tell enough; large networks are told by fewer. */
const MOST_DAYS = 62;
const MOST_BUCKETS = 600_000;
/** At most so many are told. */
const TOLD = 5;

/** What no measurement stands behind, hour by hour. */
const NOT_MEASURED =
  FLAG.interpolated | FLAG.estimated | FLAG.manual | FLAG.suspect | FLAG.reset | FLAG.replaced;

/** The hours whose course is looked at: the last full ones of the period. */
export function searchOf(zone: Zone, range: Range, meters: number, now: number): Range {
  const to = Math.min(range.to, Math.floor(now / HOUR_MS) * HOUR_MS);
  const days = Math.max(1, Math.min(MOST_DAYS, Math.floor(MOST_BUCKETS / 24 / Math.max(1, meters))));
  const from = zone.startOfDay(zone.localDay(Math.max(range.from, to - days * 24 * HOUR_MS)));
  return { from: Math.max(range.from, from), to: Math.max(to, range.from) };
}

/** The meters that the course of the balances speaks against, the most likely first. */
export async function suspectsOf(
  trx: Db,
  zone: Zone,
  nodes: readonly NetNode[],
  { from, to }: Range,
  limitOf: (meterId: number) => number,
): Promise<NetSuspect[]> {
  const parents = nodes.filter((node) => node.childIds.length > 0);
  if (parents.length === 0 || from >= to) return [];
  const ids = [...new Set(parents.flatMap((node) => [node.id, ...node.childIds]))];
  const hours = bucketBounds(zone, LEVEL.hour, from, to).slice(0, -1);
  const at = new Map(hours.map((ts, i) => [ts, i]));
  const values = new Map(
    ids.map((id) => [id, Array.from<number | null>({ length: hours.length }).fill(null)]),
  );
  for (const bucket of await usageOf(trx, ids, LEVEL.hour, from, to)) {
    const index = at.get(bucket.ts);
    const series = values.get(bucket.meterId);
    if (index !== undefined && series) series[index] = measured(bucket);
  }
  const seriesOf = (id: number): readonly (number | null)[] => values.get(id) ?? [];
  const series = parents.map(({ id, childIds }): NodeSeries => ({
    meterId: id,
    own: seriesOf(id),
    children: childIds.map((childId) => ({ meterId: childId, values: seriesOf(childId) })),
  }));
  const midnights = hours.map((ts) => zone.local(ts).hour === 0);
  return grossErrors(series, midnights, (meterId) => limitOf(meterId) / 100)
    .slice(0, TOLD)
    .map(({ meterId, ...one }) => ({ ammeterId: meterId, ...one }));
}

/** The energy of an hour that readings back in full, else null. */
function measured({ energies, coveredS, ts, end, flags }: MeterBucket): number | null {
  const energy = energies[0] ?? null;
  return energy === null || coveredS * 1000 < end - ts || (flags & NOT_MEASURED) !== 0
    ? null
    : Number(energy) / 1e6;
}
