import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyScene, type Scene, type SceneElement } from '#contract/scene/scene.ts';
import { fedOf, netOf, voltagesOf } from './supply.ts';

const symbol = (id: string, name: string, kv?: number): SceneElement => ({ id, type: 'symbol', layer: 'l', symbol: name, x: 0, y: 0, ...(kv === undefined ? {} : { kv }) }); // prettier-ignore
const wire = (from: string, to: string, ports = 'ba'): SceneElement => ({
  id: `${from}-${to}`,
  type: 'wire',
  layer: 'l',
  from: { element: from, port: ports[0] ?? 'a' },
  to: { element: to, port: ports[1] ?? 'a' },
});
const scene = (...elements: SceneElement[]): Scene => ({ ...emptyScene([{ id: 'l', name: 'l' }]), elements });

describe('what is fed', () => {
  const line = scene(
    symbol('s', 'supply', 10),
    symbol('q1', 'breaker'),
    symbol('t', 'transformer2'),
    symbol('q2', 'breaker'),
    symbol('m', 'motor'),
    wire('s', 'q1'),
    wire('q1', 't'),
    wire('t', 'q2'),
    wire('q2', 'm'),
  );
  const fed = (positions: Record<string, 'open' | 'closed' | null>) =>
    fedOf(netOf(line), new Map(Object.entries(positions)));

  it('ends at an open switch, and is not known behind one whose position is not', () => {
    expect(fed({}).get('m')).toBe('live');
    expect(fed({ q1: 'closed', q2: 'open' }).get('m')).toBe('dead');
    expect(fed({ q2: 'open' }).get('q2')).toBe('live');
    expect(fed({ q1: null }).get('m')).toBe('unknown');
    expect(fed({ q1: null, q2: 'open' }).get('m')).toBe('dead');
    expect(fed({ q1: null }).get('q1')).toBe('live');
  });

  it('a way that is certain counts before one that is not', () => {
    const ring = scene(...line.elements, symbol('q3', 'breaker'), wire('s', 'q3'), wire('q3', 't'));
    expect(fedOf(netOf(ring), new Map([['q1', null], ['q3', 'closed']])).get('m')).toBe('live'); // prettier-ignore
  });

  it('nothing feeds a load backwards, and nothing is fed without a source', () => {
    const two = scene(symbol('s', 'supply'), symbol('a', 'motor'), symbol('b', 'motor'), wire('s', 'a'), wire('a', 'b')); // prettier-ignore
    expect(fedOf(netOf(two), new Map()).get('b')).toBe('dead');
    expect(fedOf(netOf(scene(symbol('b', 'motor'))), new Map()).get('b')).toBe('dead');
  });

  it('a transfer switch feeds what hangs below it from either incomer, and no incomer', () => {
    const two = scene(
      symbol('s', 'supply', 0.4),
      symbol('q1', 'breaker'),
      symbol('n', 'junction'),
      symbol('m1', 'motor'),
      symbol('g', 'generator'),
      symbol('x', 'transferSwitch'),
      symbol('m2', 'motor'),
      wire('s', 'q1'),
      wire('q1', 'n'),
      wire('n', 'm1'),
      wire('n', 'x', 'ca'),
      wire('g', 'x', 'bc'),
      wire('x', 'm2'),
    );
    const net = netOf(two);
    const told = (positions: Record<string, 'open' | 'closed' | null>): unknown[] => {
      const found = fedOf(net, new Map(Object.entries(positions)));
      return ['n', 'm1', 'm2'].map((id) => found.get(id));
    };
    expect(told({})).toEqual(['live', 'live', 'live']);
    expect(told({ q1: 'open' })).toEqual(['dead', 'dead', 'live']);
    expect(told({ q1: null })).toEqual(['unknown', 'unknown', 'live']);
    expect(told({ x: 'open' })).toEqual(['live', 'live', 'dead']);
    // The level of voltage is one on all its sides.
    expect(['n', 'x', 'g', 'm2'].map((id) => voltagesOf(two, net).get(id))).toEqual([0.4, 0.4, 0.4, 0.4]);
  });

  it('a level of voltage ends at transformers', () => {
    const levels = voltagesOf(line, netOf(line));
    expect(levels.get('q1')).toBe(10);
    expect(levels.get('q2')).toBeUndefined();
  });

  it('what is written at a transformer is the level of neither side', () => {
    const both = scene(
      symbol('s', 'supply'),
      symbol('t', 'transformer2', 10),
      wire('s', 't'),
      symbol('q', 'breaker'),
      wire('t', 'q'),
      { id: 'b', type: 'bus', layer: 'l', x: 0, y: 0, length: 9, kv: 0.4 },
      { id: 'q-b', type: 'wire', layer: 'l', from: { element: 'q', port: 'b' }, to: { element: 'b', at: 0 } },
    );
    const levels = voltagesOf(both, netOf(both));
    expect(['s', 's-t', 'q', 'b'].map((id) => levels.get(id))).toEqual([undefined, undefined, 0.4, 0.4]);
  });

  it('agrees with a search of every way in random nets', () => {
    const knots = 7;
    const nets = fc.record({
      joined: fc.uniqueArray(fc.tuple(fc.nat(knots), fc.nat(knots)), { maxLength: 14, selector: String }),
      positions: fc.array(fc.constantFrom('open' as const, 'closed' as const, null), {
        minLength: knots,
        maxLength: knots,
      }),
    });
    fc.assert(
      fc.property(nets, ({ joined, positions }) => {
        const names = ['s', ...positions.map((_, i) => `q${i}`)];
        const elements = names.map((id) => symbol(id, id === 's' ? 'supply' : 'breaker'));
        const pairs = joined
          .filter(([a, b]) => a !== b)
          .map(([a, b]) => [names[a] ?? '', names[b] ?? ''] as const);
        const one = scene(...elements, ...pairs.map(([a, b]) => wire(a, b)));
        const stand = new Map(positions.map((position, i) => [`q${i}`, position]));
        const found = fedOf(netOf(one), stand);
        // Every way without a repetition, by depth; the inner knots of a way must pass.
        const ways = (to: string, passes: (id: string) => boolean): boolean => {
          const walk = (at: string, seen: readonly string[]): boolean =>
            at === to ||
            ((at === 's' || passes(at)) &&
              pairs.some(([a, b]) => {
                const next = a === at ? b : b === at ? a : null;
                return next !== null && !seen.includes(next) && walk(next, [...seen, next]);
              }));
          return walk('s', ['s']);
        };
        for (const id of names) {
          const sure = ways(id, (knot) => stand.get(knot) === 'closed');
          const perhaps = ways(id, (knot) => stand.get(knot) !== 'open');
          expect(found.get(id)).toBe(sure ? 'live' : perhaps ? 'unknown' : 'dead');
        }
      }),
      { numRuns: 150 },
    );
  });
});
