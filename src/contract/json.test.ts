import { expect, it } from 'vitest';
import { isTooDeep, MOST_DEPTH, readJson } from './json.ts';

const nested = (depth: number, open = '[', close = ']', inner = ''): string =>
  open.repeat(depth) + inner + close.repeat(depth);

it('reads what nests to the limit and nothing deeper, of lists and of objects', () => {
  expect(readJson(nested(MOST_DEPTH))).toBeDefined();
  expect(readJson(nested(MOST_DEPTH + 1))).toBeUndefined();
  expect(readJson(nested(MOST_DEPTH, '{"a":', '}', '1'))).toBeDefined();
  expect(readJson(nested(MOST_DEPTH + 1, '{"a":', '}', '1'))).toBeUndefined();
  expect(readJson(nested(1_000_000))).toBeUndefined();
});

it('counts no bracket within a text, whatever is escaped there', () => {
  expect(isTooDeep(JSON.stringify({ a: nested(5000), b: '"[[[[\\"[', c: '\\' }), 2)).toBe(false);
  expect(isTooDeep('["\\\\",[[[]]]]', 3)).toBe(true);
  expect(isTooDeep('["\\\\\\"",[[]]]', 3)).toBe(false);
});

it('counts what stands inside, not beside', () => {
  expect(readJson(`[${'[],'.repeat(10_000)}[]]`)).toHaveLength(10_001);
});

it('answers nothing for what is no JSON, and null for null', () => {
  expect(readJson('{')).toBeUndefined();
  expect(readJson('')).toBeUndefined();
  expect(readJson('null')).toBeNull();
});
