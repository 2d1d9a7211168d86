import type { Binding } from '#contract/scene/binding.ts';
import { emptySpace, type Space, type SpaceBody, type SpaceView } from '#contract/scene/space.ts';

/** A meter as a body of the hall needs it. */
export interface HallMeter {
  readonly ammeterId: number;
  readonly code: string;
}

const range = (ranges: Extract<Binding['map'], { kind: 'range' }>['ranges']): Binding['map'] => ({
  kind: 'range',
  ranges,
});

/** Power as words, load as a colour, alarms. */
const told = (ammeterId: number): Binding[] => [
  { source: { kind: 'item', ammeterId, dataCode: 'PZ' }, map: { kind: 'format', decimals: 0, unit: null } },
  {
    source: { kind: 'figure', ammeterId, figure: 'loadShare' },
    map: range([
      { from: 90, to: null, look: 'alarm' },
      { from: 80, to: 90, look: 'warning' },
      { from: 2, to: 80, look: 'running' },
      { from: null, to: 2, look: 'stopped' },
    ]),
  },
  {
    source: { kind: 'alarm', ammeterId },
    map: range([
      { from: 1, to: 2, look: 'alarm' },
      { from: 3, to: 4, look: 'warning' },
      { from: 0, to: 0, look: 'normal' },
    ]),
  },
];

type Place = readonly [x: number, y: number];
type Size = readonly [w: number, d: number, h: number];

const GROUND = 'ground';
const PLATFORM = 'platform';

const rect = ([w, d]: readonly [number, number]): { x: number; y: number }[] => [
  { x: -w / 2, y: -d / 2 },
  { x: w / 2, y: -d / 2 },
  { x: w / 2, y: d / 2 },
  { x: -w / 2, y: d / 2 },
];

/** Puts bodies of the hall together; what no meter is there for stays without values. */
class Builder {
  readonly bodies: SpaceBody[] = [];
  readonly #meters: ReadonlyMap<string, number>;

  constructor(meters: readonly HallMeter[]) {
    this.#meters = new Map(meters.map(({ code, ammeterId }) => [code, ammeterId]));
  }

