import type { PowerMinute } from '#domain/demand/minute.ts';
import { SWAY_MS } from '#domain/fold/fold.ts';
import { RANK, SNAP_MS } from '#domain/fold/point.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import type { FoldCell } from '#series/public.ts';
import { POWER, type ThinFacts, thinMinute } from './thin.ts';

const LEAST_ROOM = 8;
/** The last minutes are never thinned: what comes next may change figures so far before it. */
const WHOLE_MS = SWAY_MS + MINUTE_MS;
/** PostgreSQL knows microseconds: what lies nearer to a whole millisecond than half of one was computed there. */
const NOISE_MS = 0.0005;

/** An instant (ms) without the noise of seconds times a thousand, which may put it on the wrong side of a border. */
const stampOf = (ts: number): number => {
  const whole = Math.round(ts);
  return Math.abs(ts - whole) < NOISE_MS ? whole : ts;
};

const minuteOf = (ts: number): number => Math.floor(ts / MINUTE_MS) * MINUTE_MS;

/**
 * Rows of readings of some codes in [from, to) (ms), as numbers side by side: a tenth of what the rows take. Minutes whose readings
 * between the first and the last say nothing more are thinned to these, and their power to sums.
 */
export class KeptColumns {
  /** The codes, as one text. */
  readonly codes: string;
  readonly #width: number;
  #from: number;
  #to: number;
  #n = 0;
  #ts = new Float64Array(LEAST_ROOM);
  #source = new Int32Array(LEAST_ROOM);
  #rank = new Int32Array(LEAST_ROOM);
  /** The values of a row one behind the other; what it does not have is not a number. */
  #values: Float64Array;
  /** Minutes that are thinned, in the order of time. */
  #thinned: { readonly from: number; readonly power: PowerMinute | undefined }[] = [];
  /** Up to here minutes are thinned, or must stay as they are, ms. */
  #looked: number;

  constructor(codes: string, width: number, from: number, to: number, rows: readonly FoldCell[]) {
    this.codes = codes;
    this.#width = width;
    this.#from = from;
    this.#to = from;
    this.#looked = from;
    this.#values = new Float64Array(LEAST_ROOM * width);
    this.add(rows, to);
  }

  get from(): number {
    return this.#from;
  }

  get to(): number {
    return this.#to;
  }

  get rows(): number {
    return this.#n;
  }

  /** What it takes of the memory. */
  get bytes(): number {
    return [this.#ts, this.#source, this.#rank, this.#values].reduce(
      (sum, { byteLength }) => sum + byteLength,
      0,
    );
  }

  /** Adds the rows of [this.to, to), in the order of time. */
  add(rows: readonly FoldCell[], to: number): void {
    this.#reserve(this.#n + rows.length);
    for (const [ts, source, rank, ...values] of rows) {
      this.#ts[this.#n] = stampOf(ts);
      this.#source[this.#n] = source;
      this.#rank[this.#n] = rank;
      for (let i = 0; i < this.#width; i++) {
        this.#values[this.#n * this.#width + i] = values[i] ?? NaN;
      }
      this.#n++;
    }
    this.#to = to;
  }

