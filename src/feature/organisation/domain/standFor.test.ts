import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countedTwice,
  MeterTree,
  standFor,
  type OrgNode,
  type Structure,
  type TreeMeter,
} from './standFor.ts';

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
const structure = (meters: TreeMeter[], lists: [number, number, 1 | -1][] = []): Structure => ({
  nodes,
  meters,
  lists: lists.map(([orgId, meterId, sign]) => ({ orgId, meterId, sign, dataType: '1' })),
});
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

/** Meters 1…n, each below an earlier one or a root, of two energies, some adders. */
const forest = fc
  .array(fc.record({ up: fc.nat(), type: fc.boolean(), adder: fc.boolean() }), { maxLength: 40 })
  .map((list) =>
    list.map(({ up, type, adder }, i) =>
      meter(i + 1, i === 0 || up % 4 === 0 ? null : 1 + (up % i), {
        dataType: type ? '1' : '2',
        deviceType: adder ? '11' : '4',
        siteId: up % 3 === 0 ? 12 : 11,
      }),
    ),
  );

const entries = (ids: number[]) =>
  fc.array(fc.tuple(fc.constantFrom(22, 23), fc.constantFrom(...ids), fc.constantFrom<1 | -1>(1, -1)), {
    maxLength: 12,
  });

describe('nothing is counted twice', () => {
  test('along any path of the meter tree, for enterprises and sites', () => {
    fc.assert(
      fc.property(forest, (meters) => {
        for (const orgId of [1, 11, 12]) {
          const all = structure(meters);
          const { meters: stand } = standFor(all, orgId, '1');
          const inside = orgId === 1 ? meters : meters.filter((one) => one.siteId === orgId);
          const tree = new MeterTree(inside);
          const ids = new Set(stand.map((one) => one.meterId));
          expect(ids.size).toBe(stand.length);
          for (const id of ids) expect(tree.above(id).filter((up) => ids.has(up.id))).toEqual([]);
          // And nothing is left out: every meter of the type has a counted one on its path, or is an adder over such.
          for (const one of inside.filter((m) => m.dataType === '1' && m.deviceType !== '11'))
            expect(ids.has(one.id) || tree.above(one.id).some((up) => ids.has(up.id))).toBe(true);
        }
      }),
    );
  });

  test('along any path, for the union of units: at each meter the counts sum to at most one', () => {
    fc.assert(
      fc.property(
        forest
          .filter((meters) => meters.length > 0)
          .chain((meters) => entries(meters.map((one) => one.id)).map((lists) => structure(meters, lists))),
        (all) => {
          const signs = new Map(standFor(all, 21, '1').meters.map((one) => [one.meterId, one.sign]));
          const tree = new MeterTree(all.meters);
          for (const one of all.meters) {
            const path = [one.id, ...tree.above(one.id).map((up) => up.id)].flatMap(
              (id) => signs.get(id) ?? [],
            );
            const sum = path.reduce<number>((total, sign) => total + sign, 0);
            expect(Math.abs(sum)).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
  });
});
