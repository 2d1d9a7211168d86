import { englishNameOf, type Resource } from '#contract/define.ts';
import { badInput, type Fault } from '#contract/error.ts';
import type { Field } from '#contract/field.ts';
import { halfIn } from '#contract/inBoth.ts';
import { kindContracts } from '#contract/kinds.ts';
import { type Language, textIn } from '#contract/text.ts';
import { wallBy } from '#domain/cell/instant.ts';
import type { Zone } from '#domain/time/zone.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../database/db.ts';
import type { Download } from '../route.ts';
import { zonesOf } from '../database/enterpriseZone.ts';
import { type Cell, serialOf } from '../sheet/cell.ts';
import { keptSheet } from '../sheet/keptSheet.ts';
import { sheetType } from '../sheet/writeSheet.ts';
import { writeTemplate } from '../sheet/writeTemplate.ts';
import { choicesOf } from './code.ts';
import { orderTerms } from './order.ts';
import type { Order } from './order.ts';
import { selectList, toJson, withTitles } from './row.ts';
import type { JsonRow } from './slot.ts';
import { tableOf } from './table.ts';
import { unitIn } from '#domain/figure/unit.ts';

export type SheetFormat = 'xlsx' | 'csv';

/** Header of a field's column: its label, with the unit where it has one. */
export const headerOf = (field: Field, language: Language): string =>
  field.unit
    ? `${textIn(field.label, language)} (${unitIn(language, field.unit)})`
    : textIn(field.label, language);

// Rows are read by so many, so that an export of any length stays small in memory.
const BATCH = 500;
/** The most rows that are sent at once: in an export, or in a list without pages. */
export const MAX_EXPORT = 100_000;

/** Rows are sent in whole or not at all: whoever counts or sums a part of them is wrong. */
export const tooManyRows = (): Fault =>
  badInput({
    zh: `记录超过 ${MAX_EXPORT} 条，请先筛选`,
    en: `There are more than ${MAX_EXPORT} records, please filter them first`,
  });

/** A column of times: to the minute, and wide enough for it. */
const CLOCK = { format: 'yyyy-mm-dd hh:mm', width: 18 };

/**
 * An instant on the clock of a zone. What an import takes stands as it is kept where that clock would not give it back;
 * the rest is told to the second.
 */
function clockCell(zone: Zone, value: string, taken: boolean): Cell {
  const at = Date.parse(value);
  const wall = wallBy(zone, taken ? at : Math.floor(at / 1000) * 1000);
  return wall === null ? value : { wall, serial: serialOf(wall) };
}

/** How the cells of a row are told. */
interface Telling {
  readonly language: Language;
  /** An import takes the sheet. */
  readonly taken: boolean;
  /** Of the row's times. */
  readonly zone: Zone | undefined;
}

/** A cell of an export: numbers as numbers, references by their titles, times by their clock, the rest in words. */
function cellOf(row: JsonRow, key: string, field: Field, { language, taken, zone }: Telling): Cell {
  const value = row[key];
  if (value === null || value === undefined) return null;
  if (zone && field.kind === 'dateTime') return clockCell(zone, String(value), taken && !field.readOnly);
  if (field.inBoth) return halfIn(String(value), language);
  if (field.refers !== undefined || field.lists !== undefined)
    return (row['titles'] as Record<string, string>)[key] ?? String(value);
  return typeof value === 'number' ? value : kindContracts[field.kind].format(value, field, language);
}

/** A row that no import takes back: its names are the reader's. */
const asRead = (row: JsonRow, language: Language): JsonRow =>
  language === 'zh'
    ? row
    : {
        ...row,
        ...Object.fromEntries(
          Object.keys(row).flatMap((key) => {
            const english = row[`${key}En`];
            return typeof english === 'string' && english !== '' ? [[key, english] as const] : [];
          }),
        ),
      };

/** The columns of a sheet; for an English reader the English name stands behind a name that an import finds its row by. */
function columnsOf(resource: Resource, keys: readonly string[], language: Language): [string, Field][] {
  const behind = (key: string): readonly string[] => {
    const english = resource.readOnly || language === 'zh' ? undefined : englishNameOf(resource, key);
    return english === undefined || keys.includes(english) ? [] : [english];
  };
  return keys.flatMap((key) =>
    [key, ...behind(key)].flatMap((one): [string, Field][] => {
      const field = Object.hasOwn(resource.fields, one) ? resource.fields[one] : undefined;
      return field ? [[one, field]] : [];
    }),
  );
}

