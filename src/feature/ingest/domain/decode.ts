import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder, type ReadingBatch } from '#feature/reading/domain/batch.ts';
import type { Rejected, Rejection } from '../contract.ts';
import { type Device, type KeyTarget, multiplied } from './device.ts';

/** Times are accepted from 2000-01-01 to a day after now. */
export const EARLIEST = Date.UTC(2000, 0, 1);
export const AHEAD_MS = 86_400_000;

/** What is stamped later than so much after now was not measured at that instant: the sender's clock is wrong. */
export const CLOCK_MS = 300_000;

/** A stamp that is further ahead is no clock that runs wrong, but no time at all. */
const YEAR_MS = 366 * AHEAD_MS;

/** No counter and no gauge of a plant stands beyond. */
export const LARGEST = 1e12;

/** What a delivery of a gateway holds. */
export interface Decoded {
  readonly batch: ReadingBatch;
  /** What the clock has not reached; told as rejected too. */
  readonly ahead: ReadingBatch | null;
  readonly rejected: readonly Rejected[];
  readonly rejectedCount: number;
  /** All of them, by device, key and reason. */
  readonly reasons: readonly CountedRejection[];
  /** Newest stamp that the sender wrote, whether it was taken or not; null = it wrote none within a year. */
  readonly newest: number | null;
}

/** How often a device and key was rejected for a reason. */
export interface CountedRejection {
  readonly device: string;
  /** '' = entries as a whole. */
  readonly key: string;
  readonly reason: Rejection;
  n: number;
  /** The first of these values. */
  readonly sample: string;
}

/** Most rejected values that are told one by one. */
export const MOST_TOLD = 100;
const MOST_SAMPLE = 100;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/**
 * Reads the gateway body {"<device>": [{"ts": ms, "values": {"PP": 1234.5}}]}; one entry may stand without its list,
 * and an entry without `ts` means `now`. What cannot be taken is told value by value and never fails the rest.
 * Undefined when the body is no object at all.
 */
