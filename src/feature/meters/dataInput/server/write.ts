import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { codeIndex } from '#contract/dataCode.ts';
import { badInput } from '#contract/error.ts';
import type { Language } from '#contract/text.ts';
import {
  activateSource,
  storeIntervals,
  storeReadings,
  undoSource,
} from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { type TaskContext, TaskStopped } from '#feature/house/task/server/public.ts';
import { isAway } from '#server/database/away.ts';
import type { Db } from '#server/database/db.ts';
import { type Mapping, mappingSchema, type Receipt, type StatedRange, WRITTEN_AT } from '../contract.ts';
import type { FileValue } from '../domain/rowReader.ts';
import { compareValues } from './compare.ts';
import { type FaultyCells, keepFaultFile, MOST_FAULTS_KEPT } from './faultFile.ts';
import { getImport, type ImportData, type ImportState } from './importData.ts';
import { loadMeters } from './meters.ts';
import { finderFor, missingOf } from './missing.ts';
import { readValues } from './readValues.ts';
import { openSources } from './sources.ts';

export interface WriteParams {
  readonly importDataId: number;
  readonly mapping: Mapping;
  readonly language: Language;
  readonly onlyMeters?: readonly number[];
  readonly range?: StatedRange;
}

const FAULTS_SHOWN = 500;
const FOLD_PATIENCE_MS = 300_000;

/**
 * Writes a file under a source that counts only when all of it is stored, so that a stopped, failed or killed
 * write leaves no figure changed. Running it again after a crash goes over what is there without a change; what a person
 * has undone meanwhile stays undone.
 */
export async function write(context: TaskContext): Promise<Receipt> {
  const { db, task, log } = context;
  const params = task.params as WriteParams;
  const data = await getImport(db, params.importDataId);
  if (data.state === 'undone') throw new TaskStopped();
  try {
    return await writeAll(context, data, params);
  } catch (error) {
    // It begins again when the database is back.
    if (isAway(error)) throw error;
    const state: ImportState = error instanceof TaskStopped ? 'stopped' : 'failed';
    await db.transaction().execute(async (trx) => {
      const now = await getImport(trx, data.id, 'lock');
      if (now.state === 'undone') return;
      for (const source of now.sources) await undoSource(trx, source, data.employeeId);
      await sql`update import_data set state = ${state} where id = ${data.id}`.execute(trx);
    });
    log.info(`Import ${data.id} ${state}; nothing of it counts.`);
    throw error;
  }
}

