import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type SheetToWrite, writeSheet } from './writeSheet.ts';

/**
 * Writes a sheet to a file of its own, a few rows in memory at a time, and opens it: for rows that can be read only
 * before the answer begins. The file goes when the stream is closed.
 */
export async function keptSheet(sheet: SheetToWrite): Promise<Readable> {
  const folder = await mkdtemp(join(tmpdir(), 'meterhouse-sheet-'));
  const drop = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'sheet');
  try {
    await pipeline(writeSheet(sheet), createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await drop();
    throw error;
  }
  return createReadStream(path).once('close', () => void drop());
}
