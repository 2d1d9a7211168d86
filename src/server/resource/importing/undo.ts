import { sql } from 'kysely';
import { fieldsOf, type Resource } from '#contract/define.ts';
import { conflict } from '#contract/error.ts';
import { findRows, rowWith } from '../row.ts';
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
  const names = writable(resource);
  const ids = logged.map((one) => one.rowId);
  const now = new Map((await findRows(call.trx, resource, ids)).map((row) => [row.id, row]));
  // Each row as it was before the changes that were looked at: a file may name a row more than once.
  const then = new Map(now);
  const added = new Map<number, JsonRow>();
  const edits = new Map<number, { readonly before: JsonRow; readonly raw: Values }>();
  for (const { rowId, action, before, after } of logged) {
    const [row, last] = [then.get(rowId), now.get(rowId)];
    const keys = names.filter(
      (key) => action === 'add' || JSON.stringify(before?.[key]) !== JSON.stringify(after[key]),
    );
    if (!row || !last || keys.some((key) => JSON.stringify(row[key]) !== JSON.stringify(after[key] ?? null)))
      throw changedSince(after[resource.title] ?? rowId);
    if (action === 'add') {
      added.set(rowId, last);
      edits.delete(rowId);
      continue;
    }
    const raw = Object.fromEntries(keys.map((key) => [key, before?.[key] ?? null]));
    then.set(rowId, rowWith(row, raw));
    edits.set(rowId, { before: last, raw: { ...edits.get(rowId)?.raw, ...raw } });
  }
  // What was there before needs nobody's word, and is stated whole.
  const back = { ...call, confirmed: true, stated: new Set(names) };
  if (edits.size > 0) await editRows(back, resource, [...edits.values()], 'undo');
  if (added.size > 0) await deleteRows(call, resource, [...added.values()]);
}

/** What an import can have written; of the rest a part is the product's own, which goes on after it. */
const writable = (resource: Resource): string[] =>
  fieldsOf(resource).flatMap(([key, { readOnly }]) => (readOnly ? [] : [key]));

const changedSince = (title: unknown) =>
  conflict({
    zh: `“${String(title)}”在导入后又被修改或删除，无法撤销`,
    en: `“${String(title)}” was changed or deleted after the import, it cannot be undone`,
  });
