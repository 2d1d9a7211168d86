import { sql } from 'kysely';
import { snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { badInput, Fault } from '#contract/error.ts';
import type { Field } from '#contract/field.ts';
import { readField, REQUIRED } from '#contract/issue.ts';
import { resourceOf } from '#contract/resource/index.ts';
import type { Language, Text } from '#contract/text.ts';
import { cellText, isBrokenCell, isDateCell } from '../sheet/cell.ts';
import type { Cell, Row } from '../sheet/cell.ts';
import { readSheet } from '../sheet/readSheet.ts';
import { headerOf } from './excel.ts';
import { findRow, targetOf } from './row.ts';
import type { JsonRow, SlotCall, Values } from './slot.ts';
import { slotsOf } from './slots.ts';
import { tableOf } from './table.ts';
import { addRow, editRow } from './write.ts';

/** What is wrong with one cell. */
export interface ImportFault {
  readonly field: string;
  readonly value: string;
  readonly reason: string;
}

/** What becomes of one row of the file. */
export interface ImportRow {
  /** Row number in the file. */
  readonly row: number;
  readonly verdict: 'new' | 'changed' | 'same' | 'faulty';
  readonly changes: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
  readonly faults: readonly ImportFault[];
  /** The cells as they stood, for the file of faulty rows. */
  readonly cells: readonly Cell[];
}

/** The most rows that one import of a resource takes. */
export const MAX_IMPORT = 100_000;

/** Reads the header: which column holds which field. @throws Fault 400 when it has none of the fields, or one twice. */
function columnsOf(resource: Resource, header: Row | undefined): Map<number, [string, Field]> {
  const byHeader = new Map<string, [string, Field]>();
  const norm = (s: string) => s.normalize('NFKC').trim().toLowerCase();
  for (const [key, field] of Object.entries(resource.fields)) {
    if (field.readOnly) continue;
    for (const name of [key, field.label.zh, field.label.en, headerOf(field, 'zh'), headerOf(field, 'en')])
      byHeader.set(norm(name), [key, field]);
  }
  const columns = new Map<number, [string, Field]>();
  for (const [i, cell] of (header?.cells ?? []).entries()) {
    const found = byHeader.get(norm(cellText(cell)));
    if (!found) continue;
    if ([...columns.values()].some(([key]) => key === found[0]))
      throw badInput(
        { zh: `列“${cellText(cell)}”重复`, en: `The column “${cellText(cell)}” stands twice` },
        'upFile',
      );
    columns.set(i, found);
  }
  if (columns.size === 0)
    throw badInput(
      {
        zh: '表头与模板不符，请先下载模板',
        en: 'The header does not fit the template, download the template first',
      },
      'upFile',
    );
  return columns;
}

const plain = (cell: Cell | undefined): unknown =>
  cell === undefined || isBrokenCell(cell) ? cellText(cell) : isDateCell(cell) ? cellText(cell) : cell;

/** Turns the titles of referenced rows into their ids; what is an id already stays. */
async function resolveReference(
  call: SlotCall,
  field: Field,
  raw: unknown,
  owner: unknown,
): Promise<unknown> {
  // A title may hold a comma: only a list is taken apart.
  const words = (field.kind === 'reference' ? [String(raw)] : String(raw).split(/[,，、;；]/))
    .map((w) => w.trim())
    .filter(Boolean);
  const refers = field.refers ?? '';
  const target = refers === 'org' ? undefined : resourceOf(refers);
  const { table, title, code } = targetOf(refers);
  const columns = [...new Set([title, code])].map((name) => sql.ref(name));
  const scoped = target === undefined || (target.scope !== null && target.scope !== 'id');
  const ownerColumn = target?.scope ? sql.ref(snake(target.scope)) : sql.ref('consumer_id');
  const ids: number[] = [];
  for (const word of words) {
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)}
      where (${sql.join(
        columns.map((c) => sql`${c} = ${word}`),
        sql` or `,
      )})
      ${scoped && owner != null ? sql`and ${ownerColumn} = ${owner}` : sql``} limit 2`.execute(call.trx);
    if (rows.length === 1 && rows[0]) ids.push(rows[0].id);
    else if (/^\d+$/.test(word)) ids.push(Number(word));
    else return word;
  }
  return field.kind === 'reference' ? ids[0] : ids;
}

async function readRow(
  call: SlotCall,
  resource: Resource,
  columns: ReadonlyMap<number, [string, Field]>,
  row: Row,
  consumerId: number | undefined,
): Promise<{ values: Values; faults: ImportFault[] }> {
  const language = call.language;
  const values: Values = {};
  const faults: ImportFault[] = [];
  if (consumerId !== undefined && resource.scope !== null && resource.scope !== 'id')
    values[resource.scope] = consumerId;
  // The owning enterprise first: titles of other references are looked up inside it.
  const ordered = [...columns].sort(
    ([, [a]], [, [b]]) => Number(b === resource.scope) - Number(a === resource.scope),
  );
  for (const [i, [key, field]] of ordered) {
    const cell = row.cells[i];
    let raw = plain(cell);
    if (raw === null || raw === '') {
      if (key === resource.scope && values[key] !== undefined) continue;
      if (field.required && field.initial !== undefined) continue;
    }
    if (field.refers !== undefined && raw !== null && raw !== '')
      raw = await resolveReference(call, field, raw, resource.scope === null ? null : values[resource.scope]);
    const reading =
      cell !== undefined && isBrokenCell(cell) ? { problem: cell.broken } : readField(field, raw);
    if ('problem' in reading)
      faults.push({ field: key, value: cellText(cell), reason: reading.problem[language] });
    else values[key] = reading.value;
  }
  return { values, faults };
}

/** The row that the file's row stands for: the same values in a list of unique fields. */
async function findSame(call: SlotCall, resource: Resource, values: Values): Promise<JsonRow | undefined> {
  const told = await slotsOf(resource).findSame?.(call, values);
  if (told !== undefined) return findRow(call.trx, resource, told);
  for (const fields of resource.unique) {
    if (fields.some((f) => values[f] === undefined || values[f] === null)) continue;
    const same = fields.map((f) => sql`${sql.ref(snake(f))} = ${values[f]}`);
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(tableOf(resource))}
      where ${sql.join(same, sql` and `)} limit 1`.execute(call.trx);
    if (rows[0]) return findRow(call.trx, resource, rows[0].id);
  }
  return undefined;
}

