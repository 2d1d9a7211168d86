import { DAY_MS, HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';

/** The plants stand in China: UTC+8 all year. */
const OFFSET_MS = 8 * HOUR_MS;

/** Tariff periods by hour of the day, as a plant under a time-of-use price sees them. */
export const PERIODS = 'vvvvvvvvpssfffffff' + 'pssppf';

/** What the calendar says about one quarter of an hour. */
export interface Moment {
  /** Start, ms since 1970. */
  readonly t: number;
  /** Local hour of its middle, with fraction. */
  readonly hour: number;
  /** Local days since 1970. */
  readonly day: number;
  /** 0 = Monday. */
  readonly weekday: number;
  /** s sharp, p peak, f flat, v valley. */
  readonly period: string;
  /** 0 in the middle of January, 1 in the middle of July. */
  readonly summer: number;
  /** The plant stands for its yearly overhaul (last days of January). */
  readonly overhaul: boolean;
}

/** The local calendar of the quarter of an hour that starts at `t`. */
export function momentAt(t: number): Moment {
  const wall = t + OFFSET_MS;
  const day = Math.floor(wall / DAY_MS);
  const hour = (wall - day * DAY_MS + QUARTER_MS / 2) / HOUR_MS;
  const date = new Date(wall);
  const dayOfYear = (wall - Date.UTC(date.getUTCFullYear(), 0)) / DAY_MS;
  return {
    t,
    hour,
    day,
    weekday: (day + 3) % 7,
    period: PERIODS[Math.floor(hour)] ?? 'f',
    summer: (1 - Math.cos((2 * Math.PI * (dayOfYear - 15)) / 365)) / 2,
    overhaul: date.getUTCMonth() === 0 && date.getUTCDate() >= 25 && date.getUTCDate() <= 29,
  };
}

/** Start of the local day of an instant. */
export const dayStart = (t: number): number => Math.floor((t + OFFSET_MS) / DAY_MS) * DAY_MS - OFFSET_MS;

/** Start of the local month that lies `back` months before the one of an instant. */
export function monthStart(t: number, back: number): number {
  const date = new Date(t + OFFSET_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back) - OFFSET_MS;
}
