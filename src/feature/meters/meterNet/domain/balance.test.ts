import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askedClass, classOf } from '#domain/figure/accuracy.ts';
import { balanceOf } from './balance.ts';

const counted = (energy: number | null, limit = 1) => ({
  meterId: 1,
  energy: energy === null ? null : BigInt(energy) * 1_000_000n,
  limit,
});

describe('balance of a node', () => {
  test('tells the rest, its share, and how far the classes of the meters may shift it', () => {
    const found = balanceOf(counted(1000), [counted(600), counted(380)]);
    expect(found).toMatchObject({ below: 980_000_000n, rest: 20_000_000n, share: 0.02, verdict: 'loss' });
    // 2 / √3 · √(10² + 6² + 3.8²)
    expect(found.uncertainty).toBeCloseTo(14.163, 2);
    expect(balanceOf(counted(1000), [counted(990)]).verdict).toBe('even');
    expect(balanceOf(counted(1000), [counted(1100)]).verdict).toBe('negative');
  });

  test('is open where a figure is missing, and never takes it for 0', () => {
    expect(balanceOf(counted(null), [counted(1)])).toMatchObject({ rest: null, verdict: 'open' });
    expect(balanceOf(counted(1000), [counted(600), counted(null)])).toMatchObject({
      below: null,
      rest: null,
      verdict: 'open',
    });
    expect(balanceOf(counted(5), []).verdict).toBe('open');
    expect(balanceOf(counted(0), [counted(0)])).toMatchObject({ share: null, verdict: 'even' });
  });

  test('is exact whatever the amounts', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 18n),
        fc.array(fc.bigInt(0n, 10n ** 17n), { minLength: 1 }),
        (own, below) => {
          const found = balanceOf(
            { meterId: 0, energy: own, limit: 1 },
            below.map((energy, i) => ({ meterId: i + 1, energy, limit: 1 })),
          );
          expect((found.rest ?? 0n) + below.reduce((a, b) => a + b, 0n)).toBe(own);
        },
      ),
    );
  });
});

test('accuracy classes as people write them', () => {
  for (const [written, limit] of [
    ['0.5S', 0.5],
    ['1.0级', 1],
    ['±2.5%', 2.5],
    ['Ｃlass ０．２', 0.2],
    ['B', null],
    ['', null],
    [null, null],
    ['1000', null],
  ] as const)
    expect(classOf(written)).toBe(limit);
  expect([askedClass('1'), askedClass('2'), askedClass('99')]).toEqual([1, 2.5, 2.5]);
});
