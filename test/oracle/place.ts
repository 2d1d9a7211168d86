import type { FaultDraw, FaultKind, MeterDraw } from './draw.ts';

/** Good readings on both sides of a fault, so that no two touch. */
const APART = 8;

/** A fault with the readings that it takes. */
export interface Placed {
  readonly kind: FaultKind;
  readonly first: number;
  readonly last: number;
}

const SINGLE: ReadonlySet<FaultKind> = new Set(['reset', 'rollover', 'replaced', 'ratio', 'jitter', 'corrected', 'offCourse']); // prettier-ignore
const BEGINS: ReadonlySet<FaultKind> = new Set(['reset', 'rollover', 'replaced']);

/** Each fault in a part of the readings of its own, with good readings around it; what has no room is left out. */
export function placesOf({ faults, step }: MeterDraw, readings: number): Placed[] {
  const placed: Placed[] = [];
  const share = Math.floor(readings / Math.max(1, faults.length));
  faults.forEach(({ kind, at, length }: FaultDraw, i) => {
    const n = SINGLE.has(kind) ? 1 : length;
    const room = share - 2 * APART - n;
    if (room < 0) return;
    // A clock beside the grid of five minutes stands for no quarter of an hour.
    if (step === 5 && (kind === 'drift' || kind === 'replaced')) return;
    // One new beginning of a register in its life, so that it is never small before it falls.
    if (BEGINS.has(kind) && placed.some((one) => BEGINS.has(one.kind))) return;
    const first = i * share + APART + Math.floor((at * room) / 1000);
    placed.push({ kind, first, last: first + n - 1 });
  });
  return placed;
}
