import type { HeatMeter, SpaceBody } from '#contract/scene/space.ts';
import { meterOf } from '../label.ts';
import { areaOf } from './shape.ts';

/** What heat colours tell: energy of the hour, the same a m², mean power as a share of the rated one. */
export const HEAT_FIGURES = ['energy', 'density', 'loadShare'] as const;
export type HeatFigure = (typeof HEAT_FIGURES)[number];

/** A figure of a body in an hour. */
export interface Heat {
  readonly id: string;
  readonly value: number;
  readonly unit: string;
  /** Share of the hour that readings back, 0…1. */
  readonly covered: number;
}

const HOUR_S = 3600;
/** Power is told of electricity alone. */
const ELECTRIC = 'kWh';

/**
 * Whether the energy of an hour is that of all of it: readings back the whole hour, or the register went on before and
 * after it. Of the hour in which readings begin or end, a mean power is not known.
 */
function isWhole({ energies, coveredS }: HeatMeter, hour: number): boolean {
  const known = (from: number, to?: number): boolean => energies.slice(from, to).some((one) => one !== null);
  return (coveredS[hour] ?? 0) >= HOUR_S || (known(0, hour) && known(hour + 1));
}

function figureOf(body: SpaceBody, meter: HeatMeter, hour: number, figure: HeatFigure): number | null {
  const energy = meter.energies[hour] ?? null;
  if (energy === null || figure === 'energy') return energy;
  if (figure === 'density') {
    const area = areaOf(body);
    return area === null ? null : energy / area;
  }
  const rated = meter.unit === ELECTRIC ? meter.ratedPower : null;
  return rated === null || rated <= 0 || !isWhole(meter, hour) ? null : (energy / rated) * 100;
}

const UNITS: Readonly<Record<HeatFigure, (unit: string) => string>> = {
  energy: (unit) => unit,
  density: (unit) => `${unit}/m²`,
  loadShare: () => '%',
};

/** The figure of each body in an hour of the day (0…); bodies of which it is not known are absent. Only one unit is compared: the most frequent. */
export function heatOf(
  bodies: readonly SpaceBody[],
  meters: ReadonlyMap<number, HeatMeter>,
  hour: number,
  figure: HeatFigure,
): Heat[] {
  const found = bodies.flatMap((body): Heat[] => {
    const meter = meters.get(meterOf(body) ?? -1);
    const value = meter ? figureOf(body, meter, hour, figure) : null;
    if (!meter || value === null) return [];
    const covered = Math.min(1, (meter.coveredS[hour] ?? 0) / HOUR_S);
    return [{ id: body.id, value, unit: UNITS[figure](meter.unit), covered }];
  });
  const usual = usualUnit(bodies, meters, figure);
  return found.filter(({ unit }) => unit === usual);
}

function usualUnit(
  bodies: readonly SpaceBody[],
  meters: ReadonlyMap<number, HeatMeter>,
  figure: HeatFigure,
): string {
  const counts = new Map<string, number>();
  for (const body of bodies) {
    const meter = meters.get(meterOf(body) ?? -1);
    const unit = meter && UNITS[figure](meter.unit);
    if (unit !== undefined) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

/** The scale of the colours: from 0 to the highest of the whole day, so that hours can be compared; a share goes to 100 at least. */
export function heatTop(
  bodies: readonly SpaceBody[],
  meters: ReadonlyMap<number, HeatMeter>,
  hours: number,
  figure: HeatFigure,
): number {
  let top = figure === 'loadShare' ? 100 : 0;
  for (let hour = 0; hour < hours; hour++)
    for (const { value } of heatOf(bodies, meters, hour, figure)) top = Math.max(top, value);
  return top > 0 ? top : 1;
}
