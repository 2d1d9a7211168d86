import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyScene, type Scene, type SceneElement } from '#contract/scene/scene.ts';
import { NO_NAMES } from './label.ts';
import { oneLineOf } from './oneLine.ts';
import type { Positions } from './supply.ts';
import { whatIf } from './whatIf.ts';

const symbol = (id: string, name: string, ammeterId?: number, rest: object = {}): SceneElement => ({
  id,
  type: 'symbol',
  layer: 'l',
  symbol: name,
  x: 0,
  y: 0,
  label: id,
  ...rest,
  ...(ammeterId === undefined
    ? {}
    : {
        bindings: [
          {
            source: { kind: 'item', ammeterId, dataCode: 'PZ' },
            map: { kind: 'format', decimals: 0, unit: null },
          },
        ],
      }),
});
const wire = (from: string, to: string): SceneElement => ({ id: `${from}-${to}`, type: 'wire', layer: 'l', from: { element: from, port: 'b' }, to: { element: to, port: 'a' } }); // prettier-ignore
const bus = (id: string): SceneElement => ({ id, type: 'bus', layer: 'l', x: 0, y: 0, length: 100 });
const onto = (from: string, to: string): SceneElement => ({ id: `${from}-${to}`, type: 'wire', layer: 'l', from: { element: from, port: 'b' }, to: { element: to, at: 0 } }); // prettier-ignore
const off = (from: string, to: string): SceneElement => ({ id: `${from}-${to}`, type: 'wire', layer: 'l', from: { element: from, at: 0 }, to: { element: to, port: 'a' } }); // prettier-ignore

/** Two transformers, a bus each, a tie between. */
const plant: Scene = {
  ...emptyScene([{ id: 'l', name: 'l' }]),
  elements: [
    symbol('s', 'supply'),
    bus('hv'),
    onto('s', 'hv'),
    symbol('T1', 'transformer2', 11, { kva: 1000 }),
    symbol('T2', 'transformer2', 12, { kva: 1000 }),
    off('hv', 'T1'),
    off('hv', 'T2'),
    bus('b1'),
    bus('b2'),
    symbol('q1', 'breaker'),
    symbol('q2', 'breaker'),
    wire('T1', 'q1'),
    wire('T2', 'q2'),
    onto('q1', 'b1'),
    onto('q2', 'b2'),
    symbol('tie', 'breaker'),
    off('b1', 'tie'),
    onto('tie', 'b2'),
    symbol('q3', 'breaker'),
    off('b1', 'q3'),
    symbol('m1', 'motor', 1),
    wire('q3', 'm1'),
    symbol('m2', 'motor', 2),
    off('b1', 'm2'),
    symbol('m3', 'motor', 3),
    off('b2', 'm3'),
  ],
};
const kW = new Map<number, number | null>([[1, 100], [2, 50], [3, 300], [11, 160], [12, 310]]); // prettier-ignore
const power = { of: (id: number) => kW.get(id) ?? null, site: 480 };
const stand = (more: Record<string, 'open' | 'closed' | null> = {}): Positions =>
  new Map(Object.entries({ q1: 'closed', q2: 'closed', q3: 'closed', tie: 'open', ...more }) as never);
const ids = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);

describe('what if', () => {
  it('an infeed is opened: its bus loses supply, the transformer its load, the site what was taken', () => {
    const found = whatIf(plant, stand(), stand({ q1: 'open' }), power, NO_NAMES);
    expect(ids(found.lost)).toEqual(['m1', 'm2']);
    expect(found).toMatchObject({ lostKW: 150, movedKW: 0, moved: [], before: 480, after: 330, unknown: 0 });
    expect(found.transformers).toMatchObject([
      // 10 kW of its own stay: it is fed still.
      { id: 'T1', before: 160, after: 10, kva: 1000 },
      { id: 'T2', before: 310, after: 310 },
    ]);
  });

  it('the tie is closed as well: all moves to the other transformer', () => {
    const found = whatIf(plant, stand(), stand({ q1: 'open', tie: 'closed' }), power, NO_NAMES);
    expect(found).toMatchObject({ lost: [], movedKW: 150, after: 480 });
    expect(ids(found.moved)).toEqual(['m1', 'm2']);
    expect(found.transformers).toMatchObject([{ after: 10 }, { after: 460 }]);
  });

  it('what comes back is named without a power, what depends on an unknown position is uncertain', () => {
    expect(ids(whatIf(plant, stand({ q3: 'open' }), stand(), power, NO_NAMES).returning)).toEqual(['m1']);
    const unknown = whatIf(plant, stand(), stand({ q3: null }), power, NO_NAMES);
    expect(ids(unknown.uncertain)).toEqual(['m1']);
    expect(unknown.lost).toEqual([]);
  });

  it('a power that is not known is counted as not known, never as 0', () => {
    const found = whatIf(plant, stand(), stand({ q3: 'open' }), { of: () => null, site: null }, NO_NAMES);
    expect(found).toMatchObject({ unknown: 1, lostKW: 0, before: null, after: null });
    expect(found.lost[0]?.kW).toBeNull();
  });

  it('agrees with a fold over the meter tree in any network of the archive', () => {
    const trees = fc.tuple(
      fc.array(fc.nat(40), { minLength: 3, maxLength: 40 }),
      fc.nat(39),
      fc.array(fc.nat(999), { minLength: 40, maxLength: 40 }),
    );
    fc.assert(
      fc.property(trees, ([parents, opened, powers]) => {
        const meters = parents.map((parent, i) => ({
          ammeterId: i + 1,
          code: `E-${i + 1}`,
          name: `N${i + 1}`,
          parentId: i === 0 ? null : (parent % i) + 1,
          ratedPower: null,
          transformer: false,
          capacity: null,
        }));
        const { scene } = oneLineOf({ meters, points: [] }, null);
        const which = (opened % meters.length) + 1;
        const closed = new Map(meters.map(({ ammeterId }) => [`m${ammeterId}.breaker`, 'closed' as const]));
        const found = whatIf(
          scene,
          closed,
          new Map([...closed, [`m${which}.breaker`, 'open' as const]]),
          { of: (id) => powers[id - 1] ?? null, site: null },
          NO_NAMES,
        );
        // By the tree alone: leaves at or below the meter whose breaker opens.
        const below = (id: number): number[] => [
          id,
          ...meters.filter((one) => one.parentId === id).flatMap((one) => below(one.ammeterId)),
        ];
        const leaves = below(which).filter((id) => !meters.some((one) => one.parentId === id));
        expect(new Set(found.lost.map(({ ammeterId }) => ammeterId))).toEqual(new Set(leaves));
        expect(found.lost).toHaveLength(leaves.length);
        expect(found.lostKW).toBe(leaves.reduce((total, id) => total + (powers[id - 1] ?? 0), 0));
      }),
      { numRuns: 60 },
    );
  });
});