  #common(id: string, [x, y]: Place, code: string | null, z = 0) {
    const ammeterId = code === null ? undefined : this.#meters.get(code);
    return {
      id,
      floor: GROUND,
      x,
      y,
      z,
      ...(ammeterId === undefined ? {} : { label: '{name}', bindings: told(ammeterId) }),
    };
  }

  hall(id: string, at: Place, [w, d, h]: Size): void {
    const walls = { type: 'outline', h, glass: true, points: rect([w, d]) } as const;
    this.bodies.push({ ...this.#common(id, at, null), ...walls });
  }

  box(
    id: string,
    at: Place,
    [w, d, h]: Size,
    code: string | null = null,
    more: Partial<SpaceBody> = {},
  ): void {
    this.bodies.push({ ...this.#common(id, at, code), type: 'box', w, d, h, ...more } as SpaceBody);
  }

  cylinder(id: string, at: Place, r: number, h: number, code: string | null = null, z = 0): void {
    this.bodies.push({ ...this.#common(id, at, code, z), type: 'cylinder', r, h });
  }

  sphere(id: string, at: Place, r: number, z: number): void {
    this.bodies.push({ ...this.#common(id, at, null, z), type: 'sphere', r });
  }

  /** Something flows while its meter draws more than `least` kW. */
  pipe(
    id: string,
    at: Place,
    r: number,
    code: string,
    least: number,
    points: readonly (readonly [number, number, number])[],
  ): void {
    const ammeterId = this.#meters.get(code);
    const flow: Binding[] =
      ammeterId === undefined
        ? []
        : [{ source: { kind: 'item', ammeterId, dataCode: 'PZ' }, map: { kind: 'flow', least } }];
    const corners = points.map(([x, y, z]) => ({ x, y, z }));
    this.bodies.push({ ...this.#common(id, at, null), type: 'pipe', r, points: corners, bindings: flow });
  }
}

function furnaces(hall: Builder): void {
  for (const [id, x, code, r] of [
    ['eaf1', -38, 'E-104', 4.2],
    ['eaf2', -12, 'E-107', 3.8],
  ] as const) {
    hall.cylinder(id, [x, 4], r, 6, code, 3);
    hall.cylinder(`${id}.foot`, [x, 4], r * 0.7, 3);
    for (const [i, dx] of [-1, 0, 1].entries())
      hall.cylinder(`${id}.rod${i}`, [x + dx * 1.1, 4 + (dx === 0 ? 0.9 : -0.4)], 0.35, 4, null, 9);
  }
  hall.cylinder('lf1', [12, 6], 2.6, 4.5, 'E-110', 2);
  hall.cylinder('lf2', [22, 6], 2.4, 4.2, 'E-111', 2);
  hall.box('caster', [44, 2], [22, 8, 5], 'E-113');
}

function around(hall: Builder): void {
  hall.box('t1', [-52, -30], [6, 5, 5], 'E-102');
  hall.box('t2', [-40, -30], [6, 5, 5], 'E-103');
  hall.box('incomer', [-66, -30], [4, 8, 7], 'E-101');
  hall.cylinder('fan1', [-38, 34], 2.4, 4, 'E-137');
  hall.cylinder('fan2', [-12, 34], 2.2, 4, 'E-138');
  hall.pipe('duct1', [-38, 4], 0.9, 'E-137', 200, [
    [0, 0, 13],
    [0, 22, 13],
    [0, 30, 4],
  ]);
  hall.pipe('duct2', [-12, 4], 0.9, 'E-138', 200, [
    [0, 0, 13],
    [0, 22, 13],
    [0, 30, 4],
  ]);
  hall.cylinder('oxygen1', [20, 36], 2.2, 16, 'E-121');
  hall.cylinder('oxygen2', [28, 36], 1.8, 13, 'E-122');
  hall.sphere('tank', [40, 36], 4, 1);
  hall.pipe('oxygen', [20, 36], 0.35, 'E-121', 500, [
    [0, -2, 8],
    [0, -18, 8],
    [-32, -18, 8],
    [-32, -29, 8],
  ]);
}

function stations(hall: Builder): void {
  hall.hall('air', [6, -31], [20, 14, 6]);
  hall.box('air1', [1, -31], [5, 3, 3], 'E-126');
  hall.box('air2', [11, -31], [5, 3, 3], 'E-127');
  hall.hall('water', [38, -31], [20, 14, 6]);
  hall.cylinder('pump1', [33, -31], 1.4, 2.2, 'E-129');
  hall.cylinder('pump2', [43, -31], 1.4, 2.2, 'E-130');
  hall.pipe('cooling', [33, -31], 0.4, 'E-129', 100, [
    [0, 0, 2],
    [0, 8, 2],
    [0, 16, 5],
    [8, 16, 5],
    [8, 28, 5],
  ]);
  hall.box('office', [66, -30], [12, 14, 9], 'E-140');
  hall.box('control', [24, -6], [9, 5, 3], null, {
    floor: PLATFORM,
    tone: 'accent',
    label: '主控室 / Control room',
  });
}

const VIEWS: readonly SpaceView[] = [
  { id: 'v1', name: '全貌', nameEn: 'Overview', eye: { x: -75, y: -105, z: 80 }, at: { x: 0, y: 0, z: 2 } },
  {
    id: 'v2',
    name: '电弧炉',
    nameEn: 'Arc furnaces',
    eye: { x: -48, y: -26, z: 20 },
    at: { x: -26, y: 5, z: 6 },
  },
  {
    id: 'v3',
    name: '精炼与连铸',
    nameEn: 'Refining, caster',
    eye: { x: 36, y: -30, z: 22 },
    at: { x: 28, y: 4, z: 3 },
  },
  {
    id: 'v4',
    name: '变电站',
    nameEn: 'Substation',
    eye: { x: -76, y: -52, z: 18 },
    at: { x: -52, y: -30, z: 3 },
  },
  { id: 'v5', name: '公辅', nameEn: 'Utilities', eye: { x: 24, y: -62, z: 26 }, at: { x: 22, y: -31, z: 2 } },
];

/** The melt shop of the steel works with what stands around it, bound to its meters. */
export function meltShop(meters: readonly HallMeter[]): Space {
  const hall = new Builder(meters);
  hall.hall('hall', [2, 4], [124, 34, 20]);
  furnaces(hall);
  around(hall);
  stations(hall);
  return {
    ...emptySpace('地面'),
    width: 160,
    depth: 100,
    floors: [
      { id: GROUND, name: '地面', nameEn: 'Ground', z: 0 },
      { id: PLATFORM, name: '8 m 平台', nameEn: 'Platform', z: 8 },
    ],
    views: [...VIEWS],
    elements: hall.bodies,
  };
}
