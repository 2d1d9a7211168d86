import { expect, it } from 'vitest';
import { isSealed, sealed } from './seal.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

it('knows its own words, which stay JSON, and nobody else’s', () => {
  const own = sealed('{"a":1}');
  expect(isSealed(bytes(own))).toBe(true);
  expect(JSON.parse(own)).toEqual({ a: 1 });
  for (const text of ['', '\n', '{"a":1}', '{"a":1}\n', '{"a":1}\t \t\n', `${own}x`])
    expect(isSealed(bytes(text))).toBe(false);
});