async function writeAll(
  context: TaskContext,
  data: ImportData,
  { language, onlyMeters, range, ...params }: WriteParams,
): Promise<Receipt> {
  const { db, files } = context;
  const mapping = mappingSchema.parse(params.mapping);
  const meters = await loadMeters(db, data.consumerId, onlyMeters);
  const sources = await openSources(db, data, meters);
  const counts = { new: 0, changed: 0, same: 0, faulty: 0 };
  const faults: FaultyCells[] = [];
  const touched = new Set<number>();
  const finder = finderFor(mapping, meters, range);
  const bounds = { from: Infinity, to: -Infinity };
  let rows = 0;
  let repeated = 0;
  for await (const batch of readValues(files.pathOf(data.sha256 ?? ''), mapping, meters, Date.now())) {
    if (await context.stopped()) throw new TaskStopped();
    ({ rows, repeated } = batch);
    const parts = await sources.split(batch.values);
    const found = await compareValues(db, batch.values, sources.ids());
    counts.new += found.new;
    counts.changed += found.changed;
    counts.same += found.same;
    counts.faulty += batch.faults.length;
    for (const fault of batch.faults) if (faults.length < MOST_FAULTS_KEPT) faults.push(fault);
    for (const [source, values] of parts) await store(db, values, source);
    finder.take(batch.values);
    for (const value of batch.values) {
      touched.add(value.meterId);
      bounds.from = Math.min(bounds.from, value.start ?? value.at);
      bounds.to = Math.max(bounds.to, value.at);
    }
    await context.progress(data.rowCount ? (0.8 * rows) / data.rowCount : 0.4, {
      zh: `已写入 ${rows} 行`,
      en: `${rows} rows written`,
    });
  }
  counts.same += repeated;
  const headers = data.analysis?.columns.map((column) => column.header || column.letter) ?? [];
  const { fileName, consumerId, employeeId } = data;
  const about = { headers, fileName, consumerId, employeeId, language };
  const faultFileId = faults.length === 0 ? null : await keepFaultFile(db, files, faults, about);
  if (touched.size === 0) {
    await sql`update import_data set fault_file_id = ${faultFileId}, row_count = ${rows} where id = ${data.id}`.execute(
      db,
    );
    throw nothingTaken();
  }
  if (await context.stopped()) throw new TaskStopped();
  const missing = await missingOf(db, files, finder, meters, {
    ...about,
    zone: mapping.zone,
    except: sources.ids(),
  });
  if (await context.stopped()) throw new TaskStopped();
  await db.transaction().execute(async (trx) => {
    if ((await getImport(trx, data.id, 'lock')).state === 'undone') throw new TaskStopped();
    for (const source of sources.ids()) await activateSource(trx, source);
    await sql`update import_data set state = 'done', row_count = ${rows}, counts = ${JSON.stringify(counts)},
        mapping = ${JSON.stringify(mapping)}, from_ts = ${new Date(bounds.from)}, to_ts = ${new Date(bounds.to)},
        fault_file_id = ${faultFileId}, missing_file_id = ${missing.fileId}, written_at = now()
      where id = ${data.id}`.execute(trx);
  });
  const end = await waitForFold(context, [...touched]);
  if (end === 'stopped') await context.progress(1, WRITTEN_ALREADY);
  return {
    importDataId: data.id,
    rows,
    counts,
    faults: faults.slice(0, FAULTS_SHOWN).map(({ fault }) => fault),
    faultFileId,
    missing,
    from: new Date(bounds.from).toISOString(),
    to: new Date(bounds.to).toISOString(),
    meters: touched.size,
    folded: end === 'folded',
  };
}

/** Stores values under a source that does not count yet. */
async function store(db: Db, values: readonly FileValue[], source: number): Promise<void> {
  const options = { source, pending: true };
  const spans = values.flatMap(({ meterId, start, at, code, value }) =>
    start === null ? [] : [{ meterId, start, end: at, code, value }],
  );
  await storeIntervals(db, spans, options);
  const builder = new BatchBuilder();
  let last: FileValue | null = null;
  for (const value of values) {
    if (value.start !== null) continue;
    if (last?.meterId !== value.meterId || last.at !== value.at) builder.row(value.meterId, value.at);
    builder.set(codeIndex(value.code), Number(value.value));
    last = value;
  }
  await storeReadings(db, builder.batch(), options);
}

/**
 * Waits until what is marked of the meters now is folded, whatever comes meanwhile; ends before where a person stops the
 * task, which stops no fold, or where it takes too long.
 */
export async function waitForFold(
  context: Pick<TaskContext, 'db' | 'progress' | 'stopped'>,
  meterIds: readonly number[],
): Promise<'folded' | 'stopped' | 'late'> {
  const until = Date.now() + FOLD_PATIENCE_MS;
  const message = { zh: '正在重算', en: 'Recalculating' };
  // As a text, which keeps the microseconds of the marks. The rest of a mark that is folded in parts keeps its time.
  const { rows: began } = await sql<{ at: string }>`select now()::text as at`.execute(context.db);
  let first = 0;
  while (Date.now() < until) {
    const { rows } = await sql<{ left: number }>`
      select count(*)::integer as left from dirty
      where meter_id = any(${meterIds}::integer[]) and marked_at <= ${began[0]?.at}::timestamptz`.execute(
      context.db,
    );
    const left = rows[0]?.left ?? 0;
    if (left === 0) return 'folded';
    first = Math.max(first, left);
    await context.progress(WRITTEN_AT + (1 - WRITTEN_AT) * (1 - left / first), message);
    await sleep(300);
    if (await context.stopped()) return 'stopped';
  }
  return 'late';
}

const WRITTEN_ALREADY = {
  zh: '停止前已全部写入并计入；如不需要，请在导入记录中撤销',
  en: 'All of it was written before the stop and counts; undo it in the list of imports if it should not',
};

const nothingTaken = () =>
  badInput(
    { zh: '没有一行可以写入，请查看错误行', en: 'Not one row could be taken, see the faulty rows' },
    'upFile',
  );
