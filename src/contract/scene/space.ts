import * as z from 'zod';
import type { Language } from '../text.ts';
import { binding } from './binding.ts';
import { type Scene, TONES } from './scene.ts';
import { pictureName as name, pictureWords as words } from './words.ts';

/** A space has so many bodies, floors and views at most. Its JSON has as many bytes as that of a flat scene. */
export const MOST_BODIES = 2000;
export const MOST_FLOORS = 40;
export const MOST_VIEWS = 50;

/** m; x to the right and y to the back of the plan, z up. */
const place = z.number().min(-10_000).max(10_000);
const length = z.number().min(0.01).max(10_000);
/** Degrees. */
const angle = z.number().min(-360).max(360);
const point = z.strictObject({ x: place, y: place, z: place });
const onPlan = z.strictObject({ x: place, y: place });
export type SpacePoint = z.output<typeof point>;

const common = {
  id: name,
  floor: name,
  /** Bodies of one group are chosen together. */
  group: name.optional(),
  /** The middle of its foot; z above its floor. */
  x: place,
  y: place,
  z: place,
  /** About the vertical, counter-clockwise from above. */
  turn: angle.optional(),
  /** About its own x axis, before it is turned. */
  tilt: angle.optional(),
  tone: z.enum(TONES).optional(),
  /** What stands in it is seen through it. */
  glass: z.literal(true).optional(),
  /** Lines with ` / ` between; `{name}` and `{code}` are those of its meter. */
  label: words(200).optional(),
  /** m² that its energy is spread over; without it that of its footprint. */
  area: z.number().min(0.01).max(10_000_000).optional(),
  bindings: z.array(binding).max(12).optional(),
};

const box = z.strictObject({ ...common, type: z.literal('box'), w: length, d: length, h: length });
const cylinder = z.strictObject({ ...common, type: z.literal('cylinder'), r: length, h: length });
const sphere = z.strictObject({ ...common, type: z.literal('sphere'), r: length });
const pipe = z.strictObject({
  ...common,
  type: z.literal('pipe'),
  r: length,
  /** Its corners from the place of the pipe, in the direction in which it flows. */
  points: z.array(point).min(2).max(40),
});
const outline = z.strictObject({
  ...common,
  type: z.literal('outline'),
  h: length,
  /** Corners of the plan from the place of the body; the last is joined to the first. */
  points: z.array(onPlan).min(3).max(200),
});
/** A shape that was made elsewhere: a glTF binary that belongs to the diagram. */
const model = z.strictObject({
  ...common,
  type: z.literal('model'),
  modelId: z.number().int().min(1).max(2_147_483_647),
  scale: z.number().min(0.001).max(1000),
});
/** A place that only has a label. */
const sign = z.strictObject({ ...common, type: z.literal('sign') });

export const body = z.discriminatedUnion('type', [box, cylinder, sphere, pipe, outline, model, sign]);
export type SpaceBody = z.output<typeof body>;
export type BodyType = SpaceBody['type'];
export type BodyOf<T extends BodyType> = Extract<SpaceBody, { type: T }>;
export const BODY_TYPES = ['box', 'cylinder', 'sphere', 'pipe', 'outline', 'model', 'sign'] as const;

const floor = z.strictObject({
  id: name,
  name: words(60),
  /** What it is called in English; without it as in the other language. */
  nameEn: words(60).optional(),
  /** m above the ground. */
  z: place,
  hidden: z.literal(true).optional(),
  locked: z.literal(true).optional(),
});
export type Floor = z.output<typeof floor>;

/** A place to look from; a tour goes from one to the next. */
const view = z.strictObject({
  id: name,
  name: words(60),
  nameEn: words(60).optional(),
  eye: point,
  at: point,
});
export type SpaceView = z.output<typeof view>;

/** A picture in space as data: floors from the lowest, bodies on them, views of a tour in their order. */
export const space = z.strictObject({
  format: z.literal(1),
  kind: z.literal('space'),
  /** m of the ground, whose middle is the origin. */
  width: z.number().min(1).max(10_000),
  depth: z.number().min(1).max(10_000),
  floors: z.array(floor).min(1).max(MOST_FLOORS),
  views: z.array(view).max(MOST_VIEWS),
  elements: z.array(body).max(MOST_BODIES),
});
export type Space = z.output<typeof space>;

/** A space without anything in it. */
export const emptySpace = (groundFloor: string): Space => ({
  format: 1,
  kind: 'space',
  width: 60,
  depth: 40,
  floors: [{ id: 'ground', name: groundFloor, z: 0 }],
  views: [],
  elements: [],
});

/** What a floor or a place to look from is called in a language. */
export const nameIn = (one: Pick<SpaceView, 'name' | 'nameEn'>, language: Language): string =>
  language === 'zh' ? one.name : (one.nameEn ?? one.name);

/** Whether a picture is one in space; the others are flat. */
export const isSpace = (picture: Scene | Space): picture is Space => 'kind' in picture;

/** What a meter used in the hours of a day. */
export interface HeatMeter {
  readonly ammeterId: number;
  /** Of its energy: kWh, m³, GJ. */
  readonly unit: string;
  /** kW; null = not known. */
  readonly ratedPower: number | null;
  /** Energy of each hour; null = nothing is known of it. */
  readonly energies: readonly (number | null)[];
  /** Seconds of each hour that readings back. */
  readonly coveredS: readonly number[];
}
