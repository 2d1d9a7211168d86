import type { Resource } from '#contract/define.ts';
import type { Field } from '#contract/field.ts';
import { readField, REQUIRED } from '#contract/issue.ts';
import type { Language, Text } from '#contract/text.ts';
import { CODE } from '#field/code/contract.ts';
import { cellText } from '../../sheet/cell.ts';
import type { Row } from '../../sheet/cell.ts';
import { resolveCodes } from '../code.ts';
import type { SlotCall, Values } from '../slot.ts';
import type { Db } from '../../database/db.ts';
import type { Columns } from './header.ts';
import type { ImportFault } from './importRow.ts';
import { meantBy } from './meant.ts';
import type { Found, Word, wordFinder } from './reference.ts';

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

/** Reads rows of a file, the references of all of them together. */
export async function readRows(
  { trx, language }: Pick<SlotCall, 'trx' | 'language'>,
  resource: Resource,
  columns: Columns,
  find: ReturnType<typeof wordFinder>,
  rows: readonly Row[],
  consumerId: number | undefined,
): Promise<Reading[]> {
  const { scope } = resource;
  const readings = rows.map((row): Reading => ({ row, values: {}, faults: [], unknown: [] }));
  if (consumerId !== undefined && scope !== null && scope !== 'id')
    for (const { values } of readings) values[scope] = consumerId;
  // The owning enterprise first: titles of other references are looked up inside it.
  const ordered = [...columns].sort(([, [a]], [, [b]]) => Number(b === scope) - Number(a === scope));
  for (const [i, [key, field]] of ordered) {
    const ownerOf = ({ values }: Reading) => (scope === null || key === scope ? null : values[scope]);
    const meant = rows.map((row) => meantBy(field, row.cells[i]));
    const raws = meant.map((one) => ('raw' in one ? one.raw : null));
    const words = raws.map((raw) =>
      field.refers === undefined || isBlank(raw) ? [] : wordsOf(field, String(raw)),
    );
    const asked = readings.flatMap((one, n): Word[] =>
      (words[n] ?? []).map((word) => ({ word, owner: ownerOf(one) })),
    );
    const codes = field.lists === undefined ? undefined : codeFinder(trx, field);
    const idOf = asked.length > 0 ? await find(field, asked) : undefined;
    for (const [n, one] of readings.entries()) {
      const raw = raws[n] ?? null;
      const found = (words[n] ?? []).map((word): [string, Found] => [
        word,
        idOf?.({ word, owner: ownerOf(one) }),
      ]);
      const told = meant[n];
      const unknowable = told !== undefined && 'problem' in told ? told : undefined;
      if (!unknowable && isBlank(raw) && leaves(resource, key, field, one.values)) continue;
      if (field.refers === resource.name)
        one.unknown.push(...found.filter(([, id]) => id === undefined).map(([word]) => word));
      const value =
        codes && !isBlank(raw) ? await codes(raw, scope === null ? null : one.values[scope]) : raw;
      const reading = unknowable ?? notListed(field, value) ?? read(field, value, found);
      if ('problem' in reading)
        one.faults.push({
          field: key,
          value: cellText(one.row.cells[i]),
          reason: reasonOf(field, reading.problem, language),
        });
      else one.values[key] = reading.value;
    }
  }
  return readings;
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
  const told = problem[language];
  if (kind !== 'text' || help === undefined || problem === REQUIRED) return told;
  return language === 'zh' ? `${told}（${help.zh}）` : `${told} (${help.en})`;
}

/** The codes that cells mean, each looked for once. */
function codeFinder(trx: Db, field: Field): (raw: unknown, owner: unknown) => Promise<unknown> {
  const known = new Map<string, Promise<unknown>>();
  return (raw, owner) => {
    const key = JSON.stringify([raw, owner ?? null]);
    const found = known.get(key) ?? resolveCodes(trx, field, raw, owner);
    known.set(key, found);
    return found;
  };
}

/** An empty cell says nothing where the import names the enterprise, or the definition starts with a value. */
const leaves = (resource: Resource, key: string, field: Field, values: Values): boolean =>
  (key === resource.scope && values[key] !== undefined) || (field.required && field.initial !== undefined);

function read(field: Field, raw: unknown, found: readonly [string, Found][]) {
  if (found.length === 0) return readField(field, raw);
  const sentence = found.map(([, id]) => id).find((id): id is Text => typeof id === 'object');
  if (sentence) return { problem: sentence };
  const ids = found.map(([word, id]) => id ?? word);
  return readField(field, field.kind === 'reference' ? ids[0] : ids);
}
