import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Composition, composedSamples, partsOf, truthOf } from './compose.ts';

const whole: Composition<string> = {
  kind: 'and',
  parts: ['a', { kind: 'atLeast', need: 2, parts: ['b', 'c', 'd'] }],
};
const truths = (text: string) => (part: string) =>
  ({ t: true, f: false, '?': null })[text.charAt('abcd'.indexOf(part))] ?? null;

it.each([
  ['tttf', true],
  ['ftt?', false],
  ['tt?f', null],
  ['tff?', false],
  ['?ttt', null],
  ['tt?t', true],
])('a and two of b, c, d of %s is %s', (text, expected) => {
  expect(truthOf(whole, truths(text))).toBe(expected);
});

it('names each part once', () => {
  expect(partsOf({ kind: 'or', parts: ['a', { kind: 'and', parts: ['b', 'a'] }] })).toEqual(['a', 'b']);
});

it('is unknown until its parts are heard, and steps once where several change together', () => {
  const changes = [
    { at: 1, part: 'a', truth: true },
    { at: 2, part: 'b', truth: true },
    { at: 2, part: 'c', truth: true },
    { at: 3, part: 'a', truth: false },
    { at: 4, part: 'a', truth: null },
  ];
  expect(composedSamples(whole, changes).map(({ at, verdict }) => [at, verdict])).toEqual([
    [1, 'unknown'],
    [2, 'raise'],
    [3, 'clear'],
    [4, 'unknown'],
  ]);
});

it('what is unknown decides only if both of its values would say the same', () => {
  const tree = fc.letrec<{ whole: Composition<string> }>((tie) => ({
    whole: fc
      .record({
        kind: fc.constantFrom('and', 'or', 'atLeast' as const),
        parts: fc.array(fc.oneof({ maxDepth: 3 }, fc.constantFrom('a', 'b', 'c', 'd'), tie('whole')), {
          minLength: 1,
          maxLength: 4,
        }),
      })
      .chain(({ kind, parts }) =>
        fc
          .integer({ min: 1, max: parts.length })
          .map((need) => ({ kind, parts, need }) as Composition<string>),
      ),
  })).whole;
  const word = fc.array(fc.constantFrom('t', 'f', '?'), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(tree, word, word, (one, letters, fill) => {
      const known = truthOf(one, truths(letters.join('')));
      if (known === null) return;
      const filled = letters.map((letter, i) => (letter === '?' ? (fill[i] === 't' ? 't' : 'f') : letter));
      expect(truthOf(one, truths(filled.join('')))).toBe(known);
    }),
  );
});
