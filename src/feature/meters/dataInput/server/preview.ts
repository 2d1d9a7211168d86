import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import type { Language } from '#contract/text.ts';
import { type TaskContext, TaskStopped } from '#feature/house/task/server/public.ts';
import { type DayChange, type Mapping, mappingSchema, type Preview, type StatedRange } from '../contract.ts';
import type { FileValue } from '../domain/rowReader.ts';
import { compareValues } from './compare.ts';
import { dayTotals } from './dayTotals.ts';
import { type FaultyCells, keepFaultFile, MOST_FAULTS_KEPT } from './faultFile.ts';
import { getImport } from './importData.ts';
import { loadMeters } from './meters.ts';
import { finderFor, missingOf } from './missing.ts';
import { readValues } from './readValues.ts';

interface PreviewParams {
  readonly importDataId: number;
  readonly mapping: Mapping;
  readonly language: Language;
  readonly onlyMeters?: readonly number[];
  readonly range?: StatedRange;
}

const FAULTS_SHOWN = 500;
const DAYS_SHOWN = 2_000;
/** The most values that one import holds. */
const MOST_VALUES = 3_000_000;

/** The dry run: reads the whole file and says what a write would change. Writes nothing. */
export async function preview(context: TaskContext): Promise<Preview> {
  const { db, task, files } = context;
  const { importDataId, language, ...params } = task.params as PreviewParams;
  const mapping = mappingSchema.parse(params.mapping);
  const data = await getImport(db, importDataId);
  const meters = await loadMeters(db, data.consumerId, params.onlyMeters);
  const total = data.analysis?.more ? Infinity : (data.analysis?.rows ?? Infinity);
  const counts = { new: 0, changed: 0, same: 0, faulty: 0 };
  const faults: FaultyCells[] = [];
  const byMeter = new Map<number, FileValue[]>();
  const finder = finderFor(mapping, meters, params.range);
  let rows = 0;
  let taken = 0;
  let repeated = 0;
  let held = 0;
  for await (const batch of readValues(files.pathOf(data.sha256 ?? ''), mapping, meters, Date.now())) {
    if (await context.stopped()) throw new TaskStopped();
    ({ rows, repeated } = batch);
    taken += batch.values.length;
    if (taken > MOST_VALUES) throw tooManyValues();
    const found = await compareValues(db, batch.values, []);
    counts.new += found.new;
    counts.changed += found.changed;
    counts.same += found.same;
    held += found.held;
    counts.faulty += batch.faults.length;
    for (const fault of batch.faults) if (faults.length < MOST_FAULTS_KEPT) faults.push(fault);
    finder.take(batch.values);
    for (const value of batch.values) {
      const list = byMeter.get(value.meterId);
      if (list) list.push(value);
      else byMeter.set(value.meterId, [value]);
    }
    await context.progress(total === Infinity ? 0.4 : (0.7 * rows) / total);
  }
  if (rows === 0) throw noRows();
  counts.same += repeated;

  const days: DayChange[] = [];
  for (const [index, [meterId, values]] of [...byMeter].entries()) {
    if (await context.stopped()) throw new TaskStopped();
    days.push(...(await dayTotals(db, meterId, values)));
    await context.progress(0.7 + (0.3 * index) / byMeter.size);
  }
  const order = new Map(meters.map((meter, index) => [meter.id, index]));
  days.sort((a, b) =>
    a.day < b.day ? -1 : a.day > b.day ? 1 : (order.get(a.meterId) ?? 0) - (order.get(b.meterId) ?? 0),
  );
  const bounds = boundsOf([...byMeter.values()]);
  const headers = data.analysis?.columns.map((column) => column.header || column.letter) ?? [];
  const { fileName, consumerId, employeeId } = data;
  const about = { headers, fileName, consumerId, employeeId, language };
  const faultFileId = faults.length === 0 ? null : await keepFaultFile(db, files, faults, about);
  const missing = await missingOf(db, files, finder, meters, { ...about, zone: mapping.zone, except: [] });
  await sql`update import_data set row_count = ${rows}, fault_file_id = ${faultFileId},
      missing_file_id = ${missing.fileId}
    where id = ${importDataId} and state = 'uploaded'`.execute(db);
  return {
    rows,
    counts,
    held,
    faults: faults.slice(0, FAULTS_SHOWN).map(({ fault }) => fault),
    faultFileId,
    missing,
    days: days.slice(0, DAYS_SHOWN),
    dayCount: days.length,
    from: bounds && new Date(bounds.from).toISOString(),
    to: bounds && new Date(bounds.to).toISOString(),
    meters: meters
      .filter((meter) => byMeter.has(meter.id))
      .map(({ id, code, name, unit }) => ({ meterId: id, ammeterCode: code, ammeterName: name, unit })),
  };
}

const tooManyValues = () =>
  badInput(
    {
      zh: `数值超过 ${MOST_VALUES} 个，请拆分文件`,
      en: `More than ${MOST_VALUES} values, please split the file`,
    },
    'upFile',
  );

const noRows = () => badInput({ zh: '文件没有数据行', en: 'The file has no rows of data' }, 'upFile');

function boundsOf(lists: readonly (readonly FileValue[])[]): { from: number; to: number } | null {
  let [from, to] = [Infinity, -Infinity];
  for (const list of lists) {
    for (const value of list) {
      from = Math.min(from, value.start ?? value.at);
      to = Math.max(to, value.at);
    }
  }
  return from <= to ? { from, to } : null;
}
