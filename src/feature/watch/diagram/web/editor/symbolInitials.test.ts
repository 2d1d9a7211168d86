import { pinyin } from 'pinyin-pro';
import { expect, it } from 'vitest';
import { SYMBOLS } from '#domain/scene/symbol/symbols.ts';
import { INITIALS } from './symbolInitials.ts';

it('every symbol is found by the initials of its name', () => {
  const made = SYMBOLS.map(({ name, title }) => [
    name,
    pinyin(title.zh, { pattern: 'first', toneType: 'none', type: 'array' })
      .join('')
      .toLowerCase()
      .replace(/[^a-z]/g, ''),
  ]);
  expect(INITIALS).toEqual(Object.fromEntries(made));
});
