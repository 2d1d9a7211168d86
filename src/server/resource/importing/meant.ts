import type { Field } from '#contract/field.ts';
import { readField } from '#contract/issue.ts';
import type { Text } from '#contract/text.ts';
import { instantBy } from '#domain/cell/instant.ts';
import { isRounded, ROUNDED } from '#domain/cell/rounded.ts';
import type { Zone } from '#domain/time/zone.ts';
import { type Cell, cellText, dateCell, isBrokenCell, isDateCell } from '../../sheet/cell.ts';
import { isNumber, unitsOf } from './unit.ts';

/** What a cell holds for its field, or the sentence that says why it cannot be known. */
export type Meant = { readonly raw: string | number | boolean | null } | { readonly problem: Text };

// Day numbers of a workbook that lost their date format: 1927 to 2119.
const FIRST_DAY = 10_000;
const LAST_DAY = 80_000;

const WORDS: readonly string[] = ['text', 'code', 'codes', 'choice'];

/**
 * Reads a cell as its field means it: a number without its unit, a day number as its day, a code with its zeros, a wall
 * clock as the instant that it is in a zone.
 */
export function meantBy(field: Field, cell: Cell | undefined, zone?: Zone): Meant {
  if (cell === undefined || cell === null) return { raw: null };
  if (isBrokenCell(cell)) return { problem: cell.broken };
  const raw = isDateCell(cell) ? cellText(cell) : typeof cell === 'string' ? visible(cell) : cell;
  if (field.kind === 'date') return { raw: dayOf(raw) };
  if (field.kind === 'dateTime')
    return { raw: (zone && instantBy(zone, isDateCell(cell) ? cell : stampOf(raw))) ?? raw };
  if (isNumber(field)) return { raw: withoutUnit(field, raw) };
  if (!WORDS.includes(field.kind) || typeof raw === 'boolean') return { raw };
  if (isRounded(raw)) return { problem: ROUNDED };
  return { raw: withZeros(field, narrow(raw)) };
}

// Marks of no width that a copy out of a page or chat brings along.
const visible = (text: string): string =>
  isPlain(text) ? text.trim() : text.replaceAll(/[\u200B-\u200D\u2060\uFEFF]/g, '').trim();

// Most cells hold nothing else, and a sheet has millions of them.
// eslint-disable-next-line no-control-regex
const isPlain = (text: string): boolean => /^[\u0000-\u007F]*$/.test(text);

// Letters and digits of full width, where nothing else stands beside them: a code, not a sentence.
function narrow(raw: string | number): string | number {
  if (typeof raw === 'number' || isPlain(raw)) return raw;
  // These alone: `m³` stays what it is.
  const ascii = raw.replaceAll(/[\uFF01-\uFF5E]/g, (wide) =>
    String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
  );
  return /^[!-~]+$/.test(ascii) ? ascii : raw;
}

function dayOf(raw: string | number | boolean): string | number | boolean {
  const day = typeof raw === 'string' && /^\d{5}(?:\.0+)?$/.test(raw) ? Number(raw) : raw;
  if (typeof day !== 'number' || !(day >= FIRST_DAY && day <= LAST_DAY)) return raw;
  return cellText(dateCell(Math.floor(day)));
}

/** A time whose cell lost its format, as its day number; a number of eight digits is a written date. */
function stampOf(raw: string | number | boolean): string | number | boolean {
  if (typeof raw === 'string') return /^\d{5}(?:\.\d+)?$/.test(raw) ? Number(raw) : raw;
  return typeof raw === 'number' && raw > 1e7 ? String(raw) : raw;
}

/** A number with its unit behind it, as people write it: `120 kW`, `12个月`. */
function withoutUnit(field: Field, raw: string | number | boolean): string | number | boolean {
  if (typeof raw !== 'string') return raw;
  const narrow = raw.normalize('NFKC').trim();
  const unit = unitsOf(field).find((one) => narrow.toLowerCase().endsWith(one.toLowerCase()));
  return unit === undefined ? raw : narrow.slice(0, -unit.length).trim();
}

/** Digits that a spreadsheet took for a number get the zeros back that their one possible length says. */
function withZeros(field: Field, raw: string | number): string | number {
  const digits = String(raw).normalize('NFKC');
  if (!/^\d{1,20}$/.test(digits)) return raw;
  if (field.kind === 'choice') {
    const codes = Object.keys(field.options ?? {});
    if (codes.includes(digits)) return raw;
    return codes.find((code) => /^0+\d/.test(code) && Number(code) === Number(digits)) ?? raw;
  }
  const fits = (text: string): boolean => 'value' in readField(field, text);
  if (field.kind !== 'text' || field.max === undefined || fits(digits)) return raw;
  const whole = digits.padStart(field.max, '0');
  // Where shorter ones pass too, nothing says how many zeros there were.
  return fits(whole) && !fits(whole.slice(1)) ? whole : raw;
}
