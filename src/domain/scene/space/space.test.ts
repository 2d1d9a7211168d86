import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Binding } from '#contract/scene/binding.ts';
import {
  BODY_TYPES,
  emptySpace,
  type HeatMeter,
  MOST_BODIES,
  type Space,
  type SpaceBody,
} from '#contract/scene/space.ts';
import { runs } from '#test/runs.ts';
import { historyOf, redone, stepped, undone } from '../edit/change.ts';
import { paperInk } from '../ink.ts';
import { NO_NAMES } from '../label.ts';
import { markupOf } from '../node.ts';
import type { Told, Values } from '../told.ts';
import { checkSpace } from './check.ts';
import {
  addFloor,
  groupBodies,
  insertBody,
  moveBodies,
  pasteBodies,
  removeBodies,
  scaleBodies,
  spaceClipOf,
  turnBodies,
  ungroupBodies,
  withSpaceGroups,
} from './edit.ts';
import { heatOf, heatTop } from './heat.ts';
import { paintOf } from './paint.ts';
import { planOf } from './plan.ts';
import { areaOf, roomOf, turned } from './shape.ts';

const TITLE = { zh: '编辑', en: 'Edit' };
const box = (id: string, more: Partial<SpaceBody> = {}): SpaceBody =>
  ({ id, type: 'box', floor: 'ground', x: 0, y: 0, z: 0, w: 2, d: 3, h: 4, ...more }) as SpaceBody;
const spaceOf = (...elements: SpaceBody[]): Space => ({ ...emptySpace('Ground'), elements });
const problem = (raw: unknown): string => {
  const read = checkSpace(raw);
  return 'problem' in read ? read.problem.en : 'kept';
};
const bind = (
  map: Binding['map'],
  source: Binding['source'] = { kind: 'item', ammeterId: 1, dataCode: 'PZ' },
): Binding => ({ source, map });
const told = (key: string, value: number | null, ts: number | null = 1000): Values =>
  new Map<string, Told>([[key, { value, ts, unit: 'kW', holdMs: 5000 }]]);

describe('what is kept', () => {
  it('a space of every kind of body', () => {
    let space = emptySpace('Ground');
    for (const type of BODY_TYPES)
      space = insertBody(space, type === 'model' ? { modelId: 7 } : type, 'ground', { x: 1, y: 2 }).space;
    expect(space.elements.map(({ type }) => type)).toEqual(BODY_TYPES);
    expect(checkSpace(space)).toEqual({ scene: space });
  });

  it.each<[string, unknown, RegExp]>([
    ['nothing', null, /Scene/],
    ['a flat picture', { format: 1, width: 10, height: 10, layers: [], elements: [] }, /Scene/],
    ['a body without a size', spaceOf(box('b1', { w: 0 } as never)), /Element b1.*w /],
    ['a place beyond the earth', spaceOf(box('b1', { x: Infinity })), /Element b1/],
    ['a name that is used twice', spaceOf(box('b1'), box('b1')), /Element b1.*twice/],
    ['a floor that is not there', spaceOf(box('b1', { floor: 'roof' })), /no floor roof/],
    [
      'two floors of one name',
      {
        ...spaceOf(),
        floors: [
          { id: 'a', name: 'A', z: 0 },
          { id: 'a', name: 'B', z: 1 },
        ],
      },
      /Floor a/,
    ],
    ['an address', spaceOf(box('b1', { url: 'http://127.0.0.1' } as never)), /Element b1/],
    ['markup that runs', spaceOf(box('b1', { label: 'a\u0000b' })), /Element b1/],
    [
      'too much',
      spaceOf(...Array.from({ length: 2001 }, (_, i) => box(`b${i}`))),
      /2001 elements: at most 2000/,
    ],
    [
      'too many bytes',
      spaceOf(
        ...Array.from(
          { length: 1000 },
          (_, i) =>
            ({
              ...box(`b${i}`),
              type: 'outline',
              w: undefined,
              d: undefined,
              points: Array.from({ length: 200 }, (__, k) => ({ x: k + 0.123, y: i })),
            }) as never,
        ),
      ),
      /Element b0|2 MB/,
    ],
  ])('not %s', (_name, raw, said) => expect(problem(raw)).toMatch(said));
});

