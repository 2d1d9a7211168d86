import type { Resource } from '#contract/define.ts';
import { badInput } from '#contract/error.ts';
import type { Field } from '#contract/field.ts';
import { inEveryLanguage, knownLanguages } from '#contract/text.ts';
import { cellText } from '../../sheet/cell.ts';
import type { Row } from '../../sheet/cell.ts';
import { headerOf } from '../excel.ts';
import { otherUnit } from './unit.ts';

const headersOf = (field: Field): string[] => knownLanguages().map((language) => headerOf(field, language));

/** Which column of a sheet holds which field. */
export type Columns = ReadonlyMap<number, readonly [string, Field]>;

/** Titles, notes and merged group heads may stand above the header; it is looked for in so many rows. */
export const HEADER_ROWS = 10;

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s*:★☆※●\u200B-\u200D\u2060]/g, '')
    .replaceAll(/[【〔［[]/g, '(')
    .replaceAll(/[】〕］\]]/g, ')')
    // A name that stands in brackets as a whole.
    .replace(/^\(([^()]*)\)/, '$1');
const bare = (text: string): string => plain(text).replaceAll(/\([^)]*\)/g, '');

/** Every way to name a field's column, the plainest last. */
function namesOf(resource: Resource): Map<string, readonly [string, Field]> {
  const names = new Map<string, readonly [string, Field]>();
  const fields = Object.entries(resource.fields).filter(([, field]) => !field.readOnly);
  for (const write of [bare, plain])
    for (const [key, field] of fields)
      for (const name of [key, ...inEveryLanguage(field.label), ...headersOf(field)])
        names.set(write(name), [key, field]);
  return names;
}

interface Header {
  readonly header: Row;
  readonly columns: ReadonlyMap<number, readonly [string, Field]>;
}

/** Two rows of one header: names that reach over both stand in the upper, those below a group's head in the lower. */
function joined(upper: Header, lower: Header): Header | undefined {
  const blank = (row: Row, i: number) => cellText(row.cells[i]).trim() === '';
  const fits = lower.header.cells.every(
    (_, i) => blank(lower.header, i) || (lower.columns.has(i) && !upper.columns.has(i)),
  );
  if (!fits || lower.columns.size === 0 || upper.columns.size === 0) return undefined;
  const width = Math.max(upper.header.cells.length, lower.header.cells.length);
  const cells = Array.from({ length: width }, (_, i) => {
    const from = blank(lower.header, i) ? upper.header : lower.header;
    return from.cells[i] ?? null;
  });
  return {
    header: { number: lower.header.number, cells },
    columns: new Map([...upper.columns, ...lower.columns].toSorted(([a], [b]) => a - b)),
  };
}

/** Numbers are taken as they stand: a column that says another unit than its field's is not that field's. */
function refuseOtherUnits({ header, columns }: Header, named: (text: string) => boolean): void {
  for (const [i, [, field]] of columns) {
    const name = cellText(header.cells[i]);
    const unit = named(name) ? undefined : otherUnit(field, name);
    if (unit)
      throw badInput(
        { zh: `列“${name}”的单位应为 ${unit.zh}`, en: `The column “${name}” must be in ${unit.en}` },
        'upFile',
      );
  }
}

/**
 * The header of a sheet: of its first rows the one that names the most fields, or two of them where the names of groups
 * stand above those of columns; in any language, with or without unit. @throws Fault 400 where none does, or it names
 * a field twice or in another unit.
 */
export function findHeader(resource: Resource, rows: readonly Row[]): Header {
  const names = namesOf(resource);
  const read = rows.map((header): Header => {
    const columns = new Map<number, readonly [string, Field]>();
    for (const [i, cell] of header.cells.entries()) {
      const text = cellText(cell);
      const found = names.get(plain(text)) ?? names.get(bare(text));
      if (text.trim() !== '' && found) columns.set(i, found);
    }
    return { header, columns };
  });
  const pairs = read.flatMap((lower, n) => {
    const upper = read[n - 1];
    return (upper && joined(upper, lower)) ?? [];
  });
  const [best] = [...read, ...pairs].toSorted((a, b) => b.columns.size - a.columns.size);
  if (!best || best.columns.size === 0)
    throw badInput(
      {
        zh: '表头与模板不符，请先下载模板',
        en: 'The header does not fit the template, download the template first',
      },
      'upFile',
    );
  const keys = [...best.columns.values()].map(([key]) => key);
  const twice = [...best.columns].find(([, [key]], i) => keys.indexOf(key) !== i);
  if (twice) {
    const name = cellText(best.header.cells[twice[0]]);
    throw badInput({ zh: `列“${name}”重复`, en: `The column “${name}” stands twice` }, 'upFile');
  }
  refuseOtherUnits(best, (text) => names.has(plain(text)));
  return best;
}
