import type { FoldCell } from '#series/public.ts';

const LEAST_ROOM = 8;
/** PostgreSQL knows microseconds: what lies nearer to a whole millisecond than half of one was computed there. */
const NOISE_MS = 0.0005;

/** An instant (ms) without the noise of seconds times a thousand, which may put it on the wrong side of a border. */
const stampOf = (ts: number): number => {
  const whole = Math.round(ts);
  return Math.abs(ts - whole) < NOISE_MS ? whole : ts;
};

/** Rows of readings of some codes in [from, to) (ms), as numbers side by side: a tenth of what the rows take. */
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

  constructor(codes: string, width: number, from: number, to: number, rows: readonly FoldCell[]) {
    this.codes = codes;
    this.#width = width;
    this.#from = from;
    this.#to = from;
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

  /** Leaves out what is at `ts` (ms) and later. */
  endAt(ts: number): void {
    if (ts >= this.#to) return;
    this.#n = this.#indexOf(ts);
    this.#to = Math.max(ts, this.#from);
  }

  /** Leaves out what is before `ts` (ms). */
  beginAt(ts: number): void {
    if (ts <= this.#from) return;
    const first = this.#indexOf(ts);
    this.#ts.copyWithin(0, first, this.#n);
    this.#source.copyWithin(0, first, this.#n);
    this.#rank.copyWithin(0, first, this.#n);
    this.#values.copyWithin(0, first * this.#width, this.#n * this.#width);
    this.#n -= first;
    this.#from = ts;
    this.#to = Math.max(this.#to, ts);
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
