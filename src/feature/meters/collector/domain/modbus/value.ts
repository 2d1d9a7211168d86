import { type Ratio, parseDecimal, times } from '#domain/decimal/decimal.ts';
import type { ValueType, WordOrder } from '#contract/registerMap.ts';

/** Registers that a value takes. */
export const WORDS: Readonly<Record<ValueType, number>> = {
  u16: 1,
  s16: 1,
  u32: 2,
  s32: 2,
  f32: 2,
  u64: 4,
  s64: 4,
  f64: 4,
};

/** The bytes of registers with the highest first; the same function turns them back. */
export function ordered(bytes: Uint8Array, order: WordOrder): Uint8Array {
  const lowFirst = order === 'CDAB' || order === 'DCBA';
  const swapped = order === 'BADC' || order === 'DCBA';
  const out = new Uint8Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) {
    const word = lowFirst ? bytes.length / 2 - 1 - (i >> 1) : i >> 1;
    out[i] = bytes[word * 2 + (swapped ? 1 - (i & 1) : i & 1)] ?? 0;
  }
  return out;
}

/**
 * The value in registers (as they came) as an exact decimal text; null where a float is no finite number. An f32
 * stands for the shortest decimal that rounds to it, so that 1234.56 does not become 1234.56005859375.
 */
export function decimalOf(bytes: Uint8Array, type: ValueType, order: WordOrder): string | null {
  const high = ordered(bytes, order);
  const view = new DataView(high.buffer, high.byteOffset, high.byteLength);
  switch (type) {
    case 'u16':
      return String(view.getUint16(0));
    case 's16':
      return String(view.getInt16(0));
    case 'u32':
      return String(view.getUint32(0));
    case 's32':
      return String(view.getInt32(0));
    case 'u64':
      return String(view.getBigUint64(0));
    case 's64':
      return String(view.getBigInt64(0));
    case 'f32':
      return shortest(view.getFloat32(0));
    case 'f64':
      return finite(view.getFloat64(0));
  }
}

const finite = (value: number): string | null => (Number.isFinite(value) ? String(value) : null);

/** Nine digits always give an f32 back, often fewer do. */
function shortest(value: number): string | null {
  if (!Number.isFinite(value)) return null;
  for (let digits = 6; digits < 9; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(Number(value.toPrecision(9)));
}

/** A decimal text times an exact factor, as the nearest number. */
export function scaled(decimal: string, factor: Ratio): number {
  const { num, den } = times(parseDecimal(decimal), factor);
  // The denominator is a power of ten: its zeros are the decimals.
  return Number(`${num}e-${den.toString().length - 1}`);
}
