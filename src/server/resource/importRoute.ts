import { sql } from 'kysely';
import type { Resource } from '#contract/define.ts';
import { badInput, noSuchRow } from '#contract/error.ts';
import type { Call, Download } from '../route.ts';
import type { Cell } from '../sheet/cell.ts';
import { sheetType, writeSheet } from '../sheet/writeSheet.ts';
import { importRows } from './import.ts';
import type { ImportRow } from './import.ts';

const SHOWN_ROWS = 500;

/**
 * Imports a sheet into a resource. Dry run: all is tried and rolled back. Real run: the good rows are written in
 * one transaction, the faulty ones come back as a file with the reasons in it.
 */
export async function importFile(
  call: Call<{ orgId?: number | undefined; dryRun: boolean }>,
  resource: Resource,
): Promise<unknown> {
  const file = call.files.find((f) => f.field === 'upFile') ?? call.files[0];
  if (!file) throw badInput({ zh: '请选择文件', en: 'Choose a file' }, 'upFile');
  await sql`savepoint import_all`.execute(call.trx);
  const { header, rows } = await importRows(call, resource, file.path, ownerOf(call));
  if (call.params.dryRun) await sql`rollback to savepoint import_all`.execute(call.trx);

  const counts = { new: 0, changed: 0, same: 0, faulty: 0 };
  for (const row of rows) counts[row.verdict] += 1;
  const faulty = rows.filter((r) => r.verdict === 'faulty');
  const faultFileId = faulty.length > 0 ? await keepFaults(call, resource, header, faulty) : null;
  const shown = [...faulty, ...rows.filter((r) => r.verdict !== 'faulty')].slice(0, SHOWN_ROWS);
  return { counts, rows: shown.map(({ cells: _, ...row }) => row), faultFileId };
}

/** The enterprise that the rows are for: the one named, else the only one that the caller has. */
function ownerOf({ params, caller }: Call<{ orgId?: number | undefined }>): number | undefined {
  if (params.orgId !== undefined || caller.scope === 'all') return params.orgId;
  return caller.scope.length === 1 ? caller.scope[0] : undefined;
}

/** The faulty rows as they stood, with the reasons in a last column. */
async function keepFaults(
  call: Call<{ orgId?: number | undefined }>,
  resource: Resource,
  header: readonly Cell[],
  faulty: readonly ImportRow[],
): Promise<number> {
  const zh = call.language === 'zh';
  const reason = (row: ImportRow) =>
    row.faults
      .map((f) => `${resource.fields[f.field]?.label[call.language] ?? f.field}: ${f.reason}`)
      .join('; ');
  const names = [...header.map((c) => String(c ?? '')), zh ? '错误原因' : 'Reasons'];
  const stored = await call.services.files.put(
    writeSheet({
      format: 'xlsx',
      columns: names.map((header) => ({ header })),
      rows: faulty.map((row) => [...header.map((_, i) => row.cells[i] ?? null), reason(row)]),
    }),
  );
  const { scope, employeeId } = call.caller;
  const consumerId = ownerOf(call) ?? (scope === 'all' ? null : (scope[0] ?? null));
  const name = `${resource.label[call.language]}-${zh ? '错误行' : 'faulty-rows'}.xlsx`;
  const { rows } = await sql<{ id: number }>`
    insert into file (sha256, file_name, mime_type, size, consumer_id, employee_id)
    values (${stored.sha256}, ${name}, ${sheetType('xlsx')}, ${stored.size}, ${consumerId}, ${employeeId})
    returning id`.execute(call.trx);
  return rows[0]?.id ?? 0;
}

/** The file of faulty rows of one's own import. */
export async function faultFile(call: Call<{ fileId: number }>): Promise<Download> {
  const { rows } = await sql<{ sha256: string; file_name: string; mime_type: string }>`
    select sha256, file_name, mime_type from file
    where id = ${call.params.fileId} and employee_id = ${call.caller.employeeId}`.execute(call.trx);
  const file = rows[0];
  if (!file) throw noSuchRow();
  return { fileName: file.file_name, mimeType: file.mime_type, body: call.services.files.open(file.sha256) };
}
