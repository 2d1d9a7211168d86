/**
 * The tables of `names` that a statement reads or writes without a condition on, or a grouping by, their meter: on a
 * cluster such a statement asks every machine. A reading of SQL text, for the tests that keep the statements of this
 * product; it errs on the side of telling.
 */
export function withoutMeter(text: string, names: readonly string[], column = 'meter_id'): string[] {
  const flat = text
    .replace(/--[^\n]*/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('"', '')
    .toLowerCase();
  const place = new RegExp(
    String.raw`\b(from|join|into|update|using|copy|,) (?:only )?(${names.join('|')})\b(?:\s+(?:as )?([a-z_]\w*))?`,
    'g',
  );
  const places = [...flat.matchAll(place)].map(([, word = '', table = '', next = '']) => ({
    table,
    written: word === 'into' || word === 'copy',
    alias: next === '' || KEYWORDS.has(next) ? null : next,
  }));
  const read = places.filter((one) => !one.written);
  // Conditions that name no table belong to tables without another name, or to the only one there is.
  let bare = count(flat, filter(String.raw`(?<![.\w])${column}\b`));
  const open = read.filter(({ table, alias }) => {
    if (count(flat, filter(String.raw`\b${alias ?? table}\.${column}\b`)) > 0) return false;
    return !((alias === null || read.length === 1) && bare-- > 0);
  });
  const unwritten = places.filter(({ table, written }) => written && !isWritten(flat, table, column));
  return [...open, ...unwritten].map((one) => one.table);
}

/** What may follow a table's name where it has no other. */
const KEYWORDS = new Set(
  'where set on join left right inner cross group order limit values select using union returning for natural full having offset as from'.split(
    ' ',
  ),
);

/** Equality, membership or grouping of a column. */
const filter = (name: string): RegExp =>
  new RegExp(String.raw`${name} ?(?:=|in\b)|= ?(?:any ?\()?${name}|group by \(?${name}`, 'g');

const count = (flat: string, pattern: RegExp): number => flat.match(pattern)?.length ?? 0;

/** Rows that are inserted or copied name their meter. */
const isWritten = (flat: string, table: string, column: string): boolean =>
  new RegExp(String.raw`(?:into|copy) ${table}(?: as \w+| \w+)? ?\([^)]*\b${column}\b`).test(flat);
