import { useState } from 'react';

const NONE: ReadonlyMap<number, string> = new Map();

/**
 * The rows that are ticked in a list, with their titles: they stay when a page is turned, and go when the list is another
 * one, so that nothing is deleted that was ticked among other rows.
 * @param list what the list is of: its filters and search
 * @param titles of the rows in view
 */
export function useSelection(list: string, titles: ReadonlyMap<number, string>) {
  const [kept, setKept] = useState({ list, rows: NONE });
  if (kept.list !== list) setKept({ list, rows: NONE });
  const rows = kept.list === list ? kept.rows : NONE;
  return {
    ids: new Set(rows.keys()),
    rows: [...rows].map(([id, title]) => ({ id, title: titles.get(id) ?? title })),
    choose: (ids: ReadonlySet<number>) =>
      setKept({
        list,
        rows: new Map([...ids].map((id) => [id, titles.get(id) ?? rows.get(id) ?? `#${id}`])),
      }),
    clear: () => setKept({ list, rows: NONE }),
  };
}
