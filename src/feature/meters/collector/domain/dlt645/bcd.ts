/** How an item's digits are to be read. */
export interface BcdForm {
  /** Bytes of the value, two digits each, the lowest first. */
  readonly bytes: number;
  /** Digits after the point. */
  readonly decimals: number;
  /** The highest bit is the sign. */
  readonly signed?: boolean;
}

const SIGN = 0x80;

/** The value as an exact decimal text; null where bytes are missing or a digit is none (FF = not supported). */
export function decodeBcd(data: Uint8Array, { bytes, decimals, signed }: BcdForm): string | null {
  if (data.length < bytes) return null;
  let digits = '';
  let minus = false;
  for (let i = bytes - 1; i >= 0; i--) {
    let byte = data[i] ?? 0;
    if (signed && i === bytes - 1 && (byte & SIGN) !== 0) {
      minus = true;
      byte &= ~SIGN;
    }
    if (byte >> 4 > 9 || (byte & 15) > 9) return null;
    digits += byte.toString(16).padStart(2, '0');
  }
  const whole = digits.slice(0, digits.length - decimals).replace(/^0+(?=\d)/, '');
  return `${minus ? '-' : ''}${whole}${decimals > 0 ? `.${digits.slice(-decimals)}` : ''}`;
}

/**
 * The bytes of a value, rounded to the form's decimals.
 * @throws RangeError when it has more digits than the form.
 */
export function encodeBcd(value: number, { bytes, decimals, signed }: BcdForm): Uint8Array {
  const digits = String(Math.round(Math.abs(value) * 10 ** decimals)).padStart(bytes * 2, '0');
  const minus = value < 0 && signed === true;
  if (
    digits.length > bytes * 2 ||
    (signed && digits[0] !== undefined && digits[0] > '7') ||
    (value < 0 && !minus)
  )
    throw new RangeError(`${value} does not fit in ${bytes} bytes`);
  const out = new Uint8Array(bytes);
  for (let i = 0; i < bytes; i++) out[bytes - 1 - i] = Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16);
  if (minus) out[bytes - 1] = (out[bytes - 1] ?? 0) | SIGN;
  return out;
}
