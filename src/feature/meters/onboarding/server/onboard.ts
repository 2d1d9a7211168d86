import { sql } from 'kysely';
import { badInput, Fault } from '#contract/error.ts';
import { type Language, textIn } from '#contract/text.ts';
import { type TaskContext, TaskStopped } from '#feature/house/task/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { withScope } from '#server/database/scope.ts';
import { type Cell, cellText, type Row } from '#server/sheet/cell.ts';
import { sheetFault } from '#server/sheet/fault.ts';
import { readSheet } from '#server/sheet/readSheet.ts';
import { sheetType, writeSheet } from '#server/sheet/writeSheet.ts';
import {
  MOST_METERS,
  ONBOARDING_COLUMNS,
  type OnboardingKey,
  type OnboardingResult,
  type OnboardingRow,
} from '../contract.ts';
import { type CellFault, columnsOf, hasLedger, readRow } from '../domain/readRow.ts';
import { columnOfFault, enterMeter, type Entry } from './enter.ts';

/** What a task of bringing in meters works on. */
export interface OnboardingParams extends Omit<Entry, 'system'> {
  readonly sha256: string;
  readonly fileName: string;
}

const SHOWN = 500;
const HEADER_WITHIN = 20;

interface Done {
  readonly shown: OnboardingRow;
  readonly cells: readonly Cell[];
}

interface List {
  readonly header: readonly Cell[];
  readonly columns: ReadonlyMap<number, OnboardingKey>;
  readonly rows: readonly Row[];
}

/** Reads the list. @throws Fault 400 where it has no header of ours, no row, or too many. */
async function readList(path: string): Promise<List> {
  const sheet = await readSheet(path);
  const rows: Row[] = [];
  let found: Pick<List, 'header' | 'columns'> | undefined;
  for await (const row of sheet.rows()) {
    if (row.cells.every((cell) => cellText(cell).trim() === '')) continue;
    if (!found) {
      const columns = columnsOf(row.cells.map((cell) => cellText(cell)));
      if ([...columns.values()].includes('ammeterCode')) found = { header: row.cells, columns };
      else if (row.number > HEADER_WITHIN) break;
      continue;
    }
    rows.push(row);
    if (rows.length > MOST_METERS)
      throw badInput(
        {
          zh: `最多 ${MOST_METERS} 块表计，请拆分文件`,
          en: `At most ${MOST_METERS} meters, please split the file`,
        },
        'upFile',
      );
  }
  if (!found)
    throw badInput(
      {
        zh: '没有找到“表计编号”列，请先下载模板',
        en: 'There is no column “Meter code”, download the template first',
      },
      'upFile',
    );
  if (rows.length === 0) throw sheetFault.noRows();
  return { ...found, rows };
}

/** Works in one transaction that sees what whoever asked may see of the enterprise. */
const inTheNameOf = <T>(
  { services }: TaskContext,
  { consumerId, caller }: OnboardingParams,
  work: (trx: Db) => Promise<T>,
): Promise<T> => withScope(services.db, [consumerId], work, caller.limit ?? []);

/** The dry run: does all of it in one transaction and takes it back. */
export async function preview(context: TaskContext): Promise<OnboardingResult> {
  const params = context.task.params as OnboardingParams;
  const list = await readList(context.files.pathOf(params.sha256));
  const done: Done[] = [];
  await inTheNameOf(context, params, async (trx) => {
    for (const [index, row] of list.rows.entries()) {
      if (await context.stopped()) throw new TaskStopped();
      await sql`savepoint meter`.execute(trx);
      const one = await enterRow(trx, { ...params, system: context.services.system }, list, row);
      if (one.shown.verdict !== 'new') await sql`rollback to savepoint meter`.execute(trx);
      await sql`release savepoint meter`.execute(trx);
      done.push(one);
      await tell(context, index + 1, list.rows.length);
    }
    throw new Undone();
  }).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return finish(context, params, list, done);
}

/** Takes the transaction of a dry run back. */
class Undone extends Error {}

/** The write: every meter in a transaction of its own, so that a stop leaves whole meters only. */
export async function write(context: TaskContext): Promise<OnboardingResult> {
  const params = context.task.params as OnboardingParams;
  const list = await readList(context.files.pathOf(params.sha256));
  const done: Done[] = [];
  for (const [index, row] of list.rows.entries()) {
    if (await context.stopped()) break;
    done.push(await enterWhole(context, params, list, row));
    await tell(context, index + 1, list.rows.length);
  }
  return finish(context, params, list, done);
}

