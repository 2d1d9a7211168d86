// The one place that knows the writer of .xlsx files.
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx';

export type { CellStyle } from 'hucre/xlsx';

/** A sheet with its rows, widths, styles and how it is printed. */
export type WorkbookSheet = Parameters<typeof writeXlsx>[0]['sheets'][number];

type Streamed = Parameters<typeof writeXlsxStream>;

/** A whole workbook, kept in memory while it is written: for sheets that a person reads. */
export async function writeWorkbook(sheets: readonly WorkbookSheet[]): Promise<Buffer> {
  return Buffer.from(await writeXlsx({ sheets: [...sheets] }));
}

/** A workbook of one sheet as a stream, of which no more than a few rows are held at a time. */
export function streamWorkbook(rows: Streamed[0], options: Streamed[1]): Readable {
  return Readable.fromWeb(writeXlsxStream(rows, options) as NodeReadableStream<Uint8Array>);
}
