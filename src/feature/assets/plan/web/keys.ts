import { addPower, type Bounds, type Chosen, setPower } from './edit.ts';

/** A key as it was pressed. */
export interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** What a key does. */
export interface KeyStep {
  readonly points?: readonly number[];
  readonly chosen?: Chosen;
  /** True = back, false = forth. */
  readonly undo?: boolean;
}

const SMALL_KW = 1;
const LARGE_KW = 10;

/** What a key does to the chosen slots of a curve; null = it is none of ours. */
export function keyStep(
  { key, shiftKey, ctrlKey, metaKey, altKey }: Pressed,
  {
    points,
    chosen,
    bounds,
    editable,
  }: {
    readonly points: readonly number[];
    readonly chosen: Chosen;
    readonly bounds: Bounds;
    readonly editable: boolean;
  },
): KeyStep | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return withControl(key.toLowerCase(), shiftKey, { editable, bounds });
  const moved = moves(key, shiftKey, chosen, bounds);
  if (moved) return { chosen: moved };
  if (!editable) return null;
  const by = { ArrowUp: 1, ArrowDown: -1, PageUp: LARGE_KW, PageDown: -LARGE_KW }[key];
  if (by !== undefined) {
    const kw = Math.abs(by) === 1 ? by * (shiftKey ? LARGE_KW : SMALL_KW) : by;
    return { points: addPower(points, chosen, kw, bounds) };
  }
  if (key === 'Delete' || key === 'Backspace' || key === '0')
    return { points: setPower(points, chosen, 0, bounds) };
  return null;
}

function withControl(
  key: string,
  shift: boolean,
  { editable, bounds }: { readonly editable: boolean; readonly bounds: Bounds },
): KeyStep | null {
  if (key === 'a') return { chosen: { from: 0, to: bounds.end } };
  if (!editable) return null;
  if (key === 'z') return { undo: !shift };
  return key === 'y' ? { undo: false } : null;
}

function moves(key: string, extend: boolean, { from, to }: Chosen, { end }: Bounds): Chosen | null {
  const one = (slot: number): Chosen => {
    const at = Math.max(0, Math.min(end - 1, slot));
    return { from: at, to: at + 1 };
  };
  switch (key) {
    case 'ArrowLeft':
      return extend ? { from, to: Math.max(from + 1, to - 1) } : one(from - 1);
    case 'ArrowRight':
      return extend ? { from, to: Math.min(end, to + 1) } : one(to);
    case 'Home':
      return extend ? { from: 0, to } : one(0);
    case 'End':
      return extend ? { from, to: end } : one(end - 1);
    default:
      return null;
  }
}
