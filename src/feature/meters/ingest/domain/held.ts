import { BatchBuilder, type ReadingBatch, valuesOf } from '#domain/reading/batch.ts';
import type { CodeTable } from '#contract/dataCode.ts';
import { type HeldReason, WAITING } from '../contract.ts';

/** Values of an instant that are kept and do not count. */
export interface Held {
  /** What the gateway calls the device. */
  readonly device: string;
  /** Quarantined: the meter they are of. Null = they wait for a name to be mapped. */
  readonly meter: number | null;
  /** ms */
  readonly ts: number;
  /** The stamp as written, where another zone would read another instant; else null. */
  readonly stamp: string | number | null;
  /** Quarantined: by data code, as they would be stored. Waiting: by key, as they came. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly n: number;
  readonly reason: HeldReason;
}

export const waits = (reason: string): boolean => (WAITING as readonly string[]).includes(reason);

/** Rows that are quarantined for one reason, with what the gateway calls their device. */
export class Quarantine {
  readonly builder: BatchBuilder;
  readonly #names: string[] = [];

  constructor(table: CodeTable) {
    this.builder = new BatchBuilder(4, table);
  }

  row(name: string, meter: number, ts: number): void {
    this.builder.row(meter, ts);
    this.#names[this.builder.n - 1] = name;
  }

  /** A row that was begun behind another's back is of the same device. */
  held(reason: HeldReason): Held[] {
    let last = '';
    return heldRows(this.builder.batch(), reason, (row) => (last = this.#names[row] ?? last));
  }
}

/** Rows of a batch as quarantined ones. */
export function heldRows(
  batch: ReadingBatch,
  reason: HeldReason,
  nameOf: (row: number) => string,
  takes: (row: number) => boolean = () => true,
): Held[] {
  const held: Held[] = [];
  for (let i = 0; i < batch.n; i++) {
    if (!takes(i)) continue;
    const values: Record<string, number> = {};
    let n = 0;
    for (const [code, value] of valuesOf(batch, i)) {
      values[batch.table.entries[code]?.code ?? ''] = value;
      n++;
    }
    const [meter, ts] = [batch.meter[i] as number, batch.ts[i] as number];
    held.push({ device: nameOf(i), meter, ts, stamp: null, values, n, reason });
  }
  return held;
}
