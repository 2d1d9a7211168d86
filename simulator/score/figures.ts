import { DAY_MS, HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import type { Client } from '../demonstration/client.ts';
import type { Archive } from './archive.ts';
import type { Figure } from './judge.ts';
import type { Rig, Season } from './rig.ts';
import { MONTH_FROM, offsetAt } from './story.ts';

/** Sizes of buckets by the codes of the specification. */
export const SIZES = { 115: 'quarter', 201: 'hour', 301: 'day', 501: 'month' } as const;
export type Size = keyof typeof SIZES;

interface Columns {
  readonly ammeterCode: string;
  readonly ts: readonly number[];
  readonly values: Readonly<Record<string, readonly (number | null)[]>>;
  readonly coveredSeconds: readonly number[];
  readonly flags: readonly string[];
}

/** What the platform says of each meter, one figure for every bucket that the season has. */
export async function figuresOf(
  client: Client,
  archive: Archive,
  rigs: readonly Rig[],
  size: Size,
  code: 'PP' | 'RP' = 'PP',
): Promise<Map<string, Figure[]>> {
  const { list } = await client.get<{ list: readonly Columns[] }>('/api/sdata/dataInterface/getDataList', {
    ammeterIds: rigs.map((rig) => archive.meterIds.get(rig.code)).join(','),
    interval: size,
    dataCodes: `${code},MD`,
    fromDt: new Date(MONTH_FROM - 2 * DAY_MS).toISOString(),
    toDt: new Date(MONTH_FROM + 33 * DAY_MS).toISOString(),
    quality: 1,
  });
  const figures = new Map<string, Figure[]>();
  for (const columns of list) {
    const rig = rigs.find((one) => one.code === columns.ammeterCode);
    if (!rig) continue;
    const bounds = boundsOf(rig.season, size);
    const known = new Set(bounds);
    const place = new Map(columns.ts.map((ts, i) => [ts, i]));
    // What the platform says of other times must be nothing at all.
    const abnormal = columns.ts.find((ts) => !known.has(ts));
    if (abnormal !== undefined)
      throw new Error(
        `${rig.code}: a figure at ${new Date(abnormal).toISOString()}, where there is no bucket`,
      );
    figures.set(
      rig.code,
      bounds.slice(1).map((to, b): Figure => {
        const from = bounds[b] ?? to;
        const i = place.get(from);
        const micro = (name: string): number | null => {
          const value = i === undefined ? null : (columns.values[name]?.[i] ?? null);
          return value === null ? null : Math.round(value * 1e6);
        };
        return {
          from,
          to,
          energy: micro(code),
          demand: micro('MD'),
          coveredSeconds: columns.coveredSeconds[i ?? -1] ?? 0,
          flags: new Set((columns.flags[i ?? -1] ?? '').split(' ').filter(Boolean)),
        };
      }),
    );
  }
  return figures;
}

/** Starts of the buckets of a season on the clock of its site, and the end of the last. */
export function boundsOf({ from, to, site }: Season, size: Size): number[] {
  const wallStart = (wall: number): number => {
    const first = wall - offsetAt(site, wall - offsetAt(site, wall) - HOUR_MS);
    return first + offsetAt(site, first) === wall ? first : wall - offsetAt(site, wall);
  };
  if (size === 501) return [wallStart(MONTH_FROM), wallStart(Date.UTC(2025, 10, 1))];
  const bounds: number[] = [];
  const step = size === 115 ? QUARTER_MS : HOUR_MS;
  if (size < 300) for (let t = from; t <= to; t += step) bounds.push(t);
  else for (let wall = from + offsetAt(site, from); wallStart(wall) <= to; wall += DAY_MS) bounds.push(wallStart(wall)); // prettier-ignore
  return bounds;
}
