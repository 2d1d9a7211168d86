import { HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { spansIn } from '../known.ts';
import type { Rig, Span } from '../rig.ts';
import { offsetAt } from '../story.ts';
import { periodAt, type PeriodName, type Unit } from './unit.ts';

/** Millionths of kWh: at least, and at most. */
export interface Bounds {
  readonly low: bigint;
  readonly high: bigint;
}

const NAMES: readonly PeriodName[] = ['peak', 'flat', 'valley'];

/** The tariff period of an instant at the place of a meter. */
export const periodOf = ({ season }: Pick<Rig, 'season'>, t: number): PeriodName =>
  periodAt(Math.floor((t + offsetAt(season.site, t)) / HOUR_MS) % 24);

/**
 * What registers leave open of the energy of a month by tariff period, and as a whole: where it is known between two
 * instants alone, all of it may lie in each period between them; where nobody knows it, it is nothing up to the truth.
 */
export function energyBounds({ meters }: Pick<Unit, 'meters'>): ReadonlyMap<PeriodName | 'whole', Bounds> {
  const bounds = new Map<PeriodName | 'whole', { low: bigint; high: bigint }>(
    [...NAMES, 'whole' as const].map((name) => [name, { low: 0n, high: 0n }]),
  );
  for (const rig of meters)
    for (const span of spansIn(rig.spans, rig.season.from, rig.season.to)) {
      const inside = span.from >= rig.season.from && span.to <= rig.season.to;
      const energy = BigInt(span.energy ?? rig.truth.energy(span.from, span.to));
      const known = inside && span.energy !== null;
      const touched = periodsIn(rig, span);
      for (const name of ['whole' as const, ...touched]) {
        const own = bounds.get(name);
        if (!own) continue;
        own.high += energy;
        if (known && (name === 'whole' || touched.size === 1)) own.low += energy;
      }
    }
  return bounds;
}

function periodsIn(rig: Rig, { from, to }: Span): ReadonlySet<PeriodName> {
  const found = new Set<PeriodName>();
  const end = Math.min(to, rig.season.to);
  // Periods begin with an hour; readings may lie beside every quarter of it.
  const first = Math.floor(Math.max(from, rig.season.from) / QUARTER_MS) * QUARTER_MS;
  for (let t = first; t < end && found.size < NAMES.length; t += QUARTER_MS) found.add(periodOf(rig, t));
  return found;
}
