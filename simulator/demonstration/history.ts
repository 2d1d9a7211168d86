import { DAY_MS, HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { type Faults, type Reading, withFaults } from '../plant/fault.ts';
import { monthStart } from '../plant/moment.ts';
import type { Source } from '../plant/plant.ts';
import { pointsOf, positionsOf } from '../plant/point.ts';
import type { Telemetry } from './client.ts';
import type { DemoGateway } from './message.ts';

/** One delivery of a gateway. */
export interface Delivery {
  readonly telemetry: Telemetry;
  readonly readings: number;
}

/** The last days, of which positions and every value are sent. */
const FULL_DAYS = 30;
/** What is settled by the quarter of an hour is sent so from its beginning on. */
export const SETTLED_DAYS = 100;

/** Readings of one delivery: small enough that the product answers others meanwhile. */
const MOST_READINGS = 5000;

/**
 * From when readings are sent at every quarter of an hour; what lies before is sent by the hour. The last month is whole,
 * so that the demand of its bill is measured.
 */
const fineSince = (now: number, days = FULL_DAYS): number =>
  Math.min(Math.floor((now - days * DAY_MS) / HOUR_MS) * HOUR_MS, monthStart(now, 1));

/** Instants of readings in [from, to] as a plant reports its past at `now`. */
function pastInstants(from: number, to: number, now: number, fineDays?: number): number[] {
  const fineFrom = fineSince(now, fineDays);
  const instants: number[] = [];
  const step = (t: number): number => (t >= fineFrom ? QUARTER_MS : HOUR_MS);
  for (let t = Math.ceil(from / QUARTER_MS) * QUARTER_MS; t <= to; t += QUARTER_MS)
    if (t % step(t) === 0) instants.push(t);
  return instants;
}

/** Readings at every quarter or hour hold registers and power; those of the last days everything. */
function readingsAt(plant: Source, code: string, at: number, now: number): Reading {
  return { code, at, values: plant.reading(code, at, at >= now - FULL_DAYS * DAY_MS) };
}

/** The past of some meters from `from` to `to`, month by month, the newest first: a person sees today soon. */
export function* historyOf(
  plant: Source,
  codes: readonly string[],
  from: number,
  to: number,
  faults: Faults = {},
  fineDays?: number,
): Generator<Delivery> {
  let end = to;
  while (end >= from) {
    const start = Math.max(from, monthStart(end, 0));
    const instants = pastInstants(start, end, to, fineDays);
    const meters = Math.max(1, Math.floor(MOST_READINGS / Math.max(1, instants.length)));
    for (let i = 0; i < codes.length; i += meters) {
      const some = codes.slice(i, i + meters);
      const readings = some.flatMap((code) => instants.map((at) => readingsAt(plant, code, at, to)));
      const sent = withFaults(readings, faults, 1);
      yield { telemetry: telemetryOf(sent), readings: sent.length };
    }
    end = start - QUARTER_MS;
  }
}

/** The positions of the last days that a gateway tells, a delivery a point. */
export function* pastPositions(
  plant: Source,
  { meters, devices = [] }: DemoGateway,
  from: number,
  to: number,
): Generator<Telemetry> {
  const first = Math.max(from, plant.from, to - FULL_DAYS * DAY_MS);
  for (const point of pointsOf(plant.design, [...meters, ...devices]))
    yield telemetryOf(positionsOf(plant, [point], first, to));
}

/** Readings in the form of the gateway door. */
export function telemetryOf(readings: readonly Reading[]): Telemetry {
  const telemetry: Telemetry = {};
  for (const { code, at, values } of readings) (telemetry[code] ??= []).push({ ts: at, values });
  return telemetry;
}

/** Number of readings that `historyOf` yields without faults. */
export const historySize = (codes: number, from: number, to: number, fineDays?: number): number =>
  codes * pastInstants(from, to, to, fineDays).length;