const reasonOf = (resource: Resource, fault: Fault, language: Language): ImportFault => ({
  field: fault.field ?? resource.title,
  value: '',
  reason: fault.text[language],
});

/**
 * Writes the rows of a file, each judged as new, changed, same or faulty. Rows that a slot or the database refuses
 * are faulty too, so a dry run (roll the transaction back) tells all that the real run will meet.
 */
export async function importRows(
  call: SlotCall,
  resource: Resource,
  path: string,
  consumerId: number | undefined,
): Promise<{ header: readonly Cell[]; rows: ImportRow[] }> {
  const sheet = await readSheet(path);
  let columns: Map<number, [string, Field]> | undefined;
  let header: readonly Cell[] = [];
  const rows: ImportRow[] = [];
  for await (const row of sheet.rows()) {
    if (row.cells.every((c) => c === null || cellText(c).trim() === '')) continue;
    if (!columns) {
      columns = columnsOf(resource, row);
      header = row.cells;
      continue;
    }
    if (rows.length >= MAX_IMPORT) throw tooManyRows();
    rows.push(await importRow(call, resource, columns, row, consumerId));
  }
  if (!columns || rows.length === 0)
    throw badInput({ zh: '工作表没有数据行', en: 'The sheet has no rows of data' }, 'upFile');
  return { header, rows };
}

const tooManyRows = (): Fault => {
  const text: Text = {
    zh: `行数超过 ${MAX_IMPORT}，请拆分文件`,
    en: `More than ${MAX_IMPORT} rows, please split the file`,
  };
  return badInput(text, 'upFile');
};

async function importRow(
  call: SlotCall,
  resource: Resource,
  columns: ReadonlyMap<number, [string, Field]>,
  row: Row,
  consumerId: number | undefined,
): Promise<ImportRow> {
  const base = { row: row.number, cells: row.cells, changes: {}, faults: [] };
  const { values, faults } = await readRow(call, resource, columns, row, consumerId);
  const same = await findSame(call, resource, values);
  if (!same) {
    for (const [key, field] of Object.entries(resource.fields)) {
      const missing = field.required && field.initial === undefined && values[key] === undefined;
      if (missing && !faults.some((f) => f.field === key))
        faults.push({ field: key, value: '', reason: REQUIRED[call.language] });
    }
  }
  if (faults.length > 0) return { ...base, verdict: 'faulty', faults };
  await sql`savepoint import_row`.execute(call.trx);
  try {
    const changed = same
      ? Object.keys(values).filter((k) => JSON.stringify(same[k]) !== JSON.stringify(values[k]))
      : [];
    if (same && changed.length === 0) return { ...base, verdict: 'same' };
    if (!same) await addRow(call, resource, values);
    else
      await editRow(
        call,
        resource,
        same.id,
        Object.fromEntries(changed.map((k) => [k, values[k]])),
        'import',
      );
    const changes = Object.fromEntries(
      changed.map((k) => [k, { before: same?.[k] ?? null, after: values[k] ?? null }]),
    );
    return { ...base, verdict: same ? 'changed' : 'new', changes };
  } catch (error) {
    await sql`rollback to savepoint import_row`.execute(call.trx);
    if (!(error instanceof Fault)) throw error;
    return { ...base, verdict: 'faulty', faults: [reasonOf(resource, error, call.language)] };
  } finally {
    await sql`release savepoint import_row`.execute(call.trx);
  }
}
