import { sql } from 'kysely';
import { conflict } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import { type TaskContext, type TaskHandler, TaskStopped } from '#feature/house/task/server/public.ts';
import {
  factsOf,
  type MeterMonth,
  type MonthRows,
  monthsBefore,
  OddReading,
  readMonth,
} from '#series/public.ts';
import { isAway } from '#server/database/away.ts';
import { readMonths, UNLIKE, writeMonths } from './exportFile.ts';
import { deleteCopies, type Export, exportOf, goneOf, keepExported, keyOf, metersOf } from './exportStore.ts';

/** Readings in a file, at most one meter's month more: some tens of megabytes as text. */
const MOST_ROWS = 200_000;

interface ExportResult {
  readonly files: number;
  readonly rows: number;
}

/**
 * Writes what an enterprise has before a month into files, month by month, and reads each file back. It begins anew after a crash; who stops it
 * leaves nothing.
 */
export const readingExport: TaskHandler = async (context): Promise<ExportResult> => {
  const { db, services } = context;
  const one = await exportOf(db, (context.task.params as { exportId: number }).exportId);
  if (one.state !== 'writing') throw conflict(WRITTEN);
  await clear(context, one);
  const meters = await metersOf(db, one.consumerId);
  const gone = await goneOf(db, one.consumerId);
  const all = (await monthsBefore(services.pool, [...meters.keys()], one.before)).filter(
    (month) => !gone.has(keyOf(month)),
  );
  const codes = new Map([...meters].map(([id, { code }]) => [id, code]));
  const writing = new Writing(context, one, codes);
  try {
    for (const [done, month] of all.entries()) {
      if (await context.stopped()) throw new TaskStopped();
      await context.progress(done / all.length, progressOf(month.month, done, all.length));
      await writing.add(await readMonth(services.pool, month));
    }
    await writing.flush();
  } catch (error) {
    // A database that goes away in the midst is no end: the task begins anew when it is back.
    if (isAway(error)) throw error;
    await clear(context, one);
    await sql`delete from reading_export where id = ${one.id}`.execute(db);
    if (error instanceof OddReading) throw conflict(ODD);
    throw error;
  }
  await sql`update reading_export set state = 'ready' where id = ${one.id}`.execute(db);
  return { files: writing.files, rows: writing.rows };
};

/** Gathers months of meters to files. */
class Writing {
  files = 0;
  rows = 0;
  readonly #context: TaskContext;
  readonly #one: Export;
  readonly #codes: ReadonlyMap<number, string>;
  #months: MonthRows[] = [];
  #gathered = 0;
  #part = 0;
  #month = '';

  constructor(context: TaskContext, one: Export, codes: ReadonlyMap<number, string>) {
    this.#context = context;
    this.#one = one;
    this.#codes = codes;
  }

  /** Takes the next month of a meter, in the order of months. */
  async add(rows: MonthRows): Promise<void> {
    if (rows.rows.length === 0) return;
    if (rows.month !== this.#month || this.#gathered >= MOST_ROWS) await this.flush();
    if (rows.month !== this.#month) this.#part = 0;
    this.#month = rows.month;
    this.#months.push(rows);
    this.#gathered += rows.rows.length;
  }

  async flush(): Promise<void> {
    if (this.#months.length === 0) return;
    const { db, files } = this.#context;
    const months = this.#months.map((one) => ({ meterId: one.meterId, month: one.month, ...factsOf(one) }));
    const stored = await writeMonths(files, this.#months, this.#codes);
    await compareFile(this.#context, stored.sha256, months);
    this.#part++;
    const fileName = `readings-${this.#one.consumerId}-${this.#month.slice(0, 7)}-${this.#part}.csv.gz`;
    const place = { month: this.#month, part: this.#part, fileName };
    await keepExported(db, this.#one, { ...place, ...stored, months });
    this.files++;
    this.rows += this.#gathered;
    this.#months = [];
    this.#gathered = 0;
  }
}

/** Reads a file back. @throws Fault 409 where it does not hold what it should, to the bit */
export async function compareFile(
  { files }: Pick<TaskContext, 'files'>,
  sha256: string,
  months: readonly (MeterMonth & { readonly digest: string })[],
): Promise<void> {
  const wanted = new Map(months.map((one) => [keyOf(one), one.digest]));
  for await (const found of readMonths(files, sha256)) {
    if (wanted.get(keyOf(found)) !== factsOf(found).digest) throw conflict(UNLIKE);
    wanted.delete(keyOf(found));
  }
  if (wanted.size > 0) throw conflict(UNLIKE);
}

/** What an earlier try left. */
async function clear({ db, files }: TaskContext, { id }: Export): Promise<void> {
  await deleteCopies(db, files, id);
  await sql`delete from reading_export_file where export_id = ${id}`.execute(db);
}

const progressOf = (month: string, done: number, of: number): Text => ({
  zh: `${month.slice(0, 7)}，${done} / ${of} 个表计月`,
  en: `${month.slice(0, 7)}, ${done} of ${of} months of meters`,
});

const WRITTEN: Text = { zh: '该转存已写完', en: 'The export is written already' };
const ODD: Text = {
  zh: '有读数无法写入文件（非数字），未转存',
  en: 'A reading cannot be written to a file (it is no number): nothing was exported',
};
