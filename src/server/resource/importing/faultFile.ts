import { textIn } from '#contract/text.ts';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { sql } from 'kysely';
import type { Resource } from '#contract/define.ts';
import { noSuchRow } from '#contract/error.ts';
import type { Call, Download } from '../../route.ts';
import { cellText } from '../../sheet/cell.ts';
import type { Cell } from '../../sheet/cell.ts';
import { sheetType, writeSheet } from '../../sheet/writeSheet.ts';
import type { SlotCall } from '../slot.ts';
import type { ImportRow } from './importRow.ts';

/** The faulty rows of an import as they stood, with the reasons in a last column; written while the import goes on. */
export class FaultFile {
  readonly #call: SlotCall;
  readonly #resource: Resource;
  readonly #header: readonly Cell[];
  #rows: PassThrough | undefined;
  #stored: Promise<{ sha256: string; size: number }> | undefined;

  constructor(call: SlotCall, resource: Resource, header: readonly Cell[]) {
    this.#call = call;
    this.#resource = resource;
    this.#header = header;
  }

  async add({ cells, faults }: ImportRow): Promise<void> {
    const { language } = this.#call;
    const reason = faults
      .map((f) => `${textIn(this.#resource.fields[f.field]?.label, language) ?? f.field}: ${f.reason}`)
      .join('; ');
    this.#rows ??= this.#open();
    const row = [...this.#header.map((_, i) => cells[i] ?? null), reason];
    if (!this.#rows.write(row)) await once(this.#rows, 'drain');
  }

  #open(): PassThrough {
    const rows = new PassThrough({ objectMode: true });
    const last = textIn({ zh: '错误原因', en: 'Reasons' }, this.#call.language);
    const columns = [...this.#header.map(cellText), last].map((header) => ({ header }));
    this.#stored = this.#call.services.files.put(writeSheet({ format: 'xlsx', columns, rows }));
    // Awaited at the end; an import that fails before leaves it alone.
    this.#stored.catch(() => {});
    return rows;
  }

  /** Ends the file and keeps it for the caller. @returns its id; null where no row was faulty */
  async keep(consumerId: number | null): Promise<number | null> {
    if (!this.#rows || !this.#stored) return null;
    this.#rows.end();
    const { sha256, size } = await this.#stored;
    const { trx, caller, language } = this.#call;
    const name = `${textIn(this.#resource.label, language)}-${textIn({ zh: '错误行', en: 'faulty-rows' }, language)}.xlsx`;
    const { rows } = await sql<{ id: number }>`
      insert into file (sha256, file_name, mime_type, size, consumer_id, employee_id)
      values (${sha256}, ${name}, ${sheetType('xlsx')}, ${size}, ${consumerId}, ${caller.employeeId})
      returning id`.execute(trx);
    return rows[0]?.id ?? null;
  }

  /** Gives up what was begun. */
  drop(): void {
    this.#rows?.destroy();
  }
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
