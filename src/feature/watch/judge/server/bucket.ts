import type { FigureBucket } from '#domain/alarm/figure.ts';
import { bucketBounds, type Level } from '#domain/time/bucket.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import type { Zone } from '#domain/time/zone.ts';
import { usageOf } from '#feature/meters/reading/server/public.ts';
import { peersOver } from './peer.ts';
import type { Db } from '#server/database/db.ts';

const MILLIONTHS = 1e6;

/** The buckets of a level that end in [from, to] (ms), also those of which nothing is known. @param beside others of its kind, too */
export async function bucketsOf(
  trx: Db,
  meterId: number,
  zone: Zone,
  level: Level,
  from: number,
  to: number,
  { beside = false }: { readonly beside?: boolean } = {},
): Promise<FigureBucket[]> {
  const bounds = bucketBounds(zone, level, from - 1, to);
  const [begin = from] = bounds;
  const peers = beside ? await peersOver(trx, meterId, level, begin, to) : undefined;
  const rows = new Map((await usageOf(trx, [meterId], level, begin, to)).map((row) => [row.ts, row]));
  return bounds.slice(0, -1).flatMap((start, i): FigureBucket[] => {
    const end = bounds[i + 1] ?? start + HOUR_MS;
    if (end > to) return [];
    const row = rows.get(start);
    const energy = row?.energies[0] ?? null;
    return [
      {
        level,
        start,
        end,
        energy: energy === null ? null : Number(energy) / MILLIONTHS,
        covered: Math.min(1, ((row?.coveredS ?? 0) * 1000) / (end - start)),
        ...(peers ? { peer: peers.get(start) ?? null } : {}),
      },
    ];
  });
}
