import { ONE, type Ratio, parseDecimal, times } from '../decimal/decimal.ts';

/** One interval of a meter's life: the same device with the same factors (meter life ledger). Instants in ms. */
export interface Segment {
  readonly id: number | null;
  /** First instant; -Infinity when it was always so. */
  readonly from: number;
  /** First instant after it; Infinity while it lasts. */
  readonly to: number;
  readonly serial: string | null;
  /** CT × PT as a decimal text; '1' where values are primary already. */
  readonly multiplier: string;
  /** Correction by verification as a decimal text; '1' without. */
  readonly correctionFactor: string;
  /** Digits before the decimal point: the register rolls over at 10^width. Null = not known. */
  readonly registerWidth: number | null;
  /** Register at `from` and at `to` as decimal texts, from the replacement record; null = not recorded. */
  readonly startRegister: string | null;
  readonly endRegister: string | null;
  /** What PP of telemetry means: a growing register, or the energy of the step that ends at its stamp. */
  readonly kind: 'register' | 'interval';
}

/** The life of a meter of which nothing is recorded: one register that is primary already. */
export const PLAIN_SEGMENT: Segment = {
  id: null,
  from: -Infinity,
  to: Infinity,
  serial: null,
  multiplier: '1',
  correctionFactor: '1',
  registerWidth: null,
  startRegister: null,
  endRegister: null,
  kind: 'register',
};

/** Segments in the order of time; a meter without any lives one plain segment. */
export function lifeOf(segments: readonly Segment[]): readonly Segment[] {
  return segments.length === 0 ? [PLAIN_SEGMENT] : segments.toSorted((a, b) => a.from - b.from);
}

/** The factor from what the device shows to primary energy. */
export function factorOf(segment: Segment): Ratio {
  if (segment.multiplier === '1' && segment.correctionFactor === '1') return ONE;
  return times(parseDecimal(segment.multiplier), parseDecimal(segment.correctionFactor));
}

/** The segment in force at an instant, or undefined in a hole of the ledger. */
export function segmentAt(life: readonly Segment[], t: number): Segment | undefined {
  return life.find((segment) => t >= segment.from && t < segment.to);
}

/** Whether `next` is the same device that goes on under other factors. */
export function sameDevice(segment: Segment, next: Segment): boolean {
  return segment.to === next.from && segment.serial !== null && segment.serial === next.serial;
}

/** The devices of a life one after the other: the places of the first and the last segment of each. */
export function devicesOf(life: readonly Segment[]): { readonly first: number; readonly last: number }[] {
  const devices: { first: number; last: number }[] = [];
  life.forEach((segment, i) => {
    const before = life[i - 1];
    const device = devices.at(-1);
    if (before && device && sameDevice(before, segment)) device.last = i;
    else devices.push({ first: i, last: i });
  });
  return devices;
}
