import { HOUR_MS, MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import type { Reading } from './fault.ts';
import type { PlantDesign } from './meter.ts';
import { dayStart, momentAt } from './moment.ts';
import { noise, seedOf } from './noise.ts';
import type { Source } from './plant.ts';

/** Where a position comes from: the plant's load, or chance, at an instant on the minute. */
type Position = (at: number, plant: Source, seed: number) => number;

/** A position of the plant that is told as a state: a breaker, a relay, a door, a mode. */
export interface PlantPoint {
  readonly code: string;
  readonly name: string;
  readonly nameEn: string;
  /** Kind of the signal point: 1 breaker, 2 relay, 3 door, 4 mode. */
  readonly kind: '1' | '2' | '3' | '4';
  readonly statesZh: string;
  readonly statesEn: string;
  /** Undefined: every state is normal. */
  readonly normal?: number;
  readonly site: string;
  /** The monitored object it belongs to, by its code behind that of the site. */
  readonly object?: string;
  /** Who tells it: a meter with inputs by its code, or a device of its own that a gateway mapping names. */
  readonly meter?: string;
  readonly device?: string;
  /** The key under which it is told. */
  readonly key: string;
  readonly position: Position;
}

/** How often every position is told, also where it stands still, s. */
export const POINT_SECONDS = 900;

/** A breaker or contactor that is closed while its meter counts more than `least`, kWh in a quarter of an hour. */
export const whileDrawing =
  (meter: string, least: number): Position =>
  (at, plant) => {
    if (plant.isOff(meter, at)) return 0;
    const quarter = Math.floor(at / QUARTER_MS) * QUARTER_MS;
    return plant.energy(meter, quarter, quarter + QUARTER_MS) > least * 100 ? 1 : 0;
  };

/** A breaker that stays closed. */
export const closed: Position = () => 1;

/** A door that is opened for some minutes in about a quarter of the hours of a working day. */
export const visited: Position = (at, _plant, seed) => {
  const hour = Math.floor((at - dayStart(at)) / HOUR_MS);
  const key = Math.floor(at / HOUR_MS);
  if (hour < 7 || hour > 18 || noise(seed, key) > 0.25) return 0;
  const begin = 50 * noise(seed + 1, key);
  const minute = (at % HOUR_MS) / MINUTE_MS;
  return minute >= begin && minute < begin + 2 + 8 * noise(seed + 2, key) ? 1 : 0;
};

/** A mode: automatic, on one day in four manual for a shift, stopped in the yearly overhaul. */
export const ranByHand: Position = (at, _plant, seed) => {
  const { day, overhaul } = momentAt(at);
  if (overhaul) return 0;
  const begin = 8 + 8 * noise(seed + 1, day);
  const hour = (at - dayStart(at)) / HOUR_MS;
  return noise(seed, day) < 0.25 && hour >= begin && hour < begin + 6 ? 1 : 2;
};

/** The position of a point at an instant, as the plant knows it: on the minute. */
export function positionAt(plant: Source, point: PlantPoint, at: number): number {
  const seed = seedOf(0, `${plant.design.code}/${point.code}`);
  return point.position(Math.floor(at / MINUTE_MS) * MINUTE_MS, plant, seed);
}

/** The points whose positions meters and devices of these codes tell. */
export const pointsOf = (
  { points = [] }: Pick<PlantDesign, 'points'>,
  tellers: readonly string[],
): PlantPoint[] => points.filter(({ meter, device }) => tellers.includes(meter ?? device ?? ''));

/** What is told of points in [from, to]: every change, and every quarter of an hour how they stand. */
export function positionsOf(
  plant: Source,
  points: readonly PlantPoint[],
  from: number,
  to: number,
): Reading[] {
  const told: Reading[] = [];
  for (const point of points) {
    let last: number | undefined;
    for (let at = Math.ceil(from / MINUTE_MS) * MINUTE_MS; at <= to; at += MINUTE_MS) {
      const value = positionAt(plant, point, at);
      if (value !== last || at % (POINT_SECONDS * 1000) === 0)
        told.push({ code: point.meter ?? point.device ?? '', at, values: { [point.key]: value } });
      last = value;
    }
  }
  return told;
}
