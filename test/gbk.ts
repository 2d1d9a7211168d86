/** The bytes of a text in GBK, as spreadsheet programs of a Chinese system save a .csv. */
export function gbk(text: string): Buffer {
  const codes = table();
  return Buffer.concat(
    Array.from(text, (letter) => {
      if (letter <= '\u007F') return Buffer.from(letter);
      const code = codes.get(letter);
      if (code === undefined) throw new Error(`no letter of GBK: ${letter}`);
      return Buffer.from([code >> 8, code & 0xff]);
    }),
  );
}

let known: ReadonlyMap<string, number> | undefined;

// There is a decoder alone: every pair of bytes, read by it, gives the way back.
function table(): ReadonlyMap<string, number> {
  const decoder = new TextDecoder('gbk');
  const pairs = Array.from({ length: 126 * 191 }, (_, n) => [0x81 + Math.floor(n / 191), 0x40 + (n % 191)]);
  known ??= new Map(
    pairs.map(([high = 0, low = 0]) => [decoder.decode(Uint8Array.of(high, low)), (high << 8) | low]),
  );
  return known;
}
