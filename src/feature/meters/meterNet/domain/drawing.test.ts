import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstClosed, foldNet, neighbourOf } from './fold.ts';
import { BOX, childrenOf, type Drawn, layoutOf } from './layout.ts';
import { fitOf, keptMiddle, openingOf, READABLE, centred, seenOf, ZOOM } from './view.ts';

const meter = (ammeterId: number, parentId: number | null, depth = 0): Drawn => ({
  ammeterId,
  parentId,
  depth,
});

/** An incomer, four feeders, and below each as many as asked for. */
const works = (each: number): Drawn[] => [
  meter(1, null),
  ...[2, 3, 4, 5].flatMap((feeder) => [
    meter(feeder, 1, 1),
    ...Array.from({ length: each }, (_, i) => meter(feeder * 1000 + i, feeder, 2)),
  ]),
];

/** Any network, also one that cannot be: rings, parents that are not there, meters below themselves. */
const anyNet = fc.array(fc.record({ up: fc.option(fc.integer({ min: 0, max: 60 })), depth: fc.nat(6) }), { maxLength: 60 }).map((list) => list.map(({ up, depth }, id) => meter(id, up, depth))); // prettier-ignore

describe('the drawing of a network', () => {
  test('has a place of its own for every meter, whatever the network is', () => {
    fc.assert(
      fc.property(anyNet, (meters) => {
        const { places, width, height } = layoutOf(meters);
        expect(places.size).toBe(meters.length);
        expect(new Set([...places.values()].map(({ x, y }) => `${x} ${Math.round(y * 2)}`)).size).toBe(
          meters.length,
        );
        for (const { x, y } of places.values()) {
          expect(x + BOX.width).toBeLessThanOrEqual(width);
          expect(y + BOX.height).toBeLessThanOrEqual(height);
        }
      }),
    );
  });

  test('a ring is drawn from the first of its meters on, an orphan at the left', () => {
    const { places } = layoutOf([meter(1, 3), meter(2, 1), meter(3, 2), meter(4, 99)]);
    expect([1, 2, 3, 4].map((id) => places.get(id)?.x)).toEqual([12, 258, 504, 12]);
    expect(childrenOf([meter(4, 99), meter(5, 5)]).get(null)).toEqual([4, 5]);
  });
});

describe('branches that are closed', () => {
  test('a network of 500 begins with what can be read, a small one whole', () => {
    const large = works(124);
    expect(large).toHaveLength(501);
    const folded = foldNet(large, firstClosed(large), null);
    expect(folded.meters.map(({ ammeterId }) => ammeterId)).toEqual([1, 2, 3, 4, 5]);
    expect([folded.below.get(1), folded.below.get(2)]).toEqual([500, 124]);
    expect(firstClosed(works(10)).size).toBe(0);
    // A flat network of incomers has nothing to close.
    const flat = Array.from({ length: 300 }, (_, i) => meter(i, null));
    expect(foldNet(flat, firstClosed(flat), null).meters).toHaveLength(300);
  });

  test('the way to the chosen meter stays open', () => {
    const large = works(124);
    const shown = foldNet(large, firstClosed(large), 2007).meters.map(({ ammeterId }) => ammeterId);
    expect(shown).toContain(2007);
    expect(shown).not.toContain(3007);
  });

  test('no meter is lost: what is drawn and what is closed are all of them', () => {
    fc.assert(
      fc.property(anyNet, fc.uniqueArray(fc.nat(60)), fc.option(fc.nat(60)), (meters, closed, shown) => {
        expect(foldNet(meters, new Set(), shown).meters).toHaveLength(meters.length);
        const { meters: drawn, below } = foldNet(meters, new Set(closed), shown);
        if (meters.length > 0) expect(drawn.length).toBeGreaterThan(0);
        for (const n of below.values()) expect(n).toBeLessThan(meters.length);
      }),
    );
  });

  test('arrows lead up, down, and along', () => {
    const meters = works(2);
    expect(['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'Home', 'x'].map((key) => neighbourOf(meters, 3, key))).toEqual([3000, 1, 2, 4, 1, undefined]); // prettier-ignore
    expect(neighbourOf(meters, 1, 'ArrowLeft')).toBeUndefined();
    expect(neighbourOf(meters, 99, 'ArrowLeft')).toBeUndefined();
  });
});

describe('zoom', () => {
  test('a drawing is opened so that it can be read: whole where that can be, never blown up', () => {
    const area = { width: 1100, height: 640 };
    const large = layoutOf(works(10));
    expect(fitOf(large, area)).toBeLessThan(0.25);
    expect(openingOf(large, area)).toBe(READABLE);
    expect(openingOf(layoutOf(works(1)), area)).toBe(1);
    const between = { width: 1250, height: 400 };
    expect(openingOf(between, area)).toBe(fitOf(between, area));
    // The smallest text of a box, 12 px, and its name of 13.
    expect([12 * READABLE >= 9.5, 13 * READABLE >= 10]).toEqual([true, true]);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50_000 }),
        fc.integer({ min: 1, max: 50_000 }),
        (width, height) => {
          const zoom = openingOf({ width, height }, area);
          expect(zoom).toBeGreaterThanOrEqual(READABLE);
          expect(zoom).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  test('a place is brought into the middle as far as the drawing goes', () => {
    expect([centred(1000, 400, 0.8), centred(100, 400, 0.8)]).toEqual([600, 0]);
  });

  test('as a whole it is seen at once, and never blown up', () => {
    expect(fitOf({ width: 2000, height: 500 }, { width: 1000, height: 600 })).toBe(0.5);
    expect(fitOf({ width: 200, height: 50 }, { width: 1000, height: 600 })).toBe(1);
    expect(fitOf({ width: 1e6, height: 50 }, { width: 100, height: 60 })).toBe(ZOOM.least);
    expect(fitOf({ width: 200, height: 50 }, { width: 0, height: 0 })).toBe(1);
  });

  test('the middle stays where it was, and the map shows what is in sight', () => {
    expect(keptMiddle(500, 1000, 1, 2)).toBe(1500);
    expect(keptMiddle(0, 1000, 1, 0.5)).toBe(0);
    const drawing = { width: 2000, height: 400 };
    expect(seenOf(drawing, { width: 1000, height: 600, left: 100, top: 0 }, 1)).toEqual({ x: 100, y: 0, width: 1000, height: 400 }); // prettier-ignore
    expect(seenOf(drawing, { width: 1000, height: 600, left: 0, top: 0 }, 0.5)).toEqual({
      x: 0,
      y: 0,
      ...drawing,
    });
  });
});
