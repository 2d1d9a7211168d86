/** Readings of one source, side by side: row i is what stood on a meter at an instant. */
export interface ReadingBatch {
  readonly n: number;
  readonly meter: Int32Array;
  /** Instants in ms. */
  readonly ts: Float64Array;
  /** Bit c = the row has a value of code c. */
  readonly mask: Int32Array;
  /** Where the values of a row begin. */
  readonly start: Int32Array;
  /** Values row by row, those of a row in the order of its codes; see `valueOf`. */
  readonly values: Float64Array;
}

/** The value of a code that a row has. */
export function valueOf({ mask, start, values }: ReadingBatch, row: number, code: number): number {
  return values[(start[row] as number) + bits((mask[row] as number) & ((1 << code) - 1))] as number;
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
  #rows: Rows;
  #size = 0;
  #values: Float64Array;

  /** @param room rows that it has room for before it grows. */
  constructor(room = 1024) {
    this.#rows = rowsFor(room);
    this.#values = new Float64Array(room * VALUES_A_ROW);
  }

  get n(): number {
    return this.#n;
  }

  /** Begins a row; `set` fills it. */
  row(meter: number, ts: number): void {
    if (this.#n === this.#rows.meter.length) this.#growRows();
    this.#rows.meter[this.#n] = meter;
    this.#rows.ts[this.#n] = ts;
    this.#rows.mask[this.#n] = 0;
    this.#rows.start[this.#n] = this.#size;
    this.#n++;
  }

  /**
   * Gives the last row a value; false when it has another already.
   * @throws RangeError for a value that is not finite.
   */
  set(code: number, value: number): boolean {
    if (!Number.isFinite(value)) throw new RangeError(`${value} is not a value of a reading.`);
    const row = this.#n - 1;
    const mask = this.#rows.mask[row] as number;
    const at = (this.#rows.start[row] as number) + bits(mask & ((1 << code) - 1));
    if ((mask & (1 << code)) !== 0) return this.#values[at] === value;
    if (this.#size === this.#values.length) this.#growValues();
    // Codes mostly come in their order; else those behind move on.
    if (at < this.#size) this.#values.copyWithin(at + 1, at, this.#size);
    this.#values[at] = value;
    this.#size++;
    this.#rows.mask[row] = mask | (1 << code);
    return true;
  }

  /** Takes the last row back where it got no value. */
  end(): void {
    if (this.#n > 0 && this.#rows.mask[this.#n - 1] === 0) this.#n--;
  }

  batch(): ReadingBatch {
    const n = this.#n;
    const { meter, ts, mask, start } = this.#rows;
    return {
      n,
      meter: meter.subarray(0, n),
      ts: ts.subarray(0, n),
      mask: mask.subarray(0, n),
      start: start.subarray(0, n),
      values: this.#values.subarray(0, this.#size),
    };
  }

  #growRows(): void {
    const { meter, ts, mask, start } = this.#rows;
    this.#rows = rowsFor(meter.length * 2);
    this.#rows.meter.set(meter);
    this.#rows.ts.set(ts);
    this.#rows.mask.set(mask);
    this.#rows.start.set(start);
  }

  #growValues(): void {
    const values = this.#values;
    this.#values = new Float64Array(values.length * 2);
    this.#values.set(values);
  }
}

type Rows = Pick<ReadingBatch, 'meter' | 'ts' | 'mask' | 'start'>;

const VALUES_A_ROW = 8;

/** Columns in one piece of memory: many small deliveries are under way at a time. */
function rowsFor(room: number): Rows {
  const wide = room * Float64Array.BYTES_PER_ELEMENT;
  const narrow = room * Int32Array.BYTES_PER_ELEMENT;
  const memory = new ArrayBuffer(wide + narrow * 3);
  return {
    ts: new Float64Array(memory, 0, room),
    meter: new Int32Array(memory, wide, room),
    mask: new Int32Array(memory, wide + narrow, room),
    start: new Int32Array(memory, wide + narrow * 2, room),
  };
}

/** Some rows of a batch, as one of their own. */
export function rowsOf(batch: ReadingBatch, takes: (row: number) => boolean): ReadingBatch {
  const builder = new BatchBuilder();
  for (let i = 0; i < batch.n; i++) {
    if (!takes(i)) continue;
    builder.row(batch.meter[i] as number, batch.ts[i] as number);
    for (const [code, value] of valuesOf(batch, i)) builder.set(code, value);
  }
  return builder.batch();
}

/** The codes and values of a row. */
export function* valuesOf({ mask, start, values }: ReadingBatch, row: number): Generator<[number, number]> {
  let at = start[row] as number;
  for (let rest = mask[row] as number; rest !== 0; rest &= rest - 1)
    yield [31 - Math.clz32(rest & -rest), values[at++] as number];
}

/** Batches one after the other. */
export function joined(batches: readonly ReadingBatch[]): ReadingBatch {
  const n = batches.reduce((sum, batch) => sum + batch.n, 0);
  const whole = rowsFor(n);
  const values = new Float64Array(batches.reduce((sum, batch) => sum + batch.values.length, 0));
  let row = 0;
  let at = 0;
  for (const batch of batches) {
    whole.meter.set(batch.meter, row);
    whole.ts.set(batch.ts, row);
    whole.mask.set(batch.mask, row);
    for (let i = 0; i < batch.n; i++) whole.start[row + i] = at + (batch.start[i] as number);
    values.set(batch.values, at);
    row += batch.n;
    at += batch.values.length;
  }
  return { n, ...whole, values };
}

/** Number of values in a batch. */
export const countValues = ({ values }: ReadingBatch): number => values.length;

/** Number of bits that are set. */
export function bits(mask: number): number {
  const pairs = mask - ((mask >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
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
    for (const [code, value] of valuesOf(batch, i))
      if (!builder.set(code, value)) disputes.push({ meter: m, ts: t, code, value });
  }
  return { batch: builder.batch(), disputes };
}
