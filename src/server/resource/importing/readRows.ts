import type { Resource } from '#contract/define.ts';
import type { Field } from '#contract/field.ts';
import { type FieldReading, readField, REQUIRED } from '#contract/issue.ts';
import { type Language, type Text, textIn } from '#contract/text.ts';
import { CODE } from '#field/code/contract.ts';
import { zonesOf } from '../../database/enterpriseZone.ts';
import { cellText } from '../../sheet/cell.ts';
import type { Row } from '../../sheet/cell.ts';
import type { SlotCall, Values } from '../slot.ts';
import { readKept } from '../values.ts';
import type { codeFinder } from './codes.ts';
import type { Columns } from './header.ts';
import type { ImportFault } from './importRow.ts';
import { meantBy } from './meant.ts';
import type { Found, Word, wordFinder } from './reference.ts';

/** What finds the rows and codes that words of a file stand for. */
export interface Finders {
  readonly findWords: ReturnType<typeof wordFinder>;
  readonly findCodes: ReturnType<typeof codeFinder>;
}

/** A row of the file as values of fields, and what is wrong with its cells. */
export interface Reading {
  readonly row: Row;
  readonly values: Values;
  readonly faults: ImportFault[];
  /** Words that name rows of the resource itself which are not there (yet). */
  readonly unknown: string[];
}

// A title may hold a comma: only a list is taken apart.
const wordsOf = (field: Field, raw: string): string[] =>
  (field.kind === 'reference' ? [raw] : raw.split(/[,，、;；]/)).map((w) => w.trim()).filter(Boolean);

const isBlank = (raw: unknown): boolean => raw === null || (typeof raw === 'string' && raw.trim() === '');

/** Whether what a cell means must be asked of the database: rows, codes, and whose clock a time is. */
const isLinked = ({ refers, lists, kind }: Field): boolean =>
  refers !== undefined || lists !== undefined || kind === 'dateTime';

/** Reads the cells of a row that say themselves what they mean; `readLinked` reads the others. */
export function plainReader(
  { language }: Pick<SlotCall, 'language'>,
  resource: Resource,
  columns: Columns,
  consumerId: number | undefined,
): (row: Row) => Reading {
  const { scope } = resource;
  const plain = [...columns].filter(([, [, field]]) => !isLinked(field));
  return (row) => {
    const one: Reading = { row, values: {}, faults: [], unknown: [] };
    if (consumerId !== undefined && scope !== null && scope !== 'id') one.values[scope] = consumerId;
    for (const [i, [key, field]] of plain) {
      const meant = meantBy(field, row.cells[i]);
      if ('raw' in meant && isBlank(meant.raw) && leaves(resource, key, field, one.values)) continue;
      keep(one, i, key, field, 'raw' in meant ? readKept(field, meant.raw) : meant, language);
    }
    return one;
  };
}

/** Reads the cells of references, codes and times, those of all rows together. */
export async function readLinked(
  { language, trx }: Pick<SlotCall, 'language' | 'trx'>,
  resource: Resource,
  columns: Columns,
  { findWords, findCodes }: Finders,
  readings: readonly Reading[],
): Promise<void> {
  const { scope } = resource;
  // The owning enterprise first: titles of other references are looked up inside it.
  const ordered = [...columns]
    .filter(([, [, field]]) => isLinked(field))
    .sort(([, [a]], [, [b]]) => Number(b === scope) - Number(a === scope));
  for (const [i, [key, field]] of ordered) {
    const ownerOf = ({ values }: Reading) => (scope === null || key === scope ? null : values[scope]);
    const zoneOf = field.kind === 'dateTime' ? await zonesOf(trx, readings.map(ownerOf)) : undefined;
    const cells = readings.flatMap((one) => {
      const meant = meantBy(field, one.row.cells[i], zoneOf?.(ownerOf(one)));
      if (!('raw' in meant)) {
        keep(one, i, key, field, meant, language);
        return [];
      }
      const { raw } = meant;
      if (isBlank(raw) && leaves(resource, key, field, one.values)) return [];
      const words = field.refers === undefined || isBlank(raw) ? [] : wordsOf(field, String(raw));
      return [{ one, raw, words, owner: ownerOf(one) }];
    });
    const query = cells.flatMap(({ words, owner }) => words.map((word): Word => ({ word, owner })));
    const idOf = query.length > 0 ? await findWords(field, query) : undefined;
    const codeOf =
      field.lists &&
      (await findCodes(
        field,
        cells.filter(({ raw }) => !isBlank(raw)),
      ));
    for (const { one, raw, words, owner } of cells) {
      const found = words.map((word): [string, Found] => [word, idOf?.({ word, owner })]);
      if (field.refers === resource.name)
        one.unknown.push(...found.filter(([, id]) => id === undefined).map(([word]) => word));
      const value = codeOf && !isBlank(raw) ? codeOf({ raw, owner }) : raw;
      keep(one, i, key, field, notListed(field, value) ?? read(field, value, found), language);
    }
  }
  const placeOf = new Map([...columns].map(([i, [key]]) => [key, i]));
  for (const { faults } of readings)
    faults.sort((a, b) => (placeOf.get(a.field) ?? 0) - (placeOf.get(b.field) ?? 0));
}

/** Keeps what a cell means, or what is wrong with it. */
function keep(
  { row, values, faults }: Reading,
  at: number,
  key: string,
  field: Field,
  reading: FieldReading,
  language: Language,
): void {
  if ('problem' in reading)
    faults.push({
      field: key,
      value: cellText(row.cells[at]),
      reason: reasonOf(field, reading.problem, language),
    });
  else values[key] = reading.value;
}

/** A word that is neither a code nor a name of the field's lists. */
function notListed(field: Field, value: unknown): { readonly problem: Text } | undefined {
  if (field.lists === undefined || isBlank(value)) return undefined;
  const word = [value]
    .flat()
    .map(String)
    .find((one) => !CODE.test(one));
  return word === undefined
    ? undefined
    : { problem: { zh: `列表中没有“${word}”`, en: `“${word}” is not on its list` } };
}

/** What is wrong, with what the field says of its form. */
function reasonOf({ kind, help }: Field, problem: Text, language: Language): string {
  const reported = textIn(problem, language);
  if (kind !== 'text' || help === undefined || problem === REQUIRED) return reported;
  return textIn({ zh: `${reported}（${help.zh}）`, en: `${reported} (${help.en})` }, language);
}

/** An empty cell says nothing where the import names the enterprise, or the definition starts with a value. */
const leaves = (resource: Resource, key: string, field: Field, values: Values): boolean =>
  (key === resource.scope && values[key] !== undefined) || (field.required && field.initial !== undefined);

function read(field: Field, raw: unknown, found: readonly [string, Found][]): FieldReading {
  if (found.length === 0) return readField(field, raw);
  const sentence = found.map(([, id]) => id).find((id): id is Text => typeof id === 'object');
  if (sentence) return { problem: sentence };
  const unknown = found.find(([, id]) => id === undefined)?.[0];
  if (unknown !== undefined) return { problem: unknownWord(field, unknown) };
  const ids = found.map(([, id]) => id);
  return readField(field, field.kind === 'reference' ? ids[0] : ids);
}

/** What is wrong with a word that names no row. */
function unknownWord(field: Field, word: string): Text {
  const reading = readField(field, word);
  if ('problem' in reading) return reading.problem;
  const id = `#${String(reading.value)}`;
  return {
    zh: `没有编号或名称为“${word}”的记录（记录 id 请写作 ${id}）`,
    en: `no record has the code or name “${word}” (the id of a record is written ${id})`,
  };
}
