import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { cellText, type Row } from '#server/sheet/cell.ts';
import { sheetFault } from '#server/sheet/fault.ts';
import { readSheet } from '#server/sheet/readSheet.ts';
import { type Analysis, type Mapping, mappingSchema } from '../contract.ts';
import { propose } from '../domain/propose.ts';
import { rememberedMapping } from '../domain/rememberedMapping.ts';
import { type ImportMeter, mainZone } from './meters.ts';

/** So many rows are looked at for a proposal (a year of quarter hours fits); the dry run reads all. */
const LOOKED_AT = 40_000;

/**
 * Looks through the beginning of a file and proposes how to read it; what a mapping remembered for the same
 * headers says of its columns goes before the proposal.
 * @throws Fault 400 with one sentence for a file that is no table or has no row of data.
 */
export async function analyseFile(
  trx: Db,
  file: { readonly path: string; readonly fileName: string },
  consumerId: number | null,
  meters: readonly ImportMeter[],
  sheetName?: string,
): Promise<Analysis> {
  const sheet = await readSheet(file.path, { sheet: sheetName });
  const rows: Row[] = [];
  let more = false;
  for await (const row of sheet.rows()) {
    if (rows.length === LOOKED_AT) {
      more = true;
      break;
    }
    rows.push(row);
  }
  if (rows.length === 0) throw sheetFault.noRows();
  const found = propose(rows, meters, mainZone(meters), file.fileName, cellText);
  if (found.rows === 0) throw sheetFault.noRows();
  const headers = headersOf(found.columns);
  const remembered = headers === null ? null : await rememberedFor(trx, consumerId, headers);
  const mapping = remembered
    ? rememberedMapping(remembered.mapping, found, meters, file.fileName)
    : found.mapping;
  return {
    ...found,
    format: sheet.format,
    encoding: sheet.encoding ?? null,
    delimiter: sheet.delimiter ?? null,
    sheets: sheet.sheets,
    sheet: sheet.sheet,
    more,
    remembered: remembered?.name ?? null,
    mapping: { ...mapping, sheet: sheet.sheet },
  };
}

/** The headers of a file as the key of remembered mappings; null where it has none, by which nothing is known again. */
export const headersOf = (columns: readonly { readonly header: string }[]): string | null =>
  columns.some(({ header }) => header !== '')
    ? columns.map((column) => column.header.toLowerCase()).join('\u001F')
    : null;

async function rememberedFor(
  trx: Db,
  consumerId: number | null,
  headers: string,
): Promise<{ name: string; mapping: Mapping } | null> {
  const { rows } = await sql<{ name: string; mapping: unknown }>`
    select name, mapping from import_mapping
    where consumer_id is not distinct from ${consumerId}::integer and md5(headers) = md5(${headers}) and headers = ${headers}
    order by used_at desc limit 1`.execute(trx);
  const [row] = rows;
  const mapping = mappingSchema.safeParse(row?.mapping);
  return row && mapping.success ? { name: row.name, mapping: mapping.data } : null;
}
