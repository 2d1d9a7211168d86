import * as z from 'zod';
import { binding } from './bindingSchema.ts';
import { EDITABLE, MOST_BENDS, MOST_ELEMENTS, MOST_LAYERS, OWN_ROUTE, TONES } from './scene.ts';
import { pictureName as name, pictureWords as words } from './words.ts';

const place = z.number().min(-1_000_000).max(1_000_000);
const length = z.number().min(1).max(1_000_000);
const anchor = z.enum(['start', 'middle', 'end']);
const turn = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);
const tone = z.enum(TONES);
const size = z.number().min(4).max(200);

const common = {
  id: name,
  layer: name,
  /** Elements of one group are chosen together. */
  group: name.optional(),
  /** What it was drawn from (`meter:12/breaker`); drawing again finds it by this. */
  origin: z.string().max(80).optional(),
  /** It was moved by hand: drawing again leaves it there. */
  moved: z.literal(true).optional(),
  /** What people set of what it was drawn with: drawing again leaves that as it is. */
  edited: z.array(z.enum(EDITABLE)).min(1).max(EDITABLE.length).optional(),
  bindings: z.array(binding).max(12).optional(),
};
const box = { x: place, y: place, w: length, h: length };

const symbol = z.strictObject({
  ...common,
  type: z.literal('symbol'),
  /** Name of the drawing (`domain/scene/symbol`). */
  symbol: z.string().regex(/^[a-zA-Z0-9]{1,40}$/),
  /** Of its middle. */
  x: place,
  y: place,
  turn: turn.optional(),
  mirrored: z.literal(true).optional(),
  scale: z.number().min(0.25).max(8).optional(),
  /** Lines with ` / ` between; `{name}` and `{code}` are those of its meter. */
  label: words(200).optional(),
  labelSide: z.enum(['right', 'left', 'below', 'above']).optional(),
  /** px that a line of the label has; longer ones are cut. */
  labelRoom: z.number().min(10).max(2000).optional(),
  /** Nominal voltage, kV; of sources, and of what tells its level. */
  kv: z.number().min(0).max(2000).optional(),
  /** Rated power of a transformer, kVA. */
  kva: z.number().min(0).max(10_000_000).optional(),
});
const bus = z.strictObject({
  ...common,
  type: z.literal('bus'),
  /** Of its first end; it goes right, or down when it is turned. */
  x: place,
  y: place,
  length,
  turn: z.union([z.literal(0), z.literal(90)]).optional(),
  label: words(200).optional(),
  kv: z.number().min(0).max(2000).optional(),
});
/** An end of a wire: a port of a symbol, a place along a bus, or a free place. */
export const wireEnd = z.union([
  z.strictObject({ element: name, port: z.string().max(10) }),
  z.strictObject({ element: name, at: z.number().min(0).max(1_000_000) }),
  z.strictObject({ x: place, y: place }),
]);
const wire = z.strictObject({
  ...common,
  type: z.literal('wire'),
  from: wireEnd,
  to: wireEnd,
  /** Corners between the ends; none = the shortest orthogonal way. */
  bends: z
    .array(z.strictObject({ x: place, y: place }))
    .max(MOST_BENDS)
    .optional(),
  dashed: z.literal(true).optional(),
});
const text = z.strictObject({
  ...common,
  type: z.literal('text'),
  x: place,
  y: place,
  text: words(1000),
  size: size.optional(),
  anchor: anchor.optional(),
  bold: z.literal(true).optional(),
  tone: tone.optional(),
});
const shape = z.strictObject({
  ...common,
  ...box,
  type: z.literal('shape'),
  shape: z.enum(['rect', 'ellipse', 'line', 'arrow']),
  stroke: tone.optional(),
  fill: tone.optional(),
  width: z.number().min(0.5).max(40).optional(),
  dashed: z.literal(true).optional(),
});
/** A picture lies in the scene itself: no address is asked for when it is shown. */
const image = z.strictObject({
  ...common,
  ...box,
  type: z.literal('image'),
  data: z
    .string()
    .max(1_400_000)
    .regex(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]{1,1400000}={0,2}$/),
});
const value = z.strictObject({
  ...common,
  type: z.literal('value'),
  x: place,
  y: place,
  size: size.optional(),
  anchor: anchor.optional(),
  label: words(200).optional(),
});
const bar = z.strictObject({
  ...common,
  ...box,
  type: z.literal('bar'),
  least: z.number().min(-1e12).max(1e12),
  most: z.number().min(-1e12).max(1e12),
});
const trend = z.strictObject({
  ...common,
  ...box,
  type: z.literal('trend'),
  hours: z.number().int().min(1).max(168),
});
const route = z.string().max(300).regex(OWN_ROUTE);
const button = z.strictObject({ ...common, ...box, type: z.literal('button'), text: words(100), to: route });
const link = z.strictObject({
  ...common,
  type: z.literal('link'),
  x: place,
  y: place,
  text: words(200),
  to: route,
  size: size.optional(),
});

export const element = z.discriminatedUnion('type', [
  symbol,
  bus,
  wire,
  text,
  shape,
  image,
  value,
  bar,
  trend,
  button,
  link,
]);

export const layer = z.strictObject({
  id: name,
  name: words(60),
  hidden: z.literal(true).optional(),
  locked: z.literal(true).optional(),
});

/** A picture as data: layers from the lowest, elements in the order in which they are drawn within theirs. */
export const scene = z.strictObject({
  format: z.literal(1),
  /** px of the sheet. */
  width: z.number().int().min(100).max(1_000_000),
  height: z.number().int().min(100).max(1_000_000),
  layers: z.array(layer).min(1).max(MOST_LAYERS),
  elements: z.array(element).max(MOST_ELEMENTS),
});