describe('editing', () => {
  it('keeps to the centimetre, and within the world', () => {
    const {
      elements: [one],
    } = moveBodies(spaceOf(box('b1')), new Set(['b1']), { x: 0.123456, y: 1e9, z: -0.005 });
    expect(one).toMatchObject({ x: 0.12, y: 10_000 });
    expect(turnBodies(spaceOf(box('b1', { turn: 350 })), new Set(['b1']), 15).elements[0]?.turn).toBe(5);
    expect(
      scaleBodies(spaceOf(box('b1')), new Set(['b1']), { x: 2, y: 1, z: 1e9 }).elements[0],
    ).toMatchObject({ w: 4, d: 3, h: 10_000 });
  });

  it('groups are chosen together; a copy has names of its own and leaves models at home', () => {
    const model: SpaceBody = {
      id: 'm',
      type: 'model',
      floor: 'ground',
      x: 0,
      y: 0,
      z: 0,
      modelId: 3,
      scale: 1,
    };
    const space = groupBodies(spaceOf(box('b1'), box('b2'), model), new Set(['b1', 'b2']));
    expect(withSpaceGroups(space, new Set(['b1']))).toEqual(new Set(['b1', 'b2']));
    expect(withSpaceGroups(ungroupBodies(space, new Set(['b1', 'b2'])), new Set(['b1']))).toEqual(
      new Set(['b1']),
    );
    const clip = { format: 'space-clip', diagramId: 1, elements: space.elements };
    expect(spaceClipOf(clip, 1)?.elements).toHaveLength(3);
    const other = spaceClipOf(clip, 2);
    expect(other?.elements).toHaveLength(2);
    const pasted = other && pasteBodies(space, other);
    expect(pasted?.space.elements).toHaveLength(5);
    expect(problem(pasted?.space)).toBe('kept');
    expect(spaceClipOf({ format: 'space-clip', elements: [{ type: 'script' }] }, 1)).toBeNull();
  });

  it('says how many bodies of a copy have no room', () => {
    const full = spaceOf(...Array.from({ length: MOST_BODIES - 1 }, (_, i) => box(`b${i}`)));
    const clip = { format: 'space-clip', diagramId: 1, elements: full.elements.slice(0, 3) } as const;
    const { space, left } = pasteBodies(full, clip);
    expect([space.elements.length, left]).toEqual([MOST_BODIES, 2]);
  });

  it('a hundred steps and as many back give the same space, and on again', () => {
    const edits: readonly ((space: Space, ids: Set<string>, n: number) => Space)[] = [
      (space, ids, n) => moveBodies(space, ids, { x: n % 5, y: -(n % 3), z: n % 2 }),
      (space, ids, n) => turnBodies(space, ids, (n % 9) * 10),
      (space, ids, n) => scaleBodies(space, ids, { x: 1 + (n % 3) / 10, y: 1, z: 0.9 }),
      (space, ids) => removeBodies(space, ids),
      (space, _ids, n) =>
        insertBody(space, (['box', 'pipe', 'outline', 'sphere'] as const)[n % 4] ?? 'box', 'ground', {
          x: n,
          y: n,
        }).space,
      (space, ids) => groupBodies(space, ids),
      (space, ids) => ungroupBodies(space, ids),
      (space) => (space.floors.length < 30 ? addFloor(space, 'F').space : space),
      (space, ids) =>
        pasteBodies(space, {
          format: 'space-clip',
          diagramId: 1,
          elements: space.elements.filter(({ id }) => ids.has(id)).slice(0, 3),
        }).space,
    ];
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(edits.length - 1), fc.nat(99)), { minLength: 100, maxLength: 100 }),
        (steps) => {
          const first = spaceOf(box('b1'), box('b2', { x: 5 }));
          let history = historyOf(first);
          for (const [which, n] of steps) {
            const { elements } = history.scene;
            const ids = new Set([elements[n % Math.max(1, elements.length)]?.id ?? '']);
            history = stepped(history, edits[which]?.(history.scene, ids, n) ?? history.scene, TITLE);
          }
          const last = JSON.stringify(history.scene);
          let back = history;
          for (let i = 0; i < steps.length; i++) back = undone(back);
          expect(JSON.stringify(back.scene)).toBe(JSON.stringify(first));
          for (let i = 0; i < steps.length; i++) back = redone(back);
          expect(JSON.stringify(back.scene)).toBe(last);
          expect(problem(back.scene)).toBe('kept');
        },
      ),
      runs(20),
    );
  });
});

