import type { Chance } from './chance.ts';

/** JSON that nests so deep. */
export const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const TEXTS = [
  '', ' ', 'null', 'undefined', 'true', 'NaN', '-1', '0', '1', '1.5', '1e999', '0x10', '９９', '2147483648', '9'.repeat(400),
  `'`, '"', '\\', '%', '%_%', `x'"); drop table ammeter; --`, `' or 1=1 --`, '$1', '${7*7}', '{{7*7}}', '=1+1', '@SUM(1)',
  '\0', 'a\0b', '\ud800', '\udfff\ud800', '\u202Etxt', '\ufeff', '😀'.repeat(50), 'ß', 'İ', '\u0301'.repeat(200), '一'.repeat(300),
  '__proto__', 'constructor', 'toString', 'hasOwnProperty', '../../etc/passwd', '..%2f..%2f', 'file:///etc/passwd', 'C:\\',
  '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<b>'.repeat(500), 'javascript:alert(1)', '\r\nX-Evil: 1',
  '(a+)+$', '((((((', '[', '*', '.*', '1'.repeat(5000), 'a'.repeat(5000), ' '.repeat(5000), ','.repeat(3000), '1,'.repeat(900),
  '2025-02-30', '9999-12-31', '0000-00-00', '-000001-01-01', '2025-13', '2025-01-01T25:61:61Z', '2025-01-01', '24:00', '1970-01-01 00:00:00',
  '{', '[]', '{}', '[null]', '{"a":1}', '{"__proto__":{"a":1}}', '[[],[[]]]', nested(60), nested(70), nested(5000), '"', 'nul',
  '{"current":1e9,"pageSize":1e9}', '{"filters":[{"field":"id","op":"in","value":[1,2,"x"]}]}',
  '{"sorter":{"field":"constructor","order":"ascend"}}', '{"search":"%","filters":[{"field":"id","op":"gt","value":null}]}',
] as const; // prettier-ignore

const NUMBERS = [
  -1, 0, 1, 2, 7, 0.1, -0, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e21, 1e308, -1e308, 5e-324,
  1_000_000_007, 253402300800000, 8.64e15, 8.64e15 + 1,
] as const; // prettier-ignore

/** Texts that call nothing that exists, for calls that take something away. */
export const hostileText = (chance: Chance): string => chance.of(TEXTS);

/** A value that nobody sends who means well, of any kind that JSON has. */
export function hostileValue(chance: Chance, depth = 0): unknown {
  const kind = chance.below(10);
  if (kind < 5) return hostileText(chance);
  if (kind < 7) return chance.of(NUMBERS);
  if (kind === 7) return chance.of([true, false, null]);
  if (depth > 3) return [];
  if (kind === 8) return Array.from({ length: chance.below(6) }, () => hostileValue(chance, depth + 1));
  return Object.fromEntries(
    Array.from({ length: chance.below(4) }, () => [hostileText(chance).slice(0, 50), hostileValue(chance, depth + 1)]),
  );
} // prettier-ignore
