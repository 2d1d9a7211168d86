import { type Language, textIn } from '#contract/text.ts';
import { useRef, useState } from 'react';
import type { Resource } from '#contract/define.ts';
import { readField } from '#contract/issue.ts';
import { ApiError, type Params } from '#web/api.ts';
import { useLanguage } from '#web/text/language.ts';
import { say } from '#web/text/useTexts.ts';
import { notify, notifyError } from '#web/ui/notice.ts';
import { asSentence, withoutLabel } from './form.ts';
import type { ResourceRow } from './kindWeb.ts';
import { NOTICE_MS } from './noticeTime.ts';
import { postConfirmed } from './postConfirmed.tsx';
import { callOf, seenOf } from './rows.ts';
import { titleOf } from './target.ts';

/** A cell of a table. */
export interface CellAt {
  readonly id: number;
  readonly name: string;
}

/** The cell that many steps further in reading order; null beyond the ends. */
export function stepFrom(
  at: CellAt,
  step: 1 | -1,
  ids: readonly number[],
  names: readonly string[],
): CellAt | null {
  const place = ids.indexOf(at.id) * names.length + names.indexOf(at.name) + step;
  const id = ids[Math.floor(place / names.length)];
  const name = names[((place % names.length) + names.length) % names.length];
  return place < 0 || id === undefined || name === undefined ? null : { id, name };
}

export interface CellEdit {
  readonly at: CellAt | null;
  readonly draft: unknown;
  readonly remarks: string;
  readonly problem: string | null;
  readonly busy: boolean;
  /** Begins a cell. One that is open is saved first, and stays open where its value is refused. */
  readonly begin: (row: ResourceRow, name: string) => Promise<void>;
  readonly change: (value: unknown) => void;
  readonly remark: (text: string) => void;
  readonly cancel: () => void;
  /** Saves what differs and closes; resolves false while the value is refused, or where the person is elsewhere by then. */
  readonly save: () => Promise<boolean>;
}

interface State {
  /** Which opening of a cell it is: an answer to another one leaves it alone. */
  readonly opening: number;
  readonly row: ResourceRow;
  readonly name: string;
  readonly draft: unknown;
  readonly remarks: string;
  readonly problem: string | null;
  readonly busy: boolean;
}

/** The cell that is open, known at once as well as drawn. */
function useOpenCell() {
  const open = useRef<State | null>(null);
  const openings = useRef(0);
  const [state, draw] = useState<State | null>(null);
  const set = (next: State | null): void => {
    open.current = next;
    draw(next);
  };
  return {
    state,
    now: () => open.current,
    begin: (row: ResourceRow, name: string): void => {
      openings.current += 1;
      const draft = row[name] ?? null;
      set({ opening: openings.current, row, name, draft, remarks: '', problem: null, busy: false });
    },
    /** Changes what is open; `of` = only where it is still that opening. Answers whether it was. */
    put: (part: Partial<State>, of = open.current): boolean => {
      const now = open.current;
      if (!now || now.opening !== of?.opening) return false;
      set({ ...now, ...part });
      return true;
    },
    /** Whether the person still is at an opening, with what it held. */
    isAt: (mine: State): boolean =>
      open.current?.opening === mine.opening && open.current.draft === mine.draft,
    close: () => set(null),
  };
}

/** Saves an opening of a cell; answers the row as it is then, null while it is refused. */
async function send(
  resource: Resource,
  language: Language,
  cell: ReturnType<typeof useOpenCell>,
  mine: State,
): Promise<ResourceRow | null> {
  const { row, name } = mine;
  const field = resource.fields[name];
  if (!field) return row;
  const reading = readField(field, mine.draft);
  if ('problem' in reading) {
    cell.put({ problem: asSentence(textIn(reading.problem, language)) }, mine);
    return null;
  }
  if (reading.value === (row[name] ?? null)) return row;
  cell.put({ busy: true }, mine);
  try {
    const saved = await postConfirmed<object | null>(callOf(resource, 'editfield'), {
      id: row.id,
      fieldName: name,
      fieldValue: reading.value as Params[string],
      remarks: mine.remarks.trim(),
      expected: seenOf(row, [name]),
    });
    if (!saved) return null;
    notify('success', say('resource.edited'), NOTICE_MS);
    const after: ResourceRow = { ...row, [name]: reading.value, ...saved.answer };
    cell.put({ row: after, problem: null }, mine);
    return after;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problem = withoutLabel(error.message, textIn(field.label, language));
    // Nobody looks for it under another cell.
    if (!cell.put({ problem }, mine)) notifyError(`${titleOf(resource, row)} · ${error.message}`);
    return null;
  } finally {
    cell.put({ busy: false }, mine);
  }
}

/** Editing one field of one row in place, by `editfield`. */
export function useCellEdit(resource: Resource, onSaved: () => Promise<void>): CellEdit {
  const language = useLanguage();
  const cell = useOpenCell();
  const { state } = cell;
  return {
    at: state && { id: state.row.id, name: state.name },
    draft: state?.draft ?? null,
    remarks: state?.remarks ?? '',
    problem: state?.problem ?? null,
    busy: state?.busy ?? false,
    begin: async (row, name) => {
      const before = cell.now();
      // What is under way already is waited for by nobody.
      if (!before || before.busy) return cell.begin(row, name);
      const after = await send(resource, language, cell, before);
      if (after && after !== before.row) void onSaved();
      if (!after || (cell.now() && !cell.isAt(before))) return;
      cell.begin(after.id === row.id ? after : row, name);
    },
    change: (draft) => void cell.put({ draft, problem: null }),
    remark: (remarks) => void cell.put({ remarks }),
    cancel: cell.close,
    save: async () => {
      const mine = cell.now();
      const after = mine && !mine.busy ? await send(resource, language, cell, mine) : null;
      if (!mine || !after) return false;
      if (after !== mine.row) await onSaved();
      if (!cell.isAt(mine)) return false;
      cell.close();
      return true;
    },
  };
}
