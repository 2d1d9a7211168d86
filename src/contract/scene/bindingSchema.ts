import * as z from 'zod';
import { FIGURES, LOOKS } from './binding.ts';

const rowId = z.number().int().min(1).max(2_147_483_647);
const real = z.number().min(-1e12).max(1e12);

export const source = z.discriminatedUnion('kind', [
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

export const map = z.discriminatedUnion('kind', [
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

export const binding = z.strictObject({
  source,
  map,
  /** s: older values are shown as old; without it three intervals of the meter, or of the point. */
  staleSeconds: z.number().int().min(1).max(31_622_400).optional(),
});