/**
 * The rows of a condition as a sheet, in the given columns, a batch in memory at a time. What an import takes keeps the
 * names that it finds, with the English ones beside; the rest is told as it is read. @throws Fault 400 beyond MAX_EXPORT rows
 */
export async function exportRows(
  trx: Db,
  resource: Resource,
  where: RawBuilder<unknown>,
  order: Order,
  options: { readonly columns: readonly string[]; readonly format: SheetFormat; readonly language: Language },
): Promise<Download> {
  await refuseMany(trx, resource, where);
  const { format, language } = options;
  const keys = options.columns.length === 0 ? Object.keys(resource.fields) : options.columns;
  const chosen = columnsOf(resource, keys, language);
  const taken = !resource.readOnly;
  const ownerOf = (row: JsonRow): unknown => (resource.scope === null ? null : row[resource.scope]);
  const name = textIn(resource.label, language);
  const timed = chosen.some(([, { kind }]) => kind === 'dateTime');
  async function* cells(): AsyncGenerator<Cell[]> {
    for await (const rows of batchesOf(trx, resource, where, order)) {
      const zoneOf = timed ? await zonesOf(trx, rows.map(ownerOf)) : undefined;
      for (const row of await withTitles(trx, resource, rows, language, taken)) {
        const told = taken ? row : asRead(row, language);
        const telling = { language, taken, zone: zoneOf?.(ownerOf(row)) };
        yield chosen.map(([key, field]) => cellOf(told, key, field, telling));
      }
    }
  }
  // Not sent as it is read: whoever takes long to fetch it would hold the transaction open.
  const body = await keptSheet({
    format,
    name,
    columns: chosen.map(([, f]) => ({
      header: headerOf(f, language),
      ...(f.kind === 'dateTime' ? CLOCK : {}),
    })),
    rows: cells(),
  });
  return { fileName: `${name}.${format}`, mimeType: sheetType(format), body };
}

/** @throws Fault 400 where more rows meet a condition than are sent at once */
async function refuseMany(trx: Db, resource: Resource, where: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql`select from ${sql.table(tableOf(resource))} where ${where}
    offset ${MAX_EXPORT} limit 1`.execute(trx);
  if (rows.length > 0) throw tooManyRows();
}

/** Rows in their order by a cursor, which reads all of them as they stood at one moment. */
async function* batchesOf(
  trx: Db,
  resource: Resource,
  where: RawBuilder<unknown>,
  order: Order,
): AsyncGenerator<JsonRow[]> {
  await sql`declare exported no scroll cursor for select ${selectList(resource)}
    from ${sql.table(tableOf(resource))} where ${where}
    order by ${orderTerms(order)}`.execute(trx);
  for (;;) {
    const { rows } = await sql<
      Record<string, unknown>
    >`fetch ${sql.raw(String(BATCH))} from exported`.execute(trx);
    if (rows.length > 0) yield rows.map((row) => toJson(resource, row));
    if (rows.length < BATCH) break;
  }
  await sql`close exported`.execute(trx);
}

/** The template of an import: header, drop-downs (codes of lists where `trx` is given), what each column takes. */
export async function importTemplate(resource: Resource, language: Language, trx?: Db): Promise<Download> {
  const say = (zh: string, en: string): string => textIn({ zh, en }, language);
  const fields = Object.values(resource.fields).filter((f) => !f.readOnly);
  const codes = new Map<Field, readonly string[] | undefined>();
  if (trx) for (const field of fields) codes.set(field, await choicesOf(trx, field, language));
  const columns = fields.map((f) => {
    const options = f.options ? Object.values(f.options).map((o) => textIn(o, language)) : codes.get(f);
    const expected = textIn(kindContracts[f.kind].expected(f), language);
    const must = f.required && f.initial === undefined ? say('必填，', 'required, ') : '';
    return {
      header: headerOf(f, language),
      note: `${must}${expected}`,
      ...(options ? { options } : {}),
    };
  });
  const name = textIn(resource.label, language);
  const body = await writeTemplate({
    name,
    columns,
    notes: {
      name: say('说明', 'Notes'),
      lines: [say('每行一条记录，表头不可更改', 'One record a row; keep the header as it is')],
    },
  });
  return { fileName: `${name}.xlsx`, mimeType: sheetType('xlsx'), body };
}
