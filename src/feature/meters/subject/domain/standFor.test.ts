import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countsOf, Flows, type SignedMeter, type SumPart } from './flow.ts';
import { MeterTree, type TreeMeter } from './meterTree.ts';
import { standFor, standForMeter, type OrgNode, type Structure } from './standFor.ts';

const node = (id: number, kind: OrgNode['kind'], parentId: number | null): OrgNode => ({
  id,
  kind,
  name: `N${id}`,
  code: `C${id}`,
  parentId,
});
const meter = (id: number, parentId: number | null = null, more: Partial<TreeMeter> = {}): TreeMeter => ({
  id,
  siteId: 11,
  dataType: '1',
  deviceType: '4',
  parentId,
  ...more,
});
const nodes = [
  node(1, 'consumer', null),
  node(11, 'site', 1),
  node(12, 'site', 1),
  node(21, 'unit', 1),
  node(22, 'unit', 21),
  node(23, 'unit', 21),
];
const structure = (
  meters: TreeMeter[],
  lists: [number, number, 1 | -1][] = [],
  sums: readonly SumPart[] = [],
): Structure => ({
  nodes,
  meters,
  sums,
  lists: lists.map(([orgId, meterId, sign]) => ({ orgId, meterId, sign, dataType: '1' })),
});
/** The meters that a list counts more than once. */
const countedTwice = (all: Structure, signed: readonly SignedMeter[]): number[] => {
  const flows = Flows.of(all);
  return [...flows.twice(flows.realOf(countsOf(signed)))].filter(([, count]) => count > 0).map(([id]) => id);
};
const plus = (...ids: number[]) => ids.map((meterId) => ({ meterId, sign: 1 }));

describe('who stands for an organisation', () => {
  const two = [
    meter(1),
    meter(2, 1),
    meter(3, 2),
    meter(4, 1, { siteId: 12 }),
    meter(5, null, { dataType: '2' }),
  ];

  test('an enterprise is its top meters, each energy for itself', () => {
    expect(standFor(structure(two), 1, '1')).toEqual({ meters: plus(1), reason: 'top' });
    expect(standFor(structure(two), 1, '2')).toEqual({ meters: plus(5), reason: 'top' });
    expect(standFor(structure(two), 1, '4')).toEqual({ meters: [], reason: 'none' });
  });

  test('a site is its own top meters, also below a meter of another site', () => {
    expect(standFor(structure(two), 12, '1').meters).toEqual(plus(4));
    expect(standFor(structure(two), 11, '1').meters).toEqual(plus(1));
  });

  test('a meter of another energy between two of the same hides nothing', () => {
    const through = [meter(1), meter(2, 1, { dataType: '2' }), meter(3, 2)];
    expect(standFor(structure(through), 1, '1').meters).toEqual(plus(1));
  });

  test('a total adder is what hangs below it', () => {
    const adders = [meter(1, null, { deviceType: '11' }), meter(2, 1), meter(3, 1), meter(4, 3)];
    expect(standFor(structure(adders), 1, '1').meters).toEqual(plus(2, 3));
    expect(standFor(structure([meter(1, null, { deviceType: '11' })]), 1, '1').meters).toEqual(plus(1));
  });

  test('a list counts as it stands, with its signs', () => {
    const listed = structure(two, [
      [1, 1, 1],
      [1, 3, -1],
    ]);
    expect(standFor(listed, 1, '1')).toEqual({
      meters: [
        { meterId: 1, sign: 1 },
        { meterId: 3, sign: -1 },
      ],
      reason: 'list',
    });
    expect(countedTwice(listed, standFor(listed, 1, '1').meters)).toEqual([]);
    expect(countedTwice(listed, [...plus(1, 3)] as never)).toEqual([3]);
  });

  test('a unit is the union of its units: once each, and no part beside its whole', () => {
    const union = structure(two, [
      [22, 1, 1],
      [23, 3, 1],
      [23, 1, 1],
    ]);
    expect(standFor(union, 21, '1')).toEqual({ meters: plus(1), reason: 'units' });
  });

  test('a rest unit and the unit that it leaves out are the whole', () => {
    const rest = structure(two, [
      [22, 2, 1],
      [23, 1, 1],
      [23, 2, -1],
    ]);
    expect(standFor(rest, 21, '1').meters).toEqual(plus(1));
  });

  test('a unit without meters, and one that does not exist, are nobody', () => {
    expect(standFor(structure(two), 21, '1').reason).toBe('none');
    expect(standFor(structure(two), 99, '1').reason).toBe('none');
  });
});

/** What a virtual meter is the sum of: `sum(9, 1, 2, -3)`. */
const sum = (meterId: number, ...parts: number[]): SumPart[] =>
  parts.map((part) => ({ meterId, partId: Math.abs(part), sign: part < 0 ? -1 : 1 }));
const adder = (id: number, parentId: number | null = null): TreeMeter =>
  meter(id, parentId, { deviceType: '11' });

