/** A picture that browsers show and that cannot run anything. */
export interface Image {
  readonly mimeType: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

/**
 * Reads kind and size of a picture from its bytes, whatever its name says; undefined for anything else, also for
 * drawings (SVG), which can hold scripts. Sizes stand at: PNG in IHDR, JPEG in the frame header, WebP in its first chunk.
 */
export function imageOf(bytes: Buffer): Image | undefined {
  if (bytes.length > 32 && bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n')
    return bytes.toString('latin1', 12, 16) === 'IHDR'
      ? { mimeType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
      : undefined;
  if (
    bytes.length > 32 &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.toString('latin1', 8, 12) === 'WEBP'
  )
    return webp(bytes);
  if (bytes.length > 32 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return jpeg(bytes);
  return undefined;
}

function webp(bytes: Buffer): Image | undefined {
  const mimeType = 'image/webp';
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { mimeType, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8 ':
      return { mimeType, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return { mimeType, width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
    }
    default:
      return undefined;
  }
}

function jpeg(bytes: Buffer): Image | undefined {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (frame)
      return {
        mimeType: 'image/jpeg',
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
      };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
