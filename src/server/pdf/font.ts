import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

/** Noto Sans SC, under the SIL Open Font Licence beside it. */
const FILE = new URL('font/NotoSansSC-Regular.woff', import.meta.url);

const HEAD = 12;
const ENTRY = 16;

/**
 * A font unpacked from WOFF 1.0 (W3C): the same tables as a plain TrueType file. A reader of the packed file would
 * unpack a table for every letter.
 */
function unpackFont(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, i) => {
    const at = 44 + i * 20;
    const [offset, packed, size] = [4, 8, 12].map((n) => woff.readUInt32BE(at + n)) as [
      number,
      number,
      number,
    ];
    const body = woff.subarray(offset, offset + packed);
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      body: packed < size ? inflateSync(body) : body,
    };
  });
  const head = Buffer.alloc(HEAD + count * ENTRY);
  const power = 2 ** Math.floor(Math.log2(count));
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((count - power) * 16, 10);
  let offset = head.length;
  const parts: Buffer[] = [head];
  tables.forEach(({ tag, checksum, body }, i) => {
    const at = HEAD + i * ENTRY;
    tag.copy(head, at);
    head.writeUInt32BE(checksum, at + 4);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(body.length, at + 12);
    // Tables begin on four bytes.
    const padding = Buffer.alloc((4 - (body.length % 4)) % 4);
    parts.push(body, padding);
    offset += body.length + padding.length;
  });
  return Buffer.concat(parts);
}

/** What stands for letters that the font has no shape of. */
const INSTEAD: Readonly<Record<string, string>> = {
  '≥': '>=',
  '≤': '<=',
  '→': '->',
  '←': '<-',
  '℃': '°C',
  η: 'eta',
  λ: 'lambda',
  Σ: 'sum ',
  '√': 'sqrt ',
};
const LACKING = new RegExp(`[${Object.keys(INSTEAD).join('')}]`, 'g');

/** A text in letters that the font has. */
export const inFont = (text: string): string => text.replace(LACKING, (letter) => INSTEAD[letter] ?? letter);

let unpacked: Buffer | undefined;

/** The font of reports, unpacked once. */
export const reportFont = (): Buffer => (unpacked ??= unpackFont(readFileSync(FILE)));