describe('virtual meters stand beside their parts', () => {
  const two = [meter(1), meter(2), adder(9)];

  test('a sum of two counts for nobody but by name', () => {
    const all = structure(two, [[22, 9, 1]], sum(9, 1, 2));
    expect(standFor(all, 1, '1')).toEqual({ meters: plus(1, 2), reason: 'top' });
    expect(standFor(all, 11, '1').meters).toEqual(plus(1, 2));
    expect(standFor(all, 22, '1')).toEqual({ meters: plus(9), reason: 'list' });
    expect(standFor(all, 21, '1')).toEqual({ meters: plus(9), reason: 'units' });
    expect(standForMeter(all, 9)).toEqual(plus(9));
  });

  test('nested sums, differences, and a sum above its parts', () => {
    const nested = structure([...two, adder(10)], [], [...sum(9, 1, 2), ...sum(10, 9, 2)]);
    expect(standFor(nested, 1, '1').meters).toEqual(plus(1, 2));
    expect([...Flows.of(nested).realOf(new Map([[10, 1]]))]).toEqual([[1, 1], [2, 2]]); // prettier-ignore
    expect(countedTwice(nested, [{ meterId: 10, sign: 1 }])).toEqual([2]);
    const rest = structure([meter(1), meter(2, 1), adder(9, 1)], [], sum(9, 1, -2));
    expect(standFor(rest, 1, '1').meters).toEqual(plus(1));
    expect(Flows.of(rest).below(1, '1').map((one) => one.id)).toEqual([2, 9]); // prettier-ignore
    const above = structure([meter(1, 9), meter(2, 9), adder(9)], [], sum(9, 1, 2));
    expect(standFor(above, 1, '1').meters).toEqual(plus(1, 2));
    // One hangs below the sum, the other elsewhere.
    const partly = structure([meter(1, 9), meter(2), adder(9)], [], sum(9, 1, 2));
    expect(standFor(partly, 1, '1').meters).toEqual(plus(1, 2));
  });

  test('a sum of meters of another site stands for no site by itself', () => {
    const elsewhere = structure([meter(1), meter(2), { ...adder(9), siteId: 12 }], [], sum(9, 1, 2));
    expect(standFor(elsewhere, 12, '1').reason).toBe('none');
    expect(standFor(elsewhere, 1, '1').meters).toEqual(plus(1, 2));
  });

  test('an adder without parts is itself, one that is another type now is a meter', () => {
    expect(standFor(structure([adder(9)]), 1, '1').meters).toEqual(plus(9));
    expect(standFor(structure([meter(1), meter(9)], [], sum(9, 1)), 1, '1').meters).toEqual(plus(1, 9));
  });

  test('in the union of units a sum and its parts are one flow', () => {
    const apart = structure(two, [[22, 9, 1], [23, 1, 1]], sum(9, 1, 2)); // prettier-ignore
    expect(standFor(apart, 21, '1').meters).toEqual(plus(1, 2));
    const rest = structure(
      [meter(1), meter(2, 1), adder(9)],
      [[22, 9, 1], [23, 2, 1]], // prettier-ignore
      sum(9, 1, -2),
    );
    // Rest and what it leaves out: each its own flow.
    expect(standFor(rest, 21, '1').meters).toEqual(plus(2, 9));
  });

  test('in the tree below a meter a sum of neighbours stands aside', () => {
    const aside = structure([meter(1), meter(2, 1), meter(3, 1), adder(9, 1)], [], sum(9, 2, 3));
    expect(Flows.of(aside).below(1, '1').map((one) => one.id)).toEqual([2, 3]); // prettier-ignore
    const between = structure([meter(1), meter(2, 9), meter(3, 1), adder(9, 1)], [], sum(9, 2, 3));
    expect(Flows.of(between).below(1, '1').map((one) => one.id)).toEqual([3, 2]); // prettier-ignore
  });

  test('what a list counts twice, and takes off twice, by flow', () => {
    const flows = Flows.of(structure([meter(1), meter(2, 1), meter(3), adder(9)], [], sum(9, 1, -2)));
    const twice = (...signs: number[]) => [
      ...flows.twice(
        flows.realOf(
          countsOf(signs.map((id) => ({ meterId: Math.abs(id), sign: id < 0 ? -1 : 1 }))), // prettier-ignore
        ),
      ),
    ];
    expect(twice(9, 2)).toEqual([]);
    expect(twice(1, 2)).toEqual([[2, 1]]);
    expect(twice(9, 1)).toEqual([[1, 1], [2, -1]]); // prettier-ignore
    expect(twice(9, -2)).toEqual([[2, -1]]);
    expect(twice(1, -3)).toEqual([]);
  });
});

/** Meters 1…n, each below an earlier one or a root, of two energies, some virtual, with definitions of any kind. */
const plant = fc
  .array(
    fc.record({
      up: fc.nat(),
      type: fc.boolean(),
      adder: fc.boolean(),
      parts: fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 4 }),
    }),
    { maxLength: 40 },
  )
  .map((list) => ({
    meters: list.map(({ up, type, adder: virtual }, i) =>
      meter(i + 1, i === 0 || up % 4 === 0 ? null : 1 + (up % i), {
        dataType: type ? '1' : '2',
        deviceType: virtual ? '11' : '4',
        siteId: up % 3 === 0 ? 12 : 11,
      }),
    ),
    sums: list.flatMap(({ parts }, i) => {
      const byId = new Map(parts.map(([n, minus]) => [1 + (n % list.length), minus]));
      byId.delete(i + 1);
      return [...byId].flatMap(([part, minus]) => sum(i + 1, minus ? -part : part));
    }),
  }));

