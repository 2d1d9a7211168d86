import { CODES, type CodeTable } from '#contract/dataCode.ts';

/** Readings of one source, side by side: row i is what stood on a meter at an instant. */
export interface ReadingBatch {
  readonly n: number;
  /** What the codes are places in. */
  readonly table: CodeTable;
  readonly meter: Int32Array;
  /** Instants in ms. */
  readonly ts: Float64Array;
  /** Where the values of a row begin, and behind the last row where they end. */
  readonly start: Int32Array;
  /** Of each value its code: row by row, those of a row in their order. */
  readonly codes: Uint16Array;
  readonly values: Float64Array;
}

/** A value that differs from the one taken for the same meter, instant and code. */
export interface Dispute {
  readonly meter: number;
  readonly ts: number;
  /** Place in the table of the batch. */
  readonly code: number;
  readonly value: number;
}

/** Gathers readings; grows as needed. */
export class BatchBuilder {
  readonly #table: CodeTable;
  #n = 0;
  #rows: Rows;
  #size = 0;
  #cells: Cells;

  /** @param room rows that it has room for before it grows. */
  constructor(room = 1024, table: CodeTable = CODES) {
    this.#table = table;
    this.#rows = rowsFor(room);
    this.#cells = cellsFor(room * VALUES_A_ROW);
  }

  get n(): number {
    return this.#n;
  }

  /** Begins a row; `set` fills it. */
  row(meter: number, ts: number): void {
    if (this.#n === this.#rows.meter.length) this.#growRows();
    this.#rows.meter[this.#n] = meter;
    this.#rows.ts[this.#n] = ts;
    this.#rows.start[this.#n] = this.#size;
    this.#n++;
  }

  /**
   * Gives the last row a value; false when it has another already.
   * @throws RangeError for a value that is not finite.
   */
  set(code: number, value: number): boolean {
    if (!Number.isFinite(value)) throw new RangeError(`${value} is not a value of a reading.`);
    const start = this.#rows.start[this.#n - 1] as number;
    let at = this.#size;
    let { codes, values } = this.#cells;
    // Codes mostly come in their order.
    while (at > start && (codes[at - 1] as number) > code) at--;
    if (at > start && codes[at - 1] === code) return values[at - 1] === value;
    if (this.#size === values.length) ({ codes, values } = this.#growCells());
    if (at < this.#size) {
      codes.copyWithin(at + 1, at, this.#size);
      values.copyWithin(at + 1, at, this.#size);
    }
    codes[at] = code;
    values[at] = value;
    this.#size++;
    return true;
  }

  /** Takes the last row back where it got no value. */
  end(): void {
    if (this.#n > 0 && this.#rows.start[this.#n - 1] === this.#size) this.#n--;
  }

  batch(): ReadingBatch {
    const n = this.#n;
    const { meter, ts, start } = this.#rows;
    start[n] = this.#size;
    return {
      n,
      table: this.#table,
      meter: meter.subarray(0, n),
      ts: ts.subarray(0, n),
      start: start.subarray(0, n + 1),
      codes: this.#cells.codes.subarray(0, this.#size),
      values: this.#cells.values.subarray(0, this.#size),
    };
  }

  #growRows(): void {
    const { meter, ts, start } = this.#rows;
    this.#rows = rowsFor(meter.length * 2);
    this.#rows.meter.set(meter);
    this.#rows.ts.set(ts);
    this.#rows.start.set(start);
  }

  #growCells(): Cells {
    const { codes, values } = this.#cells;
    this.#cells = cellsFor(values.length * 2);
    this.#cells.codes.set(codes);
    this.#cells.values.set(values);
    return this.#cells;
  }
}

type Rows = Pick<ReadingBatch, 'meter' | 'ts' | 'start'>;
type Cells = Pick<ReadingBatch, 'codes' | 'values'>;

const VALUES_A_ROW = 8;
const WIDE = Float64Array.BYTES_PER_ELEMENT;
const NARROW = Int32Array.BYTES_PER_ELEMENT;

/** Columns in one piece of memory: many small deliveries are under way at a time. */
function rowsFor(room: number): Rows {
  const memory = new ArrayBuffer(room * (WIDE + NARROW * 2) + NARROW);
  return {
    ts: new Float64Array(memory, 0, room),
    meter: new Int32Array(memory, room * WIDE, room),
    start: new Int32Array(memory, room * (WIDE + NARROW), room + 1),
  };
}

function cellsFor(room: number): Cells {
  const memory = new ArrayBuffer(room * (WIDE + Uint16Array.BYTES_PER_ELEMENT));
  return { values: new Float64Array(memory, 0, room), codes: new Uint16Array(memory, room * WIDE, room) };
}

/** The value that a row has of a code. */
export function valueOf(
  { start, codes, values }: ReadingBatch,
  row: number,
  code: number,
): number | undefined {
  const end = start[row + 1] as number;
  for (let at = start[row] as number; at < end; at++) if (codes[at] === code) return values[at];
  return undefined;
}

/** The codes and values of a row. */
export function* valuesOf(
  { start, codes, values }: ReadingBatch,
  row: number,
): Generator<[code: number, value: number]> {
  const end = start[row + 1] as number;
  for (let at = start[row] as number; at < end; at++) yield [codes[at] as number, values[at] as number];
}

/** Number of values of a row. */
export const sizeOf = ({ start }: ReadingBatch, row: number): number =>
  (start[row + 1] as number) - (start[row] as number);

/** Number of values in a batch. */
export const countValues = ({ values }: ReadingBatch): number => values.length;

/** The codes that occur, in their order. */
export function usedCodes({ table, codes }: ReadingBatch): number[] {
  const used = new Uint8Array(table.entries.length);
  for (const code of codes) used[code] = 1;
  return table.entries.map((_, code) => code).filter((code) => used[code] === 1);
}

/** Some rows of a batch, as one of their own. */
export function rowsOf(batch: ReadingBatch, takes: (row: number) => boolean): ReadingBatch {
  const builder = new BatchBuilder(1024, batch.table);
  for (let i = 0; i < batch.n; i++) {
    if (!takes(i)) continue;
    builder.row(batch.meter[i] as number, batch.ts[i] as number);
    for (const [code, value] of valuesOf(batch, i)) builder.set(code, value);
  }
  return builder.batch();
}

/** Batches of one table, one after the other. */
export function joined(batches: readonly ReadingBatch[]): ReadingBatch {
  const n = batches.reduce((sum, batch) => sum + batch.n, 0);
  const whole = { ...rowsFor(n), ...cellsFor(batches.reduce((sum, batch) => sum + batch.values.length, 0)) };
  let row = 0;
  let at = 0;
  for (const batch of batches) {
    whole.meter.set(batch.meter, row);
    whole.ts.set(batch.ts, row);
    for (let i = 0; i < batch.n; i++) whole.start[row + i] = at + (batch.start[i] as number);
    whole.codes.set(batch.codes, at);
    whole.values.set(batch.values, at);
    row += batch.n;
    at += batch.values.length;
  }
  whole.start[n] = at;
  return { n, table: batches[0]?.table ?? CODES, ...whole };
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
  const builder = new BatchBuilder(1024, batch.table);
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
