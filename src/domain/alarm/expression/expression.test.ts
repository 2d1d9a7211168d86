import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate, namesOf } from './evaluate.ts';
import { ExpressionError } from './node.ts';
import { MAX_NODES, parseExpression } from './parse.ts';
import { MAX_LENGTH } from './token.ts';

const NAMES = new Set(['PZ', 'UA', 'UB', 'PP', 'FZ']);
const parse = (text: string) => parseExpression(text, (name) => NAMES.has(name));
const VALUES: Readonly<Record<string, number | null>> = { PZ: 120, UA: 230, UB: 220, FZ: null };
const ask = (text: string): boolean | null =>
  evaluate(parse(text), {
    value: (name) => VALUES[name] ?? null,
    window: (of, name, ms) =>
      name === 'PZ' && ms === 900_000 ? { avg: 90, min: 10, max: 130, rate: 5 }[of] : null,
  });

describe('an expression', () => {
  it.each([
    ['PZ > 100', true],
    ['pz>100 AND ua < 225', false],
    ['PZ > 100 and not UA < 225 or FZ > 1', true],
    ['FZ > 0.9 or PZ > 100', true],
    ['FZ > 0.9 and PZ > 100', null],
    ['FZ > 0.9 and PZ > 200', false],
    ['not FZ > 0.9', null],
    ['abs(UA - UB) / max(UA, UB) * 100 >= 4.3', true],
    ['2 + 3 * 4 = 14', true],
    ['(2 + 3) * 4 = 20', true],
    ['10 - 4 - 3 = 3', true],
    ['-PZ < - - 1', true],
    ['PZ / (UA - 230) > 0', null],
    ['PZ > avg(PZ, 15m) * 1.3', true],
    ['max(PZ, 15m) - min(PZ, 15m) != 120', false],
    ['rate(PZ, 15m) > 4 and rate(PP, 1h) > 1', null],
    ['(PZ > 1) and (UA > 1)', true],
  ])('%s is %s', (text, expected) => {
    expect(ask(text)).toBe(expected);
  });

  it.each([
    ['', 'unfinished', 0],
    ['PZ', 'truthExpected', 0],
    ['PZ >', 'unfinished', 4],
    ['PZ > 100 100', 'unexpected', 9],
    ['PQ > 1', 'unknownName', 0],
    ['sin(PZ) > 1', 'unknownFunction', 0],
    ['abs(PZ, 1) > 1', 'arguments', 0],
    ['min(PZ) > 1', 'arguments', 0],
    ['avg(PZ, 25h) > 1', 'span', 8],
    ['avg(PZ, 0m) > 1', 'span', 8],
    ['avg(PZ + 1, 15m) > 1', 'arguments', 0],
    ['PZ > 15m', 'number', 5],
    ['(PZ > 1', 'unfinished', 7],
    ['PZ > 1 + (UA > 2)', 'numberExpected', 9],
    ['PZ and UA > 1', 'truthExpected', 0],
    ['PZ > 1; drop table', 'sign', 6],
    ['PZ.constructor > 1', 'sign', 2],
    ['__proto__ > 1', 'sign', 0],
    ['constructor > 1', 'unknownName', 0],
    ['PZ > "1"', 'sign', 5],
    ['1 < 2 < 3', 'unexpected', 6],
    [`PZ > ${'('.repeat(400)}1${')'.repeat(400)}`, 'tooLarge', 204],
    [`PZ > ${'-'.repeat(900)}1`, 'tooLarge', 205],
    ['x'.repeat(MAX_LENGTH + 1), 'tooLong', MAX_LENGTH],
  ])('%s is refused: %s at %s', (text, reason, at) => {
    let refused: unknown;
    try {
      parse(text);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(ExpressionError);
    expect(refused).toMatchObject({ reason, at });
  });

  it('takes as many nodes as allowed and tells the names and the longest span of each', () => {
    const sum = Array.from({ length: MAX_NODES / 2 - 2 }, () => 'PZ').join('+');
    expect(() => parse(`${sum} > 1`)).not.toThrow();
    expect(namesOf(parse('avg(PZ, 1m) > PZ and max(PZ, 15m) > UA'))).toEqual(
      new Map([
        ['PZ', 900_000],
        ['UA', 0],
      ]),
    );
  });

  it('of any text is read or refused with a place inside it, never anything else', () => {
    const piece = fc.constantFrom(
      'PZ',
      '>',
      '(',
      ')',
      '1',
      'and',
      'or',
      'not',
      '-',
      '15m',
      'avg',
      ',',
      ' ',
      '$',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 300 }).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(text, (one) => {
        try {
          parse(one);
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
          expect((error as ExpressionError).at).toBeLessThanOrEqual(one.length);
        }
      }),
    );
  });
});
