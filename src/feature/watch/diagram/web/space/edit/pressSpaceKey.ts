import type { KeyboardEvent } from 'react';
import { lookByKey } from '../spaceKeys.ts';
import type { StageCamera } from '../stage/Orbit.tsx';
import type { SpaceCommands } from './spaceCommands.ts';
import type { SpaceEditing } from './useSpaceEditing.ts';

/** What keys do beside the commands. */
export interface SpaceActs {
  readonly save: () => void;
  readonly bind: () => void;
  readonly shapes: () => void;
  readonly plan: () => void;
  readonly fit: () => void;
}

const STEPS_OF_KEYS: Readonly<Record<string, readonly [x: number, y: number, z: number]>> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  PageUp: [0, 0, 1],
  PageDown: [0, 0, -1],
};
/** m of a key, and with Shift. */
const NEAR = 0.1;
const FAR = 1;
/** Degrees. */
const TURN = 15;
const LARGER = 1.1;

/** The keys of the space that is edited; true = the key meant something. */
export function pressSpaceKey(
  event: KeyboardEvent,
  camera: StageCamera | null,
  editing: SpaceEditing,
  commands: SpaceCommands,
  acts: SpaceActs,
): boolean {
  const { key, shiftKey } = event;
  if (event.ctrlKey || event.metaKey)
    return withControl(key.toLowerCase(), shiftKey, editing, commands, acts);
  const step = STEPS_OF_KEYS[key];
  if (step && editing.selected.size > 0) {
    const [x, y, z] = step.map((one) => one * (shiftKey ? FAR : NEAR)) as [number, number, number];
    commands.move({ x, y, z });
    return true;
  }
  const plain: Readonly<Record<string, () => void>> = {
    Delete: commands.remove,
    Backspace: commands.remove,
    Escape: () => {
      commands.none();
      editing.preview(null);
    },
    j: () => commands.next(1, shiftKey),
    k: () => commands.next(-1, shiftKey),
    r: () => commands.turn(shiftKey ? -TURN : TURN),
    g: shiftKey ? commands.ungroup : commands.group,
    '[': () => commands.scale(1 / LARGER),
    ']': () => commands.scale(LARGER),
    '1': () => editing.setMode('translate'),
    '2': () => editing.setMode('rotate'),
    '3': () => editing.setMode('scale'),
    s: acts.shapes,
    b: acts.bind,
    p: acts.plan,
  };
  const run = plain[key.length === 1 ? key.toLowerCase() : key];
  if (run) run();
  else if (!camera || !lookByKey(camera, key, acts.fit)) return false;
  return true;
}

function withControl(
  key: string,
  shift: boolean,
  editing: SpaceEditing,
  commands: SpaceCommands,
  acts: SpaceActs,
): boolean {
  const run: Readonly<Record<string, () => void>> = {
    z: shift ? editing.redo : editing.undo,
    y: editing.redo,
    c: commands.copy,
    x: commands.cut,
    v: commands.paste,
    d: commands.duplicate,
    a: commands.all,
    s: acts.save,
  };
  run[key]?.();
  return key in run;
}
