import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder, type ReadingBatch } from './batch.ts';

/** Times are accepted from 2000-01-01 to a day after now. */
export const EARLIEST = Date.UTC(2000, 0, 1);
export const AHEAD_MS = 86_400_000;

/** No counter and no gauge of a plant stands beyond. */
export const LARGEST = 1e12;

export type RejectReason =
  | 'unknown meter'
  | 'unknown code'
  | 'not a number'
  | 'value out of range'
  | 'time out of range'
  | 'not readable';

/** A value that was not taken, as it came. */
export interface Rejected {
  readonly meter: string;
  readonly ts: number | null;
  readonly code: string | null;
  readonly reason: RejectReason;
}

/** What a delivery of a gateway holds. */
export interface Decoded {
  readonly batch: ReadingBatch;
  readonly rejected: readonly Rejected[];
  readonly rejectedCount: number;
}

/** Most rejected values that are told one by one. */
const MOST_TOLD = 100;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/**
 * Reads the gateway body {"<meter code>": [{"ts": ms, "values": {"PP": 1234.5}}]}; one entry may stand without its
 * list, and an entry without `ts` means `now`. What cannot be taken is told value by value and never fails the
 * rest. Undefined when the body is no object at all.
 */
export function decodeTelemetry(
  body: unknown,
  meterOf: (code: string) => number | undefined,
  now: number,
): Decoded | undefined {
  if (!isObject(body)) return undefined;
  const reader = new Reader(now);
  for (const name of Object.keys(body)) {
    const entries = body[name];
    reader.meter(name, meterOf(name), Array.isArray(entries) ? entries : [entries]);
  }
  return { batch: reader.builder.batch(), rejected: reader.rejected, rejectedCount: reader.count };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

class Reader {
  readonly builder = new BatchBuilder();
  readonly rejected: Rejected[] = [];
  count = 0;
  readonly #now: number;
  /** The same few keys come again and again. */
  readonly #codes = new Map<string, number>();

  constructor(now: number) {
    this.#now = now;
  }

  meter(name: string, id: number | undefined, entries: readonly unknown[]): void {
    for (const entry of entries) {
      if (!isObject(entry)) {
        this.#reject(name, null, null, 'not readable');
        continue;
      }
      const stamped = entry['values'] !== undefined || entry['ts'] !== undefined;
      const values = stamped ? entry['values'] : entry;
      const ts = stamped && entry['ts'] !== undefined ? entry['ts'] : this.#now;
      if (!isObject(values)) this.#reject(name, typeof ts === 'number' ? ts : null, null, 'not readable');
      else if (id === undefined) this.#rejectAll(name, ts, values, 'unknown meter');
      else if (typeof ts !== 'number' || !(ts >= EARLIEST && ts <= this.#now + AHEAD_MS))
        this.#rejectAll(name, ts, values, 'time out of range');
      else this.#row(name, id, Math.round(ts), values);
    }
  }

  #row(name: string, id: number, ts: number, values: Record<string, unknown>): void {
    const { builder } = this;
    builder.row(id, ts);
    for (const key in values) {
      const code = this.#code(key);
      const given = values[key];
      const value = typeof given === 'string' && NUMBER.test(given) ? Number(given) : given;
      if (code < 0) this.#reject(name, ts, key, 'unknown code');
      else if (typeof value !== 'number' || !Number.isFinite(value))
        this.#reject(name, ts, key, 'not a number');
      else if (Math.abs(value) > LARGEST) this.#reject(name, ts, key, 'value out of range');
      else if (!builder.set(code, value)) {
        // Two spellings of one code in one entry: a row of its own, so that the difference is kept as a conflict.
        builder.row(id, ts);
        builder.set(code, value);
      }
    }
    builder.end();
  }

  #code(key: string): number {
    let code = this.#codes.get(key);
    if (code === undefined) this.#codes.set(key, (code = codeIndex(key)));
    return code;
  }

  #rejectAll(meter: string, ts: unknown, values: Record<string, unknown>, reason: RejectReason): void {
    for (const code of Object.keys(values))
      this.#reject(meter, typeof ts === 'number' ? ts : null, code, reason);
  }

  #reject(meter: string, ts: number | null, code: string | null, reason: RejectReason): void {
    this.count++;
    if (this.rejected.length < MOST_TOLD) this.rejected.push({ meter, ts, code, reason });
  }
}
