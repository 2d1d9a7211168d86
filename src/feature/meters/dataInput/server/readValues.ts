import type { Cell, Row } from '#server/sheet/cell.ts';
import { readSheet } from '#server/sheet/readSheet.ts';
import type { Mapping, RowFault } from '../contract.ts';
import type { MeterFacts } from '../domain/meterFacts.ts';
import { type FileValue, RowReader } from '../domain/rowReader.ts';

/** What was read of some rows of a file. */
export interface ValueBatch {
  readonly values: readonly FileValue[];
  readonly faults: readonly { readonly fault: RowFault; readonly cells: readonly Cell[] }[];
  /** Rows of data read so far. */
  readonly rows: number;
  /** Values so far that repeat an earlier row exactly. */
  readonly repeated: number;
}

const BATCH = 5_000;

/**
 * Reads the values of a file by a mapping, in batches of rows.
 * @param now ms since 1970; nothing later than a day after it is taken. @throws Fault 400 as `readSheet`.
 */
export async function* readValues(
  path: string,
  mapping: Mapping,
  meters: readonly MeterFacts[],
  now: number,
): AsyncGenerator<ValueBatch> {
  const reader = new RowReader(mapping, meters, now);
  const sheet = await readSheet(path, { sheet: mapping.sheet === '' ? undefined : mapping.sheet });
  let values: FileValue[] = [];
  let faults: { fault: RowFault; cells: readonly Cell[] }[] = [];
  let rows = 0;
  for await (const row of sheet.rows()) {
    if (row.number <= mapping.headerRow) continue;
    rows += 1;
    take(row);
    if (rows % BATCH === 0) {
      yield { values, faults, rows, repeated: reader.repeated };
      [values, faults] = [[], []];
    }
  }
  yield { values, faults, rows, repeated: reader.repeated };

  function take(row: Row): void {
    const read = reader.read(row);
    values.push(...read.values);
    for (const fault of read.faults) faults.push({ fault, cells: row.cells });
  }
}
