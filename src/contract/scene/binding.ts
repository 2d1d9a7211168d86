import * as z from 'zod';

/** What a range of values makes of an element; each is told by shape as well as by colour. */
export const LOOKS = [
  'normal',
  'open',
  'closed',
  'running',
  'stopped',
  'warning',
  'alarm',
  'offline',
  'unknown',
] as const;
export type Look = (typeof LOOKS)[number];

/** Figures that are computed of a meter: its power as a share of the rated one (%), energy of the day and the month, highest demand of the month. */
export const FIGURES = ['loadShare', 'today', 'month', 'monthPeak'] as const;
export type SceneFigure = (typeof FIGURES)[number];

const rowId = z.number().int().min(1).max(2_147_483_647);
const real = z.number().min(-1e12).max(1e12);

const source = z.discriminatedUnion('kind', [
  /** A value that a meter tells: a data code of readings. */
  z.strictObject({
    kind: z.literal('item'),
    ammeterId: rowId,
    dataCode: z.string().regex(/^[A-Z][A-Z0-9]{0,7}$/),
  }),
  z.strictObject({ kind: z.literal('signal'), signalPointId: rowId }),
  z.strictObject({ kind: z.literal('figure'), ammeterId: rowId, figure: z.enum(FIGURES) }),
  /** The level of the most urgent alarm of a meter that stands: 1 (urgent) to 4; 0 = none. */
  z.strictObject({ kind: z.literal('alarm'), ammeterId: rowId }),
]);
export type Source = z.output<typeof source>;

const map = z.discriminatedUnion('kind', [
  /** The first range that holds the value, both ends included (null = without end), says the look; none = unknown. */
  z.strictObject({
    kind: z.literal('range'),
    ranges: z
      .array(z.strictObject({ from: real.nullable(), to: real.nullable(), look: z.enum(LOOKS) }))
      .min(1)
      .max(20),
  }),
  /** Written as a number; unit null = that of the source. */
  z.strictObject({
    kind: z.literal('format'),
    decimals: z.number().int().min(0).max(6),
    unit: z.string().max(16).nullable(),
  }),
  /** Shown while the value lies in the range; a value that is not known hides nothing. */
  z.strictObject({ kind: z.literal('visible'), from: real.nullable(), to: real.nullable() }),
  /** Turned by so many degrees a unit. */
  z.strictObject({ kind: z.literal('rotate'), perUnit: z.number().min(-360).max(360) }),
  /** Something flows along the wire while the value is beyond `least`; below −least it flows back. */
  z.strictObject({ kind: z.literal('flow'), least: z.number().min(0).max(1e12) }),
]);
export type BindingMap = z.output<typeof map>;
export const MAP_KINDS = ['range', 'format', 'visible', 'rotate', 'flow'] as const;

export const binding = z.strictObject({
  source,
  map,
  /** s: older values are shown as old; without it three intervals of the meter, or of the point. */
  staleSeconds: z.number().int().min(1).max(31_622_400).optional(),
});
export type Binding = z.output<typeof binding>;

/** The name of a source among the values of a scene. */
export function sourceKey(one: Source): string {
  switch (one.kind) {
    case 'item':
      return `item:${one.ammeterId}:${one.dataCode}`;
    case 'signal':
      return `signal:${one.signalPointId}`;
    case 'figure':
      return `figure:${one.ammeterId}:${one.figure}`;
    case 'alarm':
      return `alarm:${one.ammeterId}`;
  }
}
