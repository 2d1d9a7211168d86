import { DATA_CODES } from '#contract/dataCode.ts';

/** Values of a row lie at row × WIDTH + index of the data code. */
export const WIDTH = DATA_CODES.length;

/** Readings of one source, side by side: row i is what stood on a meter at an instant. */
export interface ReadingBatch {
  readonly n: number;
  readonly meter: Int32Array;
  /** Instants in ms. */
  readonly ts: Float64Array;
  /** Bit c = the row has a value of code c. */
  readonly mask: Int32Array;
  readonly values: Float64Array;
}

/** A value that differs from the one taken for the same meter, instant and code. */
export interface Dispute {
  readonly meter: number;
  readonly ts: number;
  /** Index in DATA_CODES. */
  readonly code: number;
  readonly value: number;
}

/** Gathers readings; grows as needed. */
export class BatchBuilder {
  #n = 0;
  #meter: Int32Array;
  #ts: Float64Array;
  #mask: Int32Array;
  #values: Float64Array;

  /** @param room rows that it has room for before it grows. */
  constructor(room = 1024) {
    ({ meter: this.#meter, ts: this.#ts, mask: this.#mask, values: this.#values } = columnsOf(room));
  }

  get n(): number {
    return this.#n;
  }

  /** Begins a row; `set` fills it. */
  row(meter: number, ts: number): void {
    if (this.#n === this.#meter.length) this.#grow();
    this.#meter[this.#n] = meter;
    this.#ts[this.#n] = ts;
    this.#mask[this.#n] = 0;
    this.#n++;
  }

  /**
   * Gives the last row a value; false when it has another already.
   * @throws RangeError for a value that is not finite.
   */
  set(code: number, value: number): boolean {
    if (!Number.isFinite(value)) throw new RangeError(`${value} is not a value of a reading.`);
    const row = this.#n - 1;
    const at = row * WIDTH + code;
    const mask = this.#mask[row] as number;
    if ((mask & (1 << code)) !== 0) return this.#values[at] === value;
    this.#mask[row] = mask | (1 << code);
    this.#values[at] = value;
    return true;
  }

  /** Takes the last row back where it got no value. */
  end(): void {
    if (this.#n > 0 && this.#mask[this.#n - 1] === 0) this.#n--;
  }

  batch(): ReadingBatch {
    const n = this.#n;
    return {
      n,
      meter: this.#meter.subarray(0, n),
      ts: this.#ts.subarray(0, n),
      mask: this.#mask.subarray(0, n),
      values: this.#values.subarray(0, n * WIDTH),
    };
  }

  #grow(): void {
    const { meter, ts, mask, values } = columnsOf(this.#meter.length * 2);
    meter.set(this.#meter);
    ts.set(this.#ts);
    mask.set(this.#mask);
    values.set(this.#values);
    [this.#meter, this.#ts, this.#mask, this.#values] = [meter, ts, mask, values];
  }
}

/** Columns in one piece of memory: many small deliveries are under way at a time. */
function columnsOf(room: number): Omit<ReadingBatch, 'n'> {
  const wide = room * Float64Array.BYTES_PER_ELEMENT;
  const narrow = room * Int32Array.BYTES_PER_ELEMENT;
  const memory = new ArrayBuffer(wide * (WIDTH + 1) + narrow * 2);
  return {
    values: new Float64Array(memory, 0, room * WIDTH),
    ts: new Float64Array(memory, wide * WIDTH, room),
    meter: new Int32Array(memory, wide * (WIDTH + 1), room),
    mask: new Int32Array(memory, wide * (WIDTH + 1) + narrow, room),
  };
}

/** Number of values in a batch. */
export function countValues(batch: ReadingBatch): number {
  let count = 0;
  for (let i = 0; i < batch.n; i++) count += bits(batch.mask[i] as number);
  return count;
}

/** Number of bits that are set. */
export function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/**
 * One row per meter and instant, in the order of both: what one row lacks another fills, the first value of a
 * code stays, a different later one is a dispute.
 */
export function collapse(batch: ReadingBatch): { batch: ReadingBatch; disputes: Dispute[] } {
  const { n, meter, ts } = batch;
  let sorted = true;
  for (let i = 1; i < n && sorted; i++) {
    const step = (meter[i] as number) - (meter[i - 1] as number);
    sorted = step > 0 || (step === 0 && (ts[i] as number) > (ts[i - 1] as number));
  }
  if (sorted) return { batch, disputes: [] };

  const order = Uint32Array.from({ length: n }, (_, i) => i).sort(
    (a, b) => (meter[a] as number) - (meter[b] as number) || (ts[a] as number) - (ts[b] as number) || a - b,
  );
  const builder = new BatchBuilder();
  const disputes: Dispute[] = [];
  let last = -1;
  for (const i of order) {
    const [m, t] = [meter[i] as number, ts[i] as number];
    if (last < 0 || meter[last] !== m || ts[last] !== t) builder.row(m, t);
    last = i;
    for (let mask = batch.mask[i] as number; mask !== 0; mask &= mask - 1) {
      const code = 31 - Math.clz32(mask & -mask);
      const value = batch.values[i * WIDTH + code] as number;
      if (!builder.set(code, value)) disputes.push({ meter: m, ts: t, code, value });
    }
  }
  return { batch: builder.batch(), disputes };
}
