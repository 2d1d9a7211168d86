import * as z from 'zod';
import { binding } from './bindingSchema.ts';
import { TONES } from './scene.ts';
import { MOST_BODIES, MOST_FLOORS, MOST_VIEWS } from './space.ts';
import { pictureName as name, pictureWords as words } from './words.ts';

/** m; x to the right and y to the back of the plan, z up. */
const place = z.number().min(-10_000).max(10_000);
const length = z.number().min(0.01).max(10_000);
/** Degrees. */
const angle = z.number().min(-360).max(360);
export const point = z.strictObject({ x: place, y: place, z: place });
const onPlan = z.strictObject({ x: place, y: place });

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

export const floor = z.strictObject({
  id: name,
  name: words(60),
  /** What it is called in English; without it as in the other language. */
  nameEn: words(60).optional(),
  /** m above the ground. */
  z: place,
  hidden: z.literal(true).optional(),
  locked: z.literal(true).optional(),
});

/** A place to look from; a tour goes from one to the next. */
export const view = z.strictObject({
  id: name,
  name: words(60),
  nameEn: words(60).optional(),
  eye: point,
  at: point,
});

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
