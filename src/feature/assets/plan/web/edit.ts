import { SLOTS } from '#contract/plan.ts';
import { tenths } from '#domain/storage/plan.ts';

/** Slots that are chosen: from the first to the one after the last. */
export interface Chosen {
  readonly from: number;
  readonly to: number;
}

/** What a curve is edited within. */
export interface Bounds {
  /** Slots before it have begun and stay. */
  readonly begun: number;
  /** The day has so many slots. */
  readonly end: number;
  /** kW, to both sides. */
  readonly most: number;
}

/** A power within the bounds, in steps of a tenth. */
const within = ({ most }: Pick<Bounds, 'most'>, kw: number): number =>
  tenths(Math.max(-most, Math.min(most, Number.isFinite(kw) ? kw : 0)));

/** The same curve with the chosen slots changed; those that have begun stay, and those that the day does not have. */
function changed(
  points: readonly number[],
  { from, to }: Chosen,
  bounds: Bounds,
  next: (kw: number) => number,
): number[] {
  return points.map((kw, slot) =>
    slot >= Math.max(from, bounds.begun) && slot < Math.min(to, bounds.end) ? within(bounds, next(kw)) : kw,
  );
}

/** Gives the chosen slots a power. */
export const setPower = (points: readonly number[], chosen: Chosen, kw: number, bounds: Bounds): number[] =>
  changed(points, chosen, bounds, () => kw);

/** Raises or lowers the chosen slots. */
export const addPower = (points: readonly number[], chosen: Chosen, by: number, bounds: Bounds): number[] =>
  changed(points, chosen, bounds, (kw) => kw + by);

/**
 * Moves an edge of the chosen slots: what comes in takes the power at that edge, what is left stands still.
 * @returns the curve, and what is chosen then
 */
export function moveEdge(
  points: readonly number[],
  chosen: Chosen,
  edge: 'from' | 'to',
  to: number,
  bounds: Bounds,
): { points: number[]; chosen: Chosen } {
  const place = Math.round(to);
  const next: Chosen =
    edge === 'from'
      ? { from: Math.max(bounds.begun, Math.min(place, chosen.to - 1)), to: chosen.to }
      : { from: chosen.from, to: Math.min(bounds.end, Math.max(place, chosen.from + 1)) };
  const kw = points[edge === 'from' ? chosen.from : chosen.to - 1] ?? 0;
  const moved = points.map((before, slot) => {
    if (slot < bounds.begun || slot >= bounds.end) return before;
    const was = slot >= chosen.from && slot < chosen.to;
    const is = slot >= next.from && slot < next.to;
    return was === is ? before : is ? kw : 0;
  });
  return { points: moved, chosen: next };
}

/** The slots with the same power around one; one that stands still is alone. */
export function runAround(points: readonly number[], slot: number): Chosen {
  const kw = points[slot] ?? 0;
  if (kw === 0) return { from: slot, to: slot + 1 };
  let [from, to] = [slot, slot + 1];
  while (from > 0 && points[from - 1] === kw) from--;
  while (to < SLOTS && points[to] === kw) to++;
  return { from, to };
}

/** Powers as text, a line each, as a column of a spreadsheet takes them. */
export const copyText = (points: readonly number[], { from, to }: Chosen): string =>
  points.slice(from, to).map(String).join('\n');

/**
 * Puts pasted powers from the first chosen slot on: a column or a row of a spreadsheet. Null where a cell is no number, or
 * there are more than slots left.
 */
export function pasteText(
  points: readonly number[],
  { from }: Chosen,
  text: string,
  bounds: Bounds,
): { points: number[]; chosen: Chosen } | null {
  const cells = text
    .trim()
    .split(/[\n\t;]/)
    .map((cell) => cell.normalize('NFKC').replace(/[\s,]/g, ''));
  const values = cells.map(Number);
  if (cells.some((cell) => cell === '') || values.some((kw) => !Number.isFinite(kw))) return null;
  if (values.length > bounds.end - from) return null;
  const pasted = points.map((kw, slot) => {
    const value = values[slot - from];
    return slot < from || slot < bounds.begun || value === undefined ? kw : within(bounds, value);
  });
  return { points: pasted, chosen: { from, to: from + values.length } };
}

/** A curve with the ways back and forth. */
export interface Draft {
  readonly points: readonly number[];
  readonly past: readonly (readonly number[])[];
  readonly future: readonly (readonly number[])[];
}

const MOST_STEPS = 100;
const same = (a: readonly number[], b: readonly number[]): boolean => a.every((kw, i) => kw === b[i]);

export const draftOf = (points: readonly number[]): Draft => ({ points, past: [], future: [] });

/** The curve is another now. `join`: it goes on with the last step, as a drag does. */
export function step(draft: Draft, points: readonly number[], join = false): Draft {
  if (same(draft.points, points)) return draft;
  if (join && draft.past.length > 0) return { ...draft, points, future: [] };
  return { points, past: [...draft.past, draft.points].slice(-MOST_STEPS), future: [] };
}

export function undo(draft: Draft): Draft {
  const before = draft.past.at(-1);
  return before
    ? { points: before, past: draft.past.slice(0, -1), future: [draft.points, ...draft.future] }
    : draft;
}

export function redo(draft: Draft): Draft {
  const [next, ...future] = draft.future;
  return next ? { points: next, past: [...draft.past, draft.points], future } : draft;
}
