import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { stepFrom, type CellAt, type CellEdit } from './useCellEdit.ts';
import type { ResourceRow } from './kindWeb.ts';

const ACROSS: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 };
const DOWN: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

/** The attribute by which a cell is found again: `data-cell`. */
export const cellKey = (at: CellAt): string => `${at.id}:${at.name}`;

/** How the keyboard walks the cells of a table, and how one cell after the other is edited. */
export interface CellKeys {
  readonly begin: (at: CellAt) => void;
  /** Puts the focus on a cell, at once or as soon as it is drawn. */
  readonly focus: (at: CellAt | null) => void;
  /** Saves, then goes that many cells further; stays where the value is refused. */
  readonly goOn: (at: CellAt, step: 1 | -1) => Promise<void>;
  readonly onKey: (event: KeyboardEvent<HTMLElement>, at: CellAt) => void;
}

/** @param names all columns, over which arrows go. @param editable those that Enter edits; on others it opens the row */
export function useCellKeys(
  table: RefObject<HTMLTableElement | null>,
  edit: CellEdit | null,
  rows: readonly ResourceRow[],
  names: readonly string[],
  editable: readonly string[],
  onOpen: (row: ResourceRow) => void,
): CellKeys {
  const ids = rows.map((row) => row.id);
  const wanted = useRef<CellAt | null>(null);
  const focus = (at: CellAt | null): void => {
    wanted.current = at;
    const cell = at && table.current?.querySelector<HTMLElement>(`[data-cell="${cellKey(at)}"]`);
    if (!cell) return;
    cell.focus();
    wanted.current = null;
  };
  // A cell that was edited takes the focus back once it is drawn as a plain cell again.
  useEffect(() => {
    if (wanted.current) focus(wanted.current);
  });
  const begin = async (at: CellAt): Promise<void> => {
    const row = rows.find((one) => one.id === at.id);
    if (!row) return;
    if (!editable.includes(at.name)) return onOpen(row);
    // A cell that is open on another page could not show why its value is refused.
    if (edit?.at && !ids.includes(edit.at.id)) edit.cancel();
    await edit?.begin(row, at.name);
  };
  return {
    begin: (at) => void begin(at),
    focus,
    goOn: async (at, step) => {
      const next = stepFrom(at, step, ids, editable);
      if (next) await begin(next);
      else if (await edit?.save()) focus(at);
    },
    onKey: (event, at) => {
      if (event.target !== event.currentTarget) return;
      const across = ACROSS[event.key];
      const down = DOWN[event.key];
      if (event.key === 'Enter' || event.key === 'F2') void begin(at);
      else if (across) focus(stepFrom(at, across, ids, names) ?? at);
      else if (down) focus({ id: ids[ids.indexOf(at.id) + down] ?? at.id, name: at.name });
      else return;
      event.preventDefault();
    },
  };
}
