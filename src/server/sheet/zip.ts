import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline, Transform } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { SHEET_LIMITS, sheetFault } from './fault.ts';

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly offset: number;
}

/** The parts of a packed file. */
export interface Zip {
  has(name: string): boolean;
  /** The unpacked bytes of a part. @throws Fault 400 beyond `limit` bytes or when damaged. */
  text(name: string, limit: number): Promise<string>;
  stream(name: string, limit: number): Promise<Readable>;
}

const END = 0x06054b50;
const DIRECTORY = 0x02014b50;
const LOCAL = 0x04034b50;
const MAX_ENTRIES = 10_000;
const UNPACKED_AT_ONCE = 1 << 20;

/**
 * Reads the directory of a packed file and refuses bombs by the sizes stated there; what a part states is also
 * the most that is ever unpacked of it. @throws Fault 400 when it is cut off or damaged.
 */
export async function openZip(path: string, size: number): Promise<Zip> {
  const entries = await readDirectory(path, size);
  for (const entry of entries.values()) {
    const ratio = entry.unpacked / Math.max(1, entry.packed);
    if (
      entry.unpacked > SHEET_LIMITS.partBytes ||
      (entry.unpacked > 20_000_000 && ratio > SHEET_LIMITS.ratio)
    ) {
      throw sheetFault.bomb();
    }
  }
  const stream = async (name: string, limit: number): Promise<Readable> => {
    const entry = entries.get(name);
    if (!entry) throw sheetFault.damaged();
    if (entry.unpacked > limit) throw sheetFault.bomb();
    return unpack(path, entry, await dataStart(path, entry));
  };
  return {
    has: (name) => entries.has(name),
    stream,
    async text(name, limit) {
      const decoder = new TextDecoder();
      let text = '';
      for await (const chunk of await stream(name, limit))
        text += decoder.decode(chunk as Buffer, { stream: true });
      return text + decoder.decode();
    },
  };
}

async function readDirectory(path: string, size: number): Promise<Map<string, Entry>> {
  const tail = await readAt(path, Math.max(0, size - 65_557), Math.min(size, 65_557));
  let at = tail.length - 22;
  while (at >= 0 && tail.readUInt32LE(at) !== END) at -= 1;
  if (at < 0) throw sheetFault.damaged();
  const count = tail.readUInt16LE(at + 10);
  const length = tail.readUInt32LE(at + 12);
  const start = tail.readUInt32LE(at + 16);
  // 0xFFFF and 0xFFFFFFFF stand for the records of archives beyond 4 GB, which are never sheets.
  if (count > MAX_ENTRIES || start + length > size) throw sheetFault.damaged();
  const directory = await readAt(path, start, length);
  const entries = new Map<string, Entry>();
  for (let i = 0, pos = 0; i < count; i++) {
    if (pos + 46 > directory.length || directory.readUInt32LE(pos) !== DIRECTORY) throw sheetFault.damaged();
    const nameLength = directory.readUInt16LE(pos + 28);
    const name = directory.toString('utf8', pos + 46, pos + 46 + nameLength).replaceAll('\\', '/');
    entries.set(name, {
      name,
      method: directory.readUInt16LE(pos + 10),
      packed: directory.readUInt32LE(pos + 20),
      unpacked: directory.readUInt32LE(pos + 24),
      offset: directory.readUInt32LE(pos + 42),
    });
    pos += 46 + nameLength + directory.readUInt16LE(pos + 30) + directory.readUInt16LE(pos + 32);
  }
  return entries;
}

async function dataStart(path: string, entry: Entry): Promise<number> {
  const head = await readAt(path, entry.offset, 30);
  if (head.length < 30 || head.readUInt32LE(0) !== LOCAL) throw sheetFault.damaged();
  return entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
}

function unpack(path: string, entry: Entry, start: number): Readable {
  if (entry.method !== 0 && entry.method !== 8) throw sheetFault.damaged();
  let unpacked = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      unpacked += chunk.length;
      done(unpacked > entry.unpacked ? sheetFault.bomb() : null, chunk);
    },
    flush: (done) => done(unpacked < entry.unpacked ? sheetFault.damaged() : null),
  });
  if (entry.packed === 0) {
    meter.end();
    return meter;
  }
  const source = createReadStream(path, { start, end: start + entry.packed - 1 });
  // The error reaches the reader through the last stream; a zlib error is a damaged file.
  const failed = (error: Error | null | undefined) => {
    if (error && 'code' in error && String(error.code).startsWith('Z_')) meter.destroy(sheetFault.damaged());
  };
  if (entry.method === 0) pipeline(source, meter, failed);
  else {
    const inflate = createInflateRaw({ chunkSize: UNPACKED_AT_ONCE });
    inflate.on('error', () => meter.destroy(sheetFault.damaged()));
    pipeline(source, inflate, meter, failed);
  }
  return meter;
}

async function readAt(path: string, position: number, length: number): Promise<Buffer> {
  const handle = await open(path);
  try {
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await handle.read(buffer, 0, length, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
