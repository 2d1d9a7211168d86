import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Resource } from '#contract/define.ts';
import { badInput } from '#contract/error.ts';
import { cellText } from '../../sheet/cell.ts';
import type { Row } from '../../sheet/cell.ts';
import { readSheet, type Sheet } from '../../sheet/readSheet.ts';
import type { SlotCall } from '../slot.ts';
import { type RowImporter, rowImporter } from './batch.ts';
import { FaultFile } from './faultFile.ts';
import { type Columns, findHeader, HEADER_ROWS } from './header.ts';
import type { ImportRow, Receipt } from './importRow.ts';
import type { Reading } from './readRows.ts';
import { withPercents } from './unit.ts';

/** The most rows that one import of a resource takes. */
export const MAX_IMPORT = 100_000;

const BATCH = 250;
const SHOWN = 500;

/** A file to be read into a resource. */
export interface ImportOrder {
  readonly resource: Resource;
  /** Where its content lies. */
  readonly path: string;
  readonly sha256: string;
  readonly fileName: string;
  /** The enterprise of rows that name none. */
  readonly consumerId: number | undefined;
  /** All is tried and taken back. */
  readonly dryRun: boolean;
  /** Reported after each batch; what it throws ends the import. */
  readonly onRows?: (done: number) => Promise<void>;
}

/**
 * Writes the rows of a file, each judged as new, changed, same or faulty, in the caller's transaction; the faulty ones
 * come back as a file with their reasons. Rows that a slot or the database refuses are faulty too, so that a dry run
 * tells all that the real run will meet. @throws Fault 400 for a file that is no table or does not fit.
 */
export async function runImport(call: SlotCall, order: ImportOrder): Promise<Receipt> {
  const { resource, dryRun } = order;
  const sheet = await readSheet(order.path);
  const first: Row[] = [];
  for await (const row of sheet.rows()) {
    if (!isBlank(row)) first.push(row);
    if (first.length === HEADER_ROWS) break;
  }
  const { header, columns } = findHeader(resource, first);
  await sql`savepoint import_all`.execute(call.trx);
  const { scope } = call.caller;
  const consumerId = order.consumerId ?? (scope === 'all' ? null : (scope[0] ?? null));
  const importId = await fileRun(call, order, consumerId);
  const stated = new Set([...columns.values()].map(([key]) => key));
  const importer = rowImporter(
    { ...call, importId, checked: new Set(), stated },
    resource,
    columns,
    order.consumerId,
  );
  const tally = new Tally(new FaultFile(call, resource, header.cells));
  try {
    let reported: Promise<void> | undefined;
    for await (const readings of ahead(readBatches(sheet, header.number, columns, importer))) {
      for (const row of await importer.write(readings)) await tally.add(row);
      await reported;
      reported = order.onRows?.(tally.rows);
      // Met after the next rows.
      reported?.catch(() => {});
    }
    await reported;
    if (tally.rows === 0)
      throw badInput({ zh: '工作表没有数据行', en: 'The sheet has no rows of data' }, 'upFile');
    if (dryRun) await sql`rollback to savepoint import_all`.execute(call.trx);
    const faultFileId = await tally.faults.keep(consumerId);
    if (!dryRun)
      await sql`update import_run set state = 'written', counts = ${JSON.stringify(tally.counts)},
        fault_file_id = ${faultFileId} where id = ${importId}`.execute(call.trx);
    return { importId: dryRun ? null : importId, counts: tally.counts, rows: tally.shown(), faultFileId };
  } catch (error) {
    tally.faults.drop();
    throw error;
  }
}

/** Reads the rows below a header. It gives way after each, so that no answer of the database is kept waiting. */
async function* readBatches(
  sheet: Sheet,
  headerNumber: number,
  columns: Columns,
  importer: RowImporter,
): AsyncGenerator<Reading[]> {
  let rows = 0;
  let batch: Reading[] = [];
  for await (const row of sheet.rows()) {
    if (row.number <= headerNumber || isBlank(row)) continue;
    if (++rows > MAX_IMPORT) throw tooManyRows();
    batch.push(importer.read(withPercents(row, columns)));
    await setImmediate();
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The same, each asked for while the one before is worked on. */
async function* ahead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = source.next();
      // Met when it is asked for, unless what was yielded fails before.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await source.return(undefined);
  }
}

const isBlank = (row: Row): boolean => row.cells.every((c) => c === null || cellText(c).trim() === '');

async function fileRun(
  { trx, caller }: SlotCall,
  { resource, fileName, sha256 }: ImportOrder,
  consumerId: number | null,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into import_run (resource, consumer_id, employee_id, user_name, file_name, sha256, state)
    values (${resource.name}, ${consumerId}, ${caller.employeeId}, ${caller.userName}, ${fileName.slice(0, 200)},
      ${sha256}, 'writing') returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}

/** Counts what became of the rows and keeps the first of them. */
class Tally {
  readonly counts = { new: 0, changed: 0, same: 0, faulty: 0 };
  readonly faults: FaultFile;
  readonly #faulty: ImportRow[] = [];
  readonly #others: ImportRow[] = [];

  constructor(faults: FaultFile) {
    this.faults = faults;
  }

  get rows(): number {
    return this.counts.new + this.counts.changed + this.counts.same + this.counts.faulty;
  }

  async add(row: ImportRow): Promise<void> {
    this.counts[row.verdict] += 1;
    const kept = row.verdict === 'faulty' ? this.#faulty : this.#others;
    if (kept.length < SHOWN) kept.push(row);
    if (row.verdict === 'faulty') await this.faults.add(row);
  }

  shown(): Receipt['rows'] {
    return [...this.#faulty, ...this.#others].slice(0, SHOWN).map(({ cells: _, ...row }) => row);
  }
}

const tooManyRows = () =>
  badInput(
    { zh: `行数超过 ${MAX_IMPORT}，请拆分文件`, en: `More than ${MAX_IMPORT} rows, please split the file` },
    'upFile',
  );