/** The same told step by step: how often the flow of every real meter is counted. */
function flowsOf(all: Structure, signed: readonly SignedMeter[]): Map<number, number> {
  const counts = new Map<number, number>();
  const tree = new MeterTree(all.meters);
  const add = (id: number, times: number, path: readonly number[]): void => {
    const one = all.meters.find((each) => each.id === id);
    const own = one?.deviceType === '11' ? all.sums.filter((part) => part.meterId === id) : [];
    const below = one?.deviceType === '11' ? tree.nextBelow(id, one.dataType) : [];
    if (own.length === 0 && below.length === 0) counts.set(id, (counts.get(id) ?? 0) + times);
    else if (own.length > 0)
      for (const { partId, sign } of own)
        if (![...path, id].includes(partId)) add(partId, times * sign, [...path, id]);
    if (own.length === 0) for (const each of below) if (![...path, id].includes(each.id)) add(each.id, times, [...path, id]); // prettier-ignore
  };
  for (const { meterId, sign } of signed) add(meterId, sign, []);
  return new Map(
    all.meters.map(({ id }) => [
      id,
      [id, ...tree.above(id).map((up) => up.id)].reduce((total, up) => total + (counts.get(up) ?? 0), 0),
    ]),
  );
}

/** Whether a virtual meter is a part of itself, which definitions are refused for: nobody can say what flows there. */
function hasRing({ meters, sums }: Structure): boolean {
  const tree = new MeterTree(meters);
  const partsOf = ({ id, dataType, deviceType }: TreeMeter): number[] => {
    if (deviceType !== '11') return [];
    const own = sums.filter((part) => part.meterId === id).map((part) => part.partId);
    return own.length > 0 ? own : tree.nextBelow(id, dataType).map((one) => one.id);
  };
  const done = new Set<number>();
  const ring = (id: number, path: readonly number[]): boolean => {
    if (path.includes(id)) return true;
    if (done.has(id)) return false;
    const meter = tree.get(id);
    if (meter && partsOf(meter).some((part) => ring(part, [...path, id]))) return true;
    done.add(id);
    return false;
  };
  return meters.some(({ id }) => ring(id, []));
}

const withoutRings = (meters: TreeMeter[], sums: readonly SumPart[]): SumPart[] =>
  sums.reduce<SumPart[]>(
    (kept, part) => (hasRing(structure(meters, [], [...kept, part])) ? kept : [...kept, part]),
    [],
  );

describe('every flow counts once', () => {
  test('by default, whatever the tree and the definitions: all of an enterprise, all of a site', () => {
    fc.assert(
      fc.property(plant, ({ meters, sums }) => {
        const all = structure(meters, [], sums);
        const flows = Flows.of(all);
        for (const orgId of [1, 11, 12]) {
          const { meters: stand } = standFor(all, orgId, '1');
          expect(stand.every(({ meterId }) => !flows.isVirtual(meters[meterId - 1] as TreeMeter))).toBe(true);
          const counted = flowsOf(all, stand);
          for (const one of meters.filter((each) => each.dataType === '1' && !flows.isVirtual(each))) {
            if (orgId === 1 || one.siteId === orgId) expect(counted.get(one.id)).toBe(1);
            else expect(counted.get(one.id)).toBeLessThanOrEqual(1);
          }
        }
      }),
    );
  });

  test('in the union of units, whatever their lists name', () => {
    const listed = plant
      .filter(({ meters }) => meters.length > 0)
      .chain(({ meters, sums }) =>
        fc
          .array(
            fc.tuple(
              fc.constantFrom(22, 23),
              fc.constantFrom(...meters.map((one) => one.id)),
              fc.constantFrom<1 | -1>(1, -1),
            ),
            { maxLength: 12 },
          )
          .map((lists) => structure(meters, lists, withoutRings(meters, sums))),
      );
    fc.assert(
      fc.property(listed, (all) => {
        const { meters } = standFor(all, 21, '1');
        expect(new Set(meters.map((one) => one.meterId)).size).toBe(meters.length);
        for (const count of flowsOf(all, meters).values()) expect(Math.abs(count)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('what stands below a meter in its tree never counts a flow twice beside each other', () => {
    fc.assert(
      fc.property(plant, ({ meters, sums }) => {
        const all = structure(meters, [], sums);
        const flows = Flows.of(all);
        for (const { id } of meters) {
          const below = flows.below(id, '1');
          for (const one of below.filter((each) => flows.isVirtual(each))) {
            const others = below.filter((each) => each !== one).map((each) => ({ meterId: each.id, sign: 1 as const })); // prettier-ignore
            expect(flows.shared(flows.realOf(new Map([[one.id, 1]])), flows.realOf(countsOf(others))).size).toBe(0); // prettier-ignore
          }
        }
      }),
    );
  });
});
