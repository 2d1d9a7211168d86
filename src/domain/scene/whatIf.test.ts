import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyScene, type Scene, type SceneElement } from '#contract/scene/scene.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { NO_NAMES } from './label.ts';
import { oneLineOf } from './oneLine.ts';
import type { Positions } from './supply.ts';
import type { Power } from './transformerLoad.ts';
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

const scene = (...elements: SceneElement[]): Scene => ({ ...emptyScene([{ id: 'l', name: 'l' }]), elements });

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

  const signs = { exact: '', atLeast: '>= ', atMost: '<= ' };
  const word = (kW: number | null, bound: keyof typeof signs): string =>
    kW === null ? '--' : `${signs[bound]}${kW}`;
  /** Loads of the transformers before and after, in words. */
  const loads = (from: Positions, to: Positions, told: Power = power): string[] =>
    whatIf(plant, from, to, told, NO_NAMES).transformers.map((one) => {
      const [before, after] = [word(one.before, one.beforeBound), word(one.after, one.afterBound)];
      return `${before} ${after}${one.touched ? '' : ' same'}`;
    });

  it('what two feed side by side is counted anew at the one that is left, not on top of its part', () => {
    const both = stand({ tie: 'closed' });
    expect(loads(both, stand({ tie: 'closed', q1: 'open' }))).toEqual(['160 0', '310 450']);
    expect(loads(both, stand())).toEqual(['160 150', '310 300']);
    // How they will share is nobody's to know, nor how the rest is shared when a part goes.
    expect(loads(stand(), both)).toEqual(['160 --', '310 --']);
    expect(loads(both, stand({ tie: 'closed', q3: 'open' }))).toEqual(['160 --', '310 --']);
    // Nor what either has now, where no meter stands at it.
    const inner: Power = { of: (id) => (id > 10 ? null : power.of(id)), site: 480 };
    expect(loads(both, stand(), inner)).toEqual(['-- 150', '-- 300']);
    // A tie whose position is not known may join them: what stays as it is does not matter.
    const perhaps = (more: object = {}) => stand({ tie: null, ...more });
    expect(loads(perhaps(), perhaps({ q1: 'open' }))).toEqual(['160 0', '310 --']);
    expect(loads(perhaps(), perhaps())).toEqual(['160 160 same', '310 310 same']);
  });

  it('with a source of its own below a transformer shares what lies there', () => {
    const works: Scene = { ...plant, elements: [...plant.elements, symbol('pv', 'pv'), symbol('q9', 'breaker'), wire('pv', 'q9'), onto('q9', 'b1')] }; // prettier-ignore
    const of = (from: Positions, to: Positions) =>
      whatIf(works, from, to, power, NO_NAMES).transformers.map(({ after }) => after);
    expect(of(stand({ q9: 'closed' }), stand({ q9: 'closed', q3: 'open' }))).toEqual([null, 310]);
    expect(of(stand({ q9: 'closed' }), stand({ q9: 'open' }))).toEqual([150, 310]);
    expect(of(stand({ q9: 'open' }), stand({ q9: 'open', q3: 'open' }))).toEqual([60, 310]);
  });

  it('a power that is not known makes a load a bound, and its transformer is told of all the same', () => {
    const told = (...silent: number[]): Power => ({ of: (id) => (silent.includes(id) ? null : power.of(id)), site: 480 }); // prettier-ignore
    const moved = stand({ q1: 'open', tie: 'closed' });
    expect(loads(stand(), moved, told(1))).toEqual(['160 <= 110', '310 >= 360']);
    expect(loads(stand(), moved, told(1, 2))).toEqual(['160 <= 160', '310 >= 310']);
    expect(loads(stand(), moved, told(1, 2, 11, 12))).toEqual(['-- --', '300 >= 300']);
    expect(whatIf(plant, stand(), moved, told(1), NO_NAMES)).toMatchObject({
      after: 480,
      afterBound: 'exact',
    });
    const site = (from: Positions, to: Positions, one: Power) => {
      const { before, beforeBound, after, afterBound } = whatIf(plant, from, to, one, NO_NAMES);
      return [before, beforeBound, after, afterBound];
    };
    const [open, off] = [stand({ q1: 'open' }), stand({ q3: 'open' })];
    expect(site(stand(), open, told(1))).toEqual([480, 'exact', 430, 'atMost']);
    // What comes back takes something; with a silent one that goes the sum may be either.
    expect(site(off, stand(), told())).toEqual([480, 'exact', 480, 'atLeast']);
    expect(site(off, stand({ q1: 'open' }), told(2))).toEqual([480, 'exact', 480, 'atMost']);
    expect(site(stand({ q3: 'open', q2: 'closed' }), stand({ q2: 'open' }), told(3))).toEqual([480, 'exact', null, 'exact']); // prettier-ignore
    // Without a measured supply the picture stands for it, and a silent load makes it a bound.
    const inner: Power = { of: (id) => (id === 1 || id > 10 ? null : power.of(id)), site: null };
    expect(site(stand(), stand({ q2: 'open' }), inner)).toEqual([350, 'atLeast', 50, 'atLeast']);
    // What may lose its supply may take nothing then.
    expect(site(stand({ tie: null }), stand({ q1: 'open', tie: null }), told())).toEqual([
      480,
      'exact',
      480,
      'atMost',
    ]);
  });

  it('what transformers have together stays, however ties join and part them', () => {
    const works = (count: number): Scene => {
      const bays = Array.from({ length: count }, (_, i) => [
        symbol(`T${i}`, 'transformer2', 100 + i),
        off('hv', `T${i}`),
        symbol(`q${i}`, 'breaker'),
        wire(`T${i}`, `q${i}`),
        bus(`b${i}`),
        onto(`q${i}`, `b${i}`),
        symbol(`m${i}`, 'motor', i),
        off(`b${i}`, `m${i}`),
      ]);
      const joints = Array.from({ length: count - 1 }, (_, i) => [
        symbol(`t${i}`, 'breaker'),
        off(`b${i}`, `t${i}`),
        onto(`t${i}`, `b${i + 1}`),
      ]);
      return scene(symbol('s', 'supply'), bus('hv'), onto('s', 'hv'), ...bays.flat(), ...joints.flat());
    };
    const plants = fc.integer({ min: 2, max: 5 }).chain((count) =>
      fc.record({
        loads: fc.array(fc.nat(500), { minLength: count, maxLength: count }),
        ties: fc.array(fc.boolean(), { minLength: count - 1, maxLength: count - 1 }),
        /** Which ties are closed later, and which transformers are off then. */
        later: fc.array(fc.boolean(), { minLength: count - 1, maxLength: count - 1 }),
        off: fc.array(fc.boolean(), { minLength: count, maxLength: count }),
        /** % of what several have together, of each but the last. */
        split: fc.nat(20),
      }),
    );
    const positions = (ties: readonly boolean[], gone: readonly boolean[]): Positions =>
      new Map([
        ...ties.map((closed, i) => [`t${i}`, closed ? 'closed' : 'open'] as const),
        ...gone.map((open, i) => [`q${i}`, open ? 'open' : 'closed'] as const),
      ]);
    fc.assert(
      fc.property(plants, ({ loads: taken, ties, later, off: gone, split }) => {
        const plant = works(taken.length);
        // What stands side by side has any part of what its buses take together.
        const measured = new Map(taken.map((kW, i) => [i, kW]));
        for (let i = 0; i < taken.length;) {
          let end = i;
          while (ties[end] === true) end++;
          const total = sumOf(taken.slice(i, end + 1)) ?? 0;
          const part = Math.floor((total * split) / 100);
          for (let one = i; one < end; one++) measured.set(100 + one, part);
          measured.set(100 + end, total - part * (end - i));
          i = end + 1;
        }
        const told: Power = { of: (id) => measured.get(id) ?? null, site: null };
        const found = whatIf(plant, positions(ties, []), positions(later, gone), told, NO_NAMES);
        const after = found.transformers.map((one) => one.after);
        fc.pre(after.every((one) => one !== null));
        expect(found.transformers.every(({ beforeBound, afterBound }) => beforeBound === 'exact' && afterBound === 'exact')).toBe(true); // prettier-ignore
        expect(sumOf([...after, found.lostKW])).toBe(sumOf(taken));
      }),
      { numRuns: 300 },
    );
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

  it('a part that is lost is counted at its uppermost meter: what is not metered below it is lost too', () => {
    const meter = (ammeterId: number, parentId: number | null) => ({ ammeterId, parentId, code: `E${ammeterId}`, name: 'N', ratedPower: null, transformer: false, capacity: null }); // prettier-ignore
    const { scene } = oneLineOf({ meters: [meter(1, null), meter(2, 1), meter(3, 1)], points: [] }, null);
    const told = new Map([[1, 1000], [2, 300], [3, 320]]); // prettier-ignore
    const closed: Positions = new Map([1, 2, 3].map((id) => [`m${id}.breaker`, 'closed'] as const));
    const open = (id: number, site: number | null) =>
      whatIf(scene, closed, new Map([...closed, [`m${id}.breaker`, 'open']]), { of: (one) => told.get(one) ?? null, site }, NO_NAMES); // prettier-ignore
    expect(open(1, 1000)).toMatchObject({ lostKW: 1000, before: 1000, after: 0, unknown: 0 });
    expect(open(2, 1000)).toMatchObject({ lostKW: 300, after: 700 });
    // Without a measured site the picture stands for it, by the same rule; so does what lies below a silent meter.
    expect(open(2, null)).toMatchObject({ before: 1000, after: 700 });
    told.delete(1);
    expect(open(1, 900)).toMatchObject({ lostKW: 620, before: 900, after: 0, unknown: 0 });
    told.delete(3);
    expect(open(1, null)).toMatchObject({ lostKW: 300, before: 300, unknown: 1 });
  });

  it('a meter before the switch that opens measures what is lost, a load has the meter that lies before it alone', () => {
    const feeder = scene(
      symbol('s', 'supply'),
      symbol('e', 'meter', 1),
      symbol('q', 'breaker'),
      bus('b'),
      wire('s', 'e'),
      wire('e', 'q'),
      onto('q', 'b'),
      symbol('q2', 'breaker'),
      symbol('e2', 'meter', 2),
      symbol('fan', 'motor'),
      off('b', 'q2'),
      wire('q2', 'e2'),
      wire('e2', 'fan'),
      symbol('pump', 'motor'),
      off('b', 'pump'),
    );
    const powers = new Map([[1, 100], [2, 40]]); // prettier-ignore
    const told: Power = { of: (id) => powers.get(id) ?? null, site: 100 };
    const open = (id: string) => whatIf(feeder, new Map(), new Map([[id, 'open']]), told, NO_NAMES);
    const fan = { id: 'fan', ammeterId: 2, kW: 40 };
    expect(open('q2')).toMatchObject({ lost: [fan], lostKW: 40, unknown: 0, after: 60 });
    expect(open('q')).toMatchObject({
      lost: [fan, { id: 'pump', kW: null }],
      lostKW: 100,
      unknown: 0,
      after: 0,
    });
    powers.delete(1);
    // The pump has no meter: it is counted as not known.
    expect(open('q')).toMatchObject({ lostKW: 40, unknown: 1 });
  });

  it('meters side by side are counted together, and not where one of them alone is taken out', () => {
    const double = scene(
      symbol('s', 'supply'),
      symbol('q', 'breaker'),
      bus('in'),
      wire('s', 'q'),
      onto('q', 'in'),
      bus('b'),
      ...[1, 2].flatMap((id) => [
        symbol(`a${id}`, 'breaker'),
        symbol(`e${id}`, 'meter', id),
        symbol(`z${id}`, 'breaker'),
        off('in', `a${id}`),
        wire(`a${id}`, `e${id}`),
        wire(`e${id}`, `z${id}`),
        onto(`z${id}`, 'b'),
      ]),
      symbol('m', 'motor', 3),
      off('b', 'm'),
    );
    const told = new Map([[1, 50], [2, 45], [3, 90]]); // prettier-ignore
    const open = (...names: string[]) => whatIf(double, new Map(), new Map(names.map((id) => [id, 'open'] as const)), { of: (id) => told.get(id) ?? null, site: 95 }, NO_NAMES); // prettier-ignore
    expect(open('q')).toMatchObject({ lostKW: 95, after: 0 });
    expect(open('a1', 'z1')).toMatchObject({ lost: [], moved: [], lostKW: 0, movedKW: 0, after: 95 });
    told.delete(2);
    expect(open('q')).toMatchObject({ lostKW: 90, unknown: 0, after: 0 });
  });

  it('a transfer switch keeps what hangs below it, not the bus of the incomer that is lost', () => {
    const works = scene(
      symbol('s', 'supply'),
      symbol('q1', 'breaker'),
      bus('n'),
      wire('s', 'q1'),
      onto('q1', 'n'),
      symbol('m1', 'motor', 1),
      off('n', 'm1'),
      symbol('x', 'transferSwitch'),
      off('n', 'x'),
      symbol('g', 'generator'),
      { ...wire('g', 'x'), to: { element: 'x', port: 'c' } } as SceneElement,
      symbol('m3', 'motor', 3),
      wire('x', 'm3'),
    );
    const found = whatIf(works, new Map(), new Map([['q1', 'open']]), power, NO_NAMES);
    expect([ids(found.lost), ids(found.moved)]).toEqual([['m1'], ['m3']]);
    expect(found).toMatchObject({ lostKW: 100, movedKW: 300 });
  });

  it('agrees with a fold over the meter tree in any network of the archive', () => {
    const trees = fc.tuple(
      fc.array(fc.nat(40), { minLength: 3, maxLength: 40 }),
      fc.nat(39),
      fc.array(fc.option(fc.nat(999)), { minLength: 40, maxLength: 40 }),
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
        // Each part counts at its uppermost meter that tells its power.
        const part = (id: number): { kW: number; silent: number } => {
          const kW = powers[id - 1] ?? null;
          const under = meters.filter((one) => one.parentId === id).map((one) => part(one.ammeterId));
          if (kW !== null || under.length === 0) return { kW: kW ?? 0, silent: kW === null ? 1 : 0 };
          return under.reduce((a, b) => ({ kW: a.kW + b.kW, silent: a.silent + b.silent }));
        };
        expect({ kW: found.lostKW, silent: found.unknown }).toEqual(part(which));
      }),
      { numRuns: 60 },
    );
  });
});