export function decodeTelemetry(
  body: unknown,
  deviceOf: (name: string) => Device | undefined,
  now: number,
): Decoded | undefined {
  if (!isObject(body)) return undefined;
  const reader = new Reader(now);
  for (const name of Object.keys(body)) {
    const entries = body[name];
    reader.device(name, deviceOf(name), Array.isArray(entries) ? entries : [entries]);
  }
  return {
    batch: reader.builder.batch(),
    ahead: reader.ahead?.batch() ?? null,
    rejected: reader.rejected,
    rejectedCount: reader.count,
    reasons: [...reader.reasons.values()],
    newest: Number.isFinite(reader.newest) ? reader.newest : null,
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

class Reader {
  /** Most messages are small, and many are under way. */
  readonly builder = new BatchBuilder(4);
  ahead: BatchBuilder | undefined;
  /** Where the present entry goes. */
  #into = this.builder;
  readonly rejected: Rejected[] = [];
  readonly reasons = new Map<string, CountedRejection>();
  count = 0;
  newest = -Infinity;
  readonly #now: number;
  /** The same few keys come again and again. */
  readonly #codes = new Map<string, number>();

  constructor(now: number) {
    this.#now = now;
  }

  device(name: string, device: Device | undefined, entries: readonly unknown[]): void {
    for (const entry of entries) {
      if (!isObject(entry)) {
        this.#reject(name, null, null, 'notReadable', entry);
        continue;
      }
      const stamped = entry['values'] !== undefined || entry['ts'] !== undefined;
      const values = stamped ? entry['values'] : entry;
      const given = stamped ? entry['ts'] : undefined;
      if (typeof given === 'number' && given > this.newest && given < this.#now + YEAR_MS)
        this.newest = given;
      const ts = given === undefined ? this.#now : given;
      if (!isObject(values))
        this.#reject(name, typeof ts === 'number' ? ts : null, null, 'notReadable', entry);
      else if (device === undefined) this.#rejectAll(name, ts, values, 'unknownMeter');
      else if (typeof ts !== 'number' || !(ts >= EARLIEST && ts <= this.#now + AHEAD_MS))
        this.#rejectAll(name, ts, values, 'badTime');
      else {
        const early = ts > this.#now + CLOCK_MS;
        this.#into = early ? (this.ahead ??= new BatchBuilder(4)) : this.builder;
        if (device.meter !== null && device.keys === null && device.multiplier === null)
          this.#row(name, device.meter, Math.round(ts), values);
        else this.#mapped(name, device, Math.round(ts), values);
        if (early) this.#reject(name, ts, null, 'clockAhead', new Date(ts).toISOString());
      }
    }
  }

  /** All keys are of one meter. */
  #row(name: string, meter: number, ts: number, values: Record<string, unknown>): void {
    this.#into.row(meter, ts);
    for (const key in values) {
      const code = this.#code(key);
      if (code < 0) this.#reject(name, ts, key, 'unknownKey', values[key]);
      else this.#set(name, meter, ts, key, code, values[key], null);
    }
    this.#into.end();
  }

  /** The keys of one entry may be of several meters: a row for each. */
  #mapped(name: string, device: Device, ts: number, values: Record<string, unknown>): void {
    const rows = new Map<number, { key: string; target: NonNullable<KeyTarget> }[]>();
    for (const key in values) {
      let target = device.keys?.get(key.toLowerCase());
      if (target === undefined && device.ignored) continue;
      if (target === undefined) {
        const code = this.#code(key);
        if (device.meter === null || code < 0) {
          this.#reject(name, ts, key, device.meter === null ? 'unknownMeter' : 'unknownKey', values[key]);
          continue;
        }
        target = { meter: device.meter, code, multiplier: device.multiplier };
      }
      if (target === null) continue;
      const row = rows.get(target.meter);
      if (row) row.push({ key, target });
      else rows.set(target.meter, [{ key, target }]);
    }
    for (const [meter, row] of rows) {
      this.#into.row(meter, ts);
      for (const { key, target } of row)
        this.#set(name, meter, ts, key, target.code, values[key], target.multiplier);
      this.#into.end();
    }
  }

  #set(
    name: string,
    meter: number,
    ts: number,
    key: string,
    code: number,
    given: unknown,
    multiplier: Device['multiplier'],
  ): void {
    const builder = this.#into;
    let value = typeof given === 'string' && NUMBER.test(given) ? Number(given) : given;
    if (typeof value !== 'number' || !Number.isFinite(value))
      return this.#reject(name, ts, key, 'notANumber', given);
    if (Math.abs(value) <= LARGEST && multiplier !== null) value = multiplied(value as number, multiplier);
    if (Math.abs(value as number) > LARGEST) this.#reject(name, ts, key, 'outOfRange', given);
    else if (!builder.set(code, value as number)) {
      // Two spellings of one code in one entry: a row of its own, so that the difference is kept as a conflict.
      builder.row(meter, ts);
      builder.set(code, value as number);
    }
  }

  #code(key: string): number {
    let code = this.#codes.get(key);
    if (code === undefined) this.#codes.set(key, (code = codeIndex(key)));
    return code;
  }

  #rejectAll(device: string, ts: unknown, values: Record<string, unknown>, reason: Rejection): void {
    const at = typeof ts === 'number' ? ts : null;
    for (const key of Object.keys(values))
      this.#reject(device, at, key, reason, reason === 'badTime' ? ts : values[key]);
  }

  #reject(device: string, ts: number | null, key: string | null, reason: Rejection, given: unknown): void {
    this.count++;
    const same = `${reason}\0${key ?? ''}\0${device}`;
    const counted = this.reasons.get(same);
    if (counted) counted.n++;
    if (counted && this.rejected.length >= MOST_TOLD) return;
    const sample = (JSON.stringify(given) ?? '').slice(0, MOST_SAMPLE);
    if (!counted) this.reasons.set(same, { device, key: key ?? '', reason, n: 1, sample });
    if (this.rejected.length < MOST_TOLD) this.rejected.push({ device, ts, key, reason, sample });
  }
}
