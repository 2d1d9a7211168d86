import type { Text } from '#contract/text.ts';
import { type FileCell, plain } from './fileCell.ts';

/** Why a cell is no number. */
export type NumberFault = 'text' | 'notFinite' | 'tooLarge' | 'broken';

/** Why a number is not taken. */
export const NUMBER_SENTENCES: Readonly<Record<NumberFault, Text>> = {
  text: { zh: '不是数字', en: 'This is not a number' },
  notFinite: { zh: '不是有限的数字', en: 'This is not a finite number' },
  tooLarge: { zh: '数字过大', en: 'The number is too large' },
  broken: { zh: '单元格没有可用的值', en: 'The cell has no value that can be used' },
};

/** The number as a decimal string without exponent, `-?digits[.digits]`, or why there is none. */
export type NumberReading = { readonly value: string } | { readonly fault: NumberFault };

const LARGEST_DIGITS = 15;
const DECIMALS_KEPT = 9;

/**
 * Reads a number as people write it: full-width digits, groups of three, decimal point or comma, exponent.
 * @param sign the decimal sign of the file; the other one may only part groups of three.
 */
export function readNumber(cell: Exclude<FileCell, null>, sign: '.' | ','): NumberReading {
  if (typeof cell === 'number') {
    return Number.isFinite(cell) ? expand(String(cell)) : { fault: 'notFinite' };
  }
  if (typeof cell === 'boolean') return { fault: 'text' };
  if (typeof cell === 'object') {
    // A number shown in a date format is still the number that was written.
    return 'wall' in cell ? { fault: 'text' } : { fault: 'broken' };
  }
  const text = plain(cell).replace(/^\u2212/, '-');
  if (/^[+-]?(nan|inf|infinity|∞|#?n\/?a|null)$/i.test(text)) return { fault: 'notFinite' };
  const match = /^([+-]?)([\d.,'’\u00A0\u202F ]*)(?:e([+-]?\d{1,3}))?$/i.exec(text);
  if (!match || !/\d/.test(match[2] ?? '')) return { fault: 'text' };
  const [whole = '', fraction = '', ...rest] = (match[2] ?? '').split(sign);
  if (rest.length > 0 || !/^\d*$/.test(fraction)) return { fault: 'text' };
  const parts = whole.split(/[.,'’\u00A0\u202F ]/);
  const separators = whole.replaceAll(/\d/g, '');
  if (separators.length > 0) {
    const same = new Set(separators).size === 1;
    const grouped = parts.every((part, i) => (i === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(part));
    if (!same || !grouped) return { fault: 'text' };
  }
  return expand(
    `${match[1] === '-' ? '-' : ''}${parts.join('') || '0'}.${fraction || '0'}e${match[3] ?? '0'}`,
  );
}

/** A decimal in exponent form as plain digits. */
function expand(text: string): NumberReading {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text);
  if (!match) return { fault: 'text' };
  const [, minus = '', whole = '0', fraction = '', exponent = '0'] = match;
  const shift = Number(exponent);
  let digits = whole + fraction;
  let point = whole.length + shift;
  if (point > LARGEST_DIGITS + 40 || point < -40) {
    return /^0*$/.test(digits) || point < 0 ? { value: '0' } : { fault: 'tooLarge' };
  }
  if (point < 0) {
    digits = '0'.repeat(-point) + digits;
    point = 0;
  }
  digits = digits.padEnd(point, '0');
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, '') || '0';
  // What a calculating program leaves behind the ninth decimal (0.1 + 0.2) is no measurement.
  const right = roundDecimals(left, digits.slice(point));
  if (right.left.length > LARGEST_DIGITS) return { fault: 'tooLarge' };
  const value = right.fraction ? `${right.left}.${right.fraction}` : right.left;
  return { value: minus && /[1-9]/.test(value) ? `-${value}` : value };
}

function roundDecimals(left: string, fraction: string): { left: string; fraction: string } {
  if (fraction.length <= DECIMALS_KEPT) return { left, fraction: fraction.replace(/0+$/, '') };
  const scaled =
    BigInt(left + fraction.slice(0, DECIMALS_KEPT)) + (fraction.charAt(DECIMALS_KEPT) >= '5' ? 1n : 0n);
  const digits = scaled.toString().padStart(DECIMALS_KEPT + 1, '0');
  return {
    left: digits.slice(0, -DECIMALS_KEPT),
    fraction: digits.slice(-DECIMALS_KEPT).replace(/0+$/, ''),
  };
}

/**
 * The decimal sign of a column: the comma where some value can only be read with it (and none only with the
 * point), else the point.
 */
export function detectDecimalSign(cells: Iterable<FileCell>): '.' | ',' {
  let commaOnly = 0;
  let pointOnly = 0;
  for (const cell of cells) {
    if (typeof cell !== 'string') continue;
    const point = 'value' in readNumber(cell, '.');
    const comma = 'value' in readNumber(cell, ',');
    if (point && !comma) pointOnly += 1;
    if (comma && !point) commaOnly += 1;
  }
  return commaOnly > pointOnly ? ',' : '.';
}
