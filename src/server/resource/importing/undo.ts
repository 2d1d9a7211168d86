import { sql } from 'kysely';
import type { Resource } from '#contract/define.ts';
import { conflict } from '#contract/error.ts';
import { findRows } from '../row.ts';
import type { JsonRow, SlotCall, Values } from '../slot.ts';
import { deleteRows, editRows } from '../write.ts';

const BATCH = 500;

interface Logged {
  readonly id: number;
  readonly rowId: number;
  readonly action: 'add' | 'edit';
  readonly before: JsonRow | null;
  readonly after: JsonRow;
}

/**
 * Takes back what an import wrote, the last first: new rows are deleted, changed fields get their old values. All or
 * nothing. @throws Fault 409 where a row was changed since, is in use or gone, or the import was undone already.
 */
export async function undoImport(
  call: SlotCall,
  resource: Resource,
  importId: number,
  onRows?: (done: number) => Promise<void>,
): Promise<number> {
  const { rows: taken } = await sql`
    update import_run set state = 'undone', undone_at = now(), undone_by = ${call.caller.userName}
    where id = ${importId} and state = 'written' returning id`.execute(call.trx);
  if (taken.length === 0) throw conflict({ zh: '该导入已撤销', en: 'This import was undone already' });
  let done = 0;
  for (let below: number | null = null; ;) {
    const { rows }: { rows: Logged[] } = await sql<Logged>`
      select id, row_id as "rowId", action, before, after from oper_log
      where import_id = ${importId} and resource = ${resource.name} and action in ('add', 'edit')
        ${below === null ? sql`` : sql`and id < ${below}`} order by id desc limit ${BATCH}`.execute(call.trx);
    const last = rows.at(-1);
    if (!last) return done;
    below = last.id;
    await takeBack(call, resource, rows);
    done += rows.length;
    await onRows?.(done);
  }
}

async function takeBack(call: SlotCall, resource: Resource, logged: readonly Logged[]): Promise<void> {
  const now = new Map(
    (
      await findRows(
        call.trx,
        resource,
        logged.map((one) => one.rowId),
      )
    ).map((row) => [row.id, row]),
  );
  const added: JsonRow[] = [];
  const edits: { before: JsonRow; raw: Values }[] = [];
  for (const { rowId, action, before, after } of logged) {
    const row = now.get(rowId);
    const keys = Object.keys(resource.fields).filter(
      (key) => action === 'add' || JSON.stringify(before?.[key]) !== JSON.stringify(after[key]),
    );
    if (!row || keys.some((key) => JSON.stringify(row[key]) !== JSON.stringify(after[key] ?? null)))
      throw changedSince(after[resource.title] ?? rowId);
    if (action === 'add') added.push(row);
    else
      edits.push({ before: row, raw: Object.fromEntries(keys.map((key) => [key, before?.[key] ?? null])) });
  }
  // What was there before needs nobody's word.
  if (edits.length > 0) await editRows({ ...call, confirmed: true }, resource, edits, 'undo');
  if (added.length > 0) await deleteRows(call, resource, added);
}

const changedSince = (title: unknown) =>
  conflict({
    zh: `“${String(title)}”在导入后又被修改或删除，无法撤销`,
    en: `“${String(title)}” was changed or deleted after the import, it cannot be undone`,
  });