describe('what a body looks like', () => {
  const range = bind({
    kind: 'range',
    ranges: [
      { from: 90, to: null, look: 'alarm' },
      { from: null, to: 90, look: 'running' },
    ],
  });
  const paint = (body: SpaceBody, values: Values, now = 2000) =>
    paintOf(body, { values, now }, NO_NAMES, 'en');

  it('its colour follows its value; what is not known, or old, is quiet and says its age', () => {
    const body = box('b1', {
      bindings: [range, bind({ kind: 'format', decimals: 1, unit: null })],
      label: 'Furnace',
    });
    expect(paint(body, told('item:1:PZ', 95))).toMatchObject({
      tone: 'alarm',
      look: 'alarm',
      lines: ['Furnace', '95.0 kW'],
    });
    expect(paint(body, told('item:1:PZ', 10))).toMatchObject({ tone: 'normal', look: 'running' });
    expect(paint(body, new Map())).toMatchObject({
      tone: 'quiet',
      look: 'unknown',
      lines: ['Furnace', '--'],
    });
    expect(paint(body, told('item:1:PZ', 95), 61_000)).toMatchObject({
      tone: 'quiet',
      lines: ['Furnace', '95.0 kW', '○ 1 min ago'],
    });
  });

  it('the gravest of its looks counts; an alarm has its level', () => {
    const alarm = bind(
      {
        kind: 'range',
        ranges: [
          { from: 1, to: 2, look: 'alarm' },
          { from: 0, to: 0, look: 'normal' },
        ],
      },
      { kind: 'alarm', ammeterId: 1 },
    );
    const values = new Map([...told('item:1:PZ', 10), ...told('alarm:1', 2)]);
    expect(
      paint(
        box('b1', { bindings: [range, alarm] }),
        new Map([...told('item:1:PZ', 10), ...told('alarm:1', 0)]),
      ),
    ).toMatchObject({ tone: 'normal', look: 'running', alarm: 0 });
    expect(paint(box('b1', { bindings: [range, alarm] }), values)).toMatchObject({ tone: 'alarm', alarm: 2 });
  });

  it('is hidden by a value, never by one that is not known; flows as it is told', () => {
    const hide = box('b1', { bindings: [bind({ kind: 'visible', from: 1, to: null })] });
    expect(paint(hide, told('item:1:PZ', 0)).shown).toBe(false);
    expect(paint(hide, new Map()).shown).toBe(true);
    expect(paint(hide, told('item:1:PZ', 0), 61_000).shown).toBe(true);
    const fan = box('b1', { bindings: [bind({ kind: 'rotate', perUnit: 30 })] });
    expect(paint(fan, told('item:1:PZ', 2)).turn).toBe(60);
    expect(paint(fan, told('item:1:PZ', 2), 61_000).turn).toBe(0);
    const pipe: SpaceBody = {
      ...box('p'),
      type: 'pipe',
      r: 0.1,
      points: [
        { x: 0, y: 0, z: 0 },
        { x: 1, y: 0, z: 0 },
      ],
      bindings: [bind({ kind: 'flow', least: 5 })],
    } as never;
    expect([3, 9, -9, null].map((value) => paint(pipe, told('item:1:PZ', value)).flow)).toEqual([
      0, 1, -1, 0,
    ]);
  });
});