class Refused extends Error {
  readonly one: Done;
  constructor(one: Done) {
    super('refused');
    this.one = one;
  }
}

async function enterWhole(
  context: TaskContext,
  params: OnboardingParams,
  list: List,
  row: Row,
): Promise<Done> {
  try {
    return await inTheNameOf(context, params, async (trx) => {
      const one = await enterRow(trx, { ...params, system: context.services.system }, list, row);
      if (one.shown.verdict === 'faulty') throw new Refused(one);
      return one;
    });
  } catch (error) {
    if (error instanceof Refused) return error.one;
    throw error;
  }
}

const tell = (context: TaskContext, done: number, all: number): Promise<void> =>
  context.progress(done / all, { zh: `${done} / ${all} 块表计`, en: `${done} of ${all} meters` });

async function enterRow(trx: Db, entry: Entry, list: List, row: Row): Promise<Done> {
  const cells = Object.fromEntries([...list.columns].map(([index, key]) => [key, row.cells[index] ?? null]));
  const { draft, faults } = readRow(cells);
  const base = {
    row: row.number,
    code: draft.ammeterCode,
    name: draft.ammeterName,
    ledger: hasLedger(draft),
    mapping: draft.gateway !== null,
  };
  const assessed = (verdict: OnboardingRow['verdict'], found: readonly CellFault[] = []): Done => ({
    shown: { ...base, verdict, reasons: found.map((fault) => sentence(fault, entry.language)) },
    cells: row.cells,
  });
  if (faults.length > 0) return assessed('faulty', faults);
  try {
    return assessed(await enterMeter(trx, entry, draft));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return assessed('faulty', [{ key: columnOfFault(error), reason: error.text }]);
  }
}

function sentence({ key, reason }: CellFault, language: Language): string {
  const header = textIn(ONBOARDING_COLUMNS.find((column) => column.key === key)?.header, language);
  // A refusal of the definition names its field itself.
  return header === undefined || textIn(reason, language).startsWith(header)
    ? textIn(reason, language)
    : `${header}${textIn({ zh: '：', en: ': ' }, language)}${textIn(reason, language)}`;
}

async function finish(
  context: TaskContext,
  params: OnboardingParams,
  list: List,
  done: readonly Done[],
): Promise<OnboardingResult> {
  const counts = { new: 0, exists: 0, faulty: 0 };
  for (const { shown } of done) counts[shown.verdict] += 1;
  const faulty = done.filter(({ shown }) => shown.verdict === 'faulty');
  const rest = done.filter(({ shown }) => shown.verdict !== 'faulty');
  return {
    rows: list.rows.length,
    counts,
    list: [...faulty, ...rest].slice(0, SHOWN).map(({ shown }) => shown),
    faultFileId: faulty.length === 0 ? null : await keepFaults(context, params, list, faulty),
  };
}

/** The rows that were not taken as they stood, with the reasons behind them. */
async function keepFaults(
  context: TaskContext,
  params: OnboardingParams,
  list: List,
  faulty: readonly Done[],
): Promise<number> {
  const say = (zh: string, en: string): string => textIn({ zh, en }, params.language);
  const headers = list.header.map((cell) => cellText(cell));
  const stored = await context.files.put(
    writeSheet({
      format: 'xlsx',
      columns: [...headers, say('错误原因', 'Reasons')].map((header) => ({ header })),
      rows: faulty.map(({ shown, cells }) => [
        ...headers.map((_, i) => cells[i] ?? null),
        shown.reasons.join('; '),
      ]),
    }),
  );
  const name = `${params.fileName.replace(/\.\w+$/, '')}-${say('错误行', 'faulty-rows')}.xlsx`;
  return inTheNameOf(context, params, async (trx) => {
    const { rows } = await sql<{ id: number }>`
      insert into file (sha256, file_name, mime_type, size, consumer_id, employee_id)
      values (${stored.sha256}, ${name}, ${sheetType('xlsx')}, ${stored.size}, ${params.consumerId},
        ${params.caller.employeeId}) returning id`.execute(trx);
    return rows[0]?.id ?? 0;
  });
}
