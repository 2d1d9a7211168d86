import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { storable, storableJson } from './storable.ts';

const unit = fc.oneof(
  fc.constantFrom('\0', '\ud83d', '\udfff', '\\', '\\u0000', '\\ud800', '"', '😀', 'a'),
  fc.string({ unit: 'binary' }),
);
const anyText = fc.array(unit, { maxLength: 8 }).map((parts) => parts.join(''));
const isHeld = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);

it('a text is as it was, but for what no database holds', () => {
  fc.assert(
    fc.property(anyText, fc.nat({ max: 12 }), (text, most) => {
      expect(isHeld(storable(text, most))).toBe(true);
      expect(storable(text, most)).toHaveLength(Math.min(text.length, most));
      if (isHeld(text)) expect(storable(text)).toBe(text);
    }),
  );
  expect(storable('a\0b😀', 4)).toBe('a\uFFFDb\uFFFD');
});

it('names and texts of JSON too', () => {
  fc.assert(
    fc.property(fc.dictionary(anyText, anyText), (value) => {
      const held = storableJson(value);
      expect(JSON.parse(held)).toEqual(
        Object.fromEntries(Object.entries(value).map(([name, text]) => [storable(name), storable(text)])),
      );
      expect(held).not.toMatch(/(?<!\\)(?:\\\\)*\\u0000/);
    }),
  );
});