describe('heat', () => {
  const meter = (ammeterId: number, more: Partial<HeatMeter> = {}): HeatMeter => ({
    ammeterId,
    unit: 'kWh',
    ratedPower: 100,
    energies: [60, null, 20],
    coveredS: [3600, 0, 900],
    ...more,
  });
  const meters = new Map(
    [
      meter(1),
      meter(2, { energies: [10, 10, 10], coveredS: [3600, 3600, 3600], ratedPower: null }),
      meter(3, { unit: 'm³' }),
    ].map((one) => [one.ammeterId, one]),
  );
  const bodies = [1, 2, 3, 4].map((ammeterId) =>
    box(`b${ammeterId}`, {
      bindings: [
        bind({ kind: 'format', decimals: 0, unit: null }, { kind: 'item', ammeterId, dataCode: 'PZ' }),
      ],
    }),
  );

  it('tells the energy of the hour; a gap has none, other units are not compared', () => {
    expect(heatOf(bodies, meters, 0, 'energy').map(({ id, value, unit }) => [id, value, unit])).toEqual([
      ['b1', 60, 'kWh'],
      ['b2', 10, 'kWh'],
    ]);
    expect(heatOf(bodies, meters, 1, 'energy').map(({ id }) => id)).toEqual(['b2']);
    expect(heatTop(bodies, meters, 3, 'energy')).toBe(60);
  });

  it('a share is the mean power of the whole hour; where readings begin or end it is not known', () => {
    const gap = new Map([[1, meter(1, { energies: [60, 80, 20], coveredS: [3600, 900, 900] })]]);
    expect(heatOf(bodies, gap, 1, 'loadShare')).toEqual([{ id: 'b1', value: 80, unit: '%', covered: 0.25 }]);
    expect(heatOf(bodies, gap, 2, 'loadShare')).toEqual([]);
    expect(heatTop(bodies, gap, 3, 'loadShare')).toBe(100);
  });

  it('energy is spread over the footprint, or the area that is said', () => {
    expect(heatOf(bodies, meters, 0, 'density')[0]).toMatchObject({ value: 10, unit: 'kWh/m²' });
    expect(areaOf(box('b', { area: 50 }))).toBe(50);
    expect(
      areaOf({
        ...box('o'),
        type: 'outline',
        points: [
          { x: 0, y: 0 },
          { x: 0, y: 3 },
          { x: 4, y: 0 },
        ],
      } as never),
    ).toBe(6);
  });
});

describe('the plan', () => {
  it('shows every body once with its colour and words, and none of a floor that is hidden', () => {
    const space = {
      ...spaceOf(box('b1', { label: '<b>"1"' }), box('b2', { floor: 'up' })),
      floors: [
        { id: 'ground', name: 'G', z: 0 },
        { id: 'up', name: 'U', z: 5, hidden: true as const },
      ],
    };
    const paints = new Map(space.elements.map((one) => [one.id, paintOf(one, null, NO_NAMES, 'en')]));
    const ground = { ink: paperInk, paints, heat: null, floor: null, chosen: new Set<string>() };
    const svg = markupOf(planOf(space, 'Hall', ground));
    expect(svg.match(/data-id/g)).toHaveLength(1);
    expect(svg).toContain('&#60;b&#62;');
    // Two at one place: the words of one are read, those of both are not.
    const pair = spaceOf(box('b1', { label: 'First' }), box('b2', { label: 'Second' }));
    const both = new Map(pair.elements.map((one) => [one.id, paintOf(one, null, NO_NAMES, 'en')]));
    expect(markupOf(planOf(pair, '', { ...ground, paints: both })).match(/First|Second/g)).toHaveLength(1);
    expect(markupOf(planOf(space, 'Hall', { ...ground, floor: 'up' }))).toContain('data-id="b2"');
  });

  it('turns to the left, and holds what is turned', () => {
    expect(turned({ x: 1, y: 1, turn: 90 }, 2, 0)).toEqual({ x: expect.closeTo(1), y: expect.closeTo(3) });
    const space = spaceOf(box('b1', { x: 10, turn: 90 }));
    expect(roomOf(space, space.elements).most).toEqual({
      x: expect.closeTo(11.5),
      y: expect.closeTo(1),
      z: 4,
    });
    expect(roomOf(spaceOf(), []).most).toEqual({ x: 30, y: 20, z: 3 });
  });
});
