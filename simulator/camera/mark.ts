import { type Aim, TILT, ZOOM } from './aim.ts';

/** Points from side to side of one mark. */
const SIDE = 8;
/** Two rows of marks at the bottom of the picture; which share of each value they tell, in bits. */
const CLOCK_BITS = 30;
const AIM_BITS = { pan: 11, tilt: 9, zoom: 8, focus: 6, iris: 6 } as const;
const RANGES: Readonly<Record<keyof Aim, { readonly from: number; readonly to: number }>> = {
  pan: { from: -180, to: 180 },
  tilt: TILT,
  zoom: ZOOM,
  focus: { from: 0, to: 1 },
  iris: { from: 0, to: 1 },
};
const KEYS = Object.keys(AIM_BITS) as (keyof Aim)[];
const [DARK, BRIGHT] = [24, 220];

/** What a picture says about itself. */
export interface Marks extends Aim {
  /** ms; the days of twelve are told, so that the time near which it was taken must be known. */
  readonly at: number;
}

/** Writes the aim and the instant as dark and bright squares. */
export function writeMarks(y: Uint8Array, width: number, height: number, aim: Aim, at: number): void {
  const put = (row: number, column: number, bit: boolean): void => {
    const top = height - (2 - row) * SIDE;
    for (let line = top; line < top + SIDE; line++)
      y.fill(bit ? BRIGHT : DARK, line * width + column * SIDE, line * width + (column + 1) * SIDE);
  };
  const clock = at % 2 ** CLOCK_BITS;
  for (let i = 0; i < CLOCK_BITS; i++) put(0, i, Math.floor(clock / 2 ** (CLOCK_BITS - 1 - i)) % 2 === 1);
  let column = 0;
  for (const key of KEYS) {
    const { from, to } = RANGES[key];
    const steps = 2 ** AIM_BITS[key] - 1;
    const value = Math.round(((aim[key] - from) / (to - from)) * steps);
    for (let i = AIM_BITS[key] - 1; i >= 0; i--) put(1, column++, ((value >> i) & 1) === 1);
  }
}

/**
 * Reads the aim and the instant out of a picture.
 * @param lumaAt luma of a point
 * @param near ms, within six days of the instant
 */
export function readMarks(
  lumaAt: (column: number, row: number) => number,
  height: number,
  near = Date.now(),
): Marks {
  const bit = (row: number, column: number): number =>
    lumaAt(column * SIDE + SIDE / 2, height - (2 - row) * SIDE + SIDE / 2) > (DARK + BRIGHT) / 2 ? 1 : 0;
  let clock = 0;
  for (let i = 0; i < CLOCK_BITS; i++) clock = clock * 2 + bit(0, i);
  const span = 2 ** CLOCK_BITS;
  const at = clock + Math.round((near - clock) / span) * span;
  let column = 0;
  const aim = Object.fromEntries(
    KEYS.map((key) => {
      let value = 0;
      for (let i = 0; i < AIM_BITS[key]; i++) value = value * 2 + bit(1, column++);
      const { from, to } = RANGES[key];
      return [key, from + (value / (2 ** AIM_BITS[key] - 1)) * (to - from)];
    }),
  ) as unknown as Aim;
  return { ...aim, at };
}
