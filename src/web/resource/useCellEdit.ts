import { textIn } from '#contract/text.ts';
import { useState } from 'react';
import type { Resource } from '#contract/define.ts';
import { readField } from '#contract/issue.ts';
import { ApiError, type Params } from '#web/api.ts';
import { useLanguage } from '#web/text/language.ts';
import { say } from '#web/text/useTexts.ts';
import { notify } from '#web/ui/notice.ts';
import { asSentence, withoutLabel } from './form.ts';
import type { ResourceRow } from './kindWeb.ts';
import { NOTICE_MS } from './noticeTime.ts';
import { postConfirmed } from './postConfirmed.tsx';
import { callOf, seenOf } from './rows.ts';

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
  readonly begin: (row: ResourceRow, name: string) => void;
  readonly change: (value: unknown) => void;
  readonly remark: (text: string) => void;
  readonly cancel: () => void;
  /** Saves what differs; resolves false while the value is refused. */
  readonly save: () => Promise<boolean>;
}

interface State {
  readonly row: ResourceRow;
  readonly name: string;
  readonly draft: unknown;
  readonly remarks: string;
  readonly problem: string | null;
}

/** Editing one field of one row in place, by `editfield`. */
export function useCellEdit(resource: Resource, onSaved: () => Promise<void>): CellEdit {
  const language = useLanguage();
  const [state, setState] = useState<State | null>(null);
  const [busy, setBusy] = useState(false);
  const refuse = (problem: string): false => {
    setState((now) => now && { ...now, problem });
    return false;
  };
  const save = async (): Promise<boolean> => {
    const field = state && resource.fields[state.name];
    if (!state || !field) return true;
    const reading = readField(field, state.draft);
    if ('problem' in reading) return refuse(asSentence(textIn(reading.problem, language)));
    if (reading.value === (state.row[state.name] ?? null)) {
      setState(null);
      return true;
    }
    setBusy(true);
    try {
      const saved = await postConfirmed(callOf(resource, 'editfield'), {
        id: state.row.id,
        fieldName: state.name,
        fieldValue: reading.value as Params[string],
        remarks: state.remarks.trim(),
        expected: seenOf(state.row, [state.name]),
      });
      if (!saved) return false;
      notify('success', say('resource.edited'), NOTICE_MS);
      await onSaved();
      setState(null);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return refuse(withoutLabel(error.message, textIn(field.label, language)));
    } finally {
      setBusy(false);
    }
  };
  return {
    at: state && { id: state.row.id, name: state.name },
    draft: state?.draft ?? null,
    remarks: state?.remarks ?? '',
    problem: state?.problem ?? null,
    busy,
    begin: (row, name) => setState({ row, name, draft: row[name] ?? null, remarks: '', problem: null }),
    change: (draft) => setState((now) => now && { ...now, draft, problem: null }),
    remark: (remarks) => setState((now) => now && { ...now, remarks }),
    cancel: () => setState(null),
    save,
  };
}