  /** Leaves out what is at `ts` (ms) and later, and of the minutes before it those thinned that a change there may reach. */
  endAt(ts: number): void {
    if (ts >= this.#to) return;
    const near = minuteOf(ts) - SNAP_MS;
    const end = Math.min(ts, this.#thinned.find(({ from }) => from >= near)?.from ?? ts);
    this.#n = this.#indexOf(end);
    this.#to = Math.max(end, this.#from);
    this.#thinned = this.#thinned.filter(({ from }) => from < end);
    this.#looked = Math.min(this.#looked, this.#to);
  }

  /** Leaves out what is before `ts` (ms). */
  beginAt(ts: number): void {
    if (ts <= this.#from) return;
    this.#n = this.#shift(0, this.#indexOf(ts), this.#n);
    this.#from = ts;
    this.#to = Math.max(this.#to, ts);
    this.#looked = Math.max(this.#looked, ts);
    this.#thinned = this.#thinned.filter(({ from }) => from >= ts);
  }

  /** Thins the minutes that lie far enough back; a fold of values each second reads a quarter of the rows then. */
  thin(facts: ThinFacts): void {
    const last = this.#ts[this.#n - 1];
    if (last === undefined || !facts.plain) return;
    const end = minuteOf(last - WHOLE_MS);
    // What has another rank takes the place of readings around it.
    if (end <= this.#looked || this.#rank.subarray(0, this.#n).some((rank) => rank !== RANK.device)) return;
    const begin = Math.ceil(this.#looked / MINUTE_MS) * MINUTE_MS;
    const codes = this.codes.split(',');
    const power = codes.indexOf(POWER);
    let kept = this.#indexOf(begin);
    let next = kept;
    for (let from = begin; from < end; from += MINUTE_MS) {
      const first = next;
      next = this.#indexOf(from + MINUTE_MS);
      const beside = (code: number): boolean => this.#tells(code, from - MINUTE_MS, from) && this.#tells(code, from + MINUTE_MS, from + 2 * MINUTE_MS); // prettier-ignore
      const thinned = thinMinute(from, this.between(from, from + MINUTE_MS), { codes, beside }, facts);
      if (thinned) {
        this.#thinned.push({ from, power: thinned.power });
        for (const row of thinned.rows) {
          if (power >= 0) this.#values[(first + row) * this.#width + power] = NaN;
          kept = this.#shift(kept, first + row, first + row + 1);
        }
      } else kept = this.#shift(kept, first, next);
    }
    this.#n = this.#shift(kept, next, this.#n);
    this.#looked = end;
  }

  /** The power of the thinned minutes that lie in [from, to). */
  minutes(from: number, to: number): PowerMinute[] {
    return this.#thinned.flatMap(({ from: begin, power }) =>
      power && begin >= from && begin + MINUTE_MS <= to ? [power] : [],
    );
  }

  /** The rows in [from, to). */
  between(from: number, to: number): FoldCell[] {
    const rows: FoldCell[] = [];
    for (let row = this.#indexOf(from); row < this.#n; row++) {
      const ts = this.#ts[row] as number;
      if (ts >= to) break;
      const cell: [number, number, number, ...(number | null)[]] = [
        ts,
        this.#source[row] as number,
        this.#rank[row] as number,
      ];
      for (let i = 0; i < this.#width; i++) {
        const value = this.#values[row * this.#width + i] as number;
        cell.push(Number.isNaN(value) ? null : value);
      }
      rows.push(cell);
    }
    return rows;
  }

  /** Whether a row in [from, to) has a value of the code at a place. */
  #tells(code: number, from: number, to: number): boolean {
    for (let row = this.#indexOf(from); row < this.#n && (this.#ts[row] as number) < to; row++)
      if (!Number.isNaN(this.#values[row * this.#width + code] as number)) return true;
    return false;
  }

  /** Puts the rows [from, end) to `to`, before them. @returns where they end then */
  #shift(to: number, from: number, end: number): number {
    this.#ts.copyWithin(to, from, end);
    this.#source.copyWithin(to, from, end);
    this.#rank.copyWithin(to, from, end);
    this.#values.copyWithin(to * this.#width, from * this.#width, end * this.#width);
    return to + end - from;
  }

  /** The first row at `ts` or later. */
  #indexOf(ts: number): number {
    let low = 0;
    let high = this.#n;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ts[middle] as number) < ts) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #reserve(rows: number): void {
    if (rows <= this.#ts.length) return;
    const room = Math.max(rows, 2 * this.#ts.length);
    this.#ts = grown(this.#ts, new Float64Array(room));
    this.#source = grown(this.#source, new Int32Array(room));
    this.#rank = grown(this.#rank, new Int32Array(room));
    this.#values = grown(this.#values, new Float64Array(room * this.#width));
  }
}

function grown<T extends Float64Array | Int32Array>(old: T, wider: T): T {
  wider.set(old);
  return wider;
}
