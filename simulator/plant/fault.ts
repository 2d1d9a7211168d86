import { DAY_MS } from '#domain/time/duration.ts';
import { noise } from './noise.ts';

/** What a meter says at an instant, as the gateway will stamp it. */
export interface Reading {
  readonly code: string;
  /** ms since 1970. */
  readonly at: number;
  readonly values: Readonly<Record<string, number>>;
}

/** What goes wrong between the meter and the platform. The plant's own truth does not change. */
export interface Faults {
  /** Intervals in which nothing of a meter gets through. */
  readonly gaps?: readonly { readonly code: string; readonly from: number; readonly to: number }[];
  /** Share of the readings that are sent twice. */
  readonly duplicates?: number;
  /** Share of the readings that come later than their turn, by up to `by` other readings. */
  readonly late?: { readonly share: number; readonly by: number };
  /** A meter starts again from 0. */
  readonly resets?: readonly { readonly code: string; readonly at: number; readonly register: number }[];
  /** A gateway's clock runs fast (or slow) since an instant, seconds a day. */
  readonly clockDrift?: readonly {
    readonly code: string;
    readonly since: number;
    readonly secondsPerDay: number;
  }[];
}

/** The readings in the order and form in which they are delivered when faults are on. */
export function withFaults(readings: readonly Reading[], faults: Faults, seed: number): Reading[] {
  const queue: { readonly turn: number; readonly reading: Reading }[] = [];
  readings.forEach((reading, turn) => {
    if (faults.gaps?.some((g) => g.code === reading.code && reading.at >= g.from && reading.at < g.to))
      return;
    const sent = drifted(wasReset(reading, faults), faults);
    const { share, by } = faults.late ?? { share: 0, by: 0 };
    const delay = noise(seed, turn) < share ? 1 + noise(seed + 1, turn) * by : 0;
    queue.push({ turn: turn + delay, reading: sent });
    if (noise(seed + 2, turn) < (faults.duplicates ?? 0))
      queue.push({ turn: turn + 1 + noise(seed + 3, turn) * 50, reading: sent });
  });
  return queue.sort((a, b) => a.turn - b.turn).map(({ reading }) => reading);
}

function wasReset(reading: Reading, faults: Faults): Reading {
  const reset = faults.resets?.findLast((r) => r.code === reading.code && r.at <= reading.at);
  const register = reading.values['PP'];
  if (!reset || register === undefined) return reading;
  const since = Math.round((register - reset.register) * 100) / 100;
  return { ...reading, values: { ...reading.values, PP: since } };
}

function drifted(reading: Reading, faults: Faults): Reading {
  const drift = faults.clockDrift?.find((d) => d.code === reading.code && d.since <= reading.at);
  if (!drift) return reading;
  const late = ((reading.at - drift.since) / DAY_MS) * drift.secondsPerDay * 1000;
  return { ...reading, at: Math.round(reading.at + late) };
}
