import type { KeyboardEvent } from 'react';
import { moveByKey } from '../scene/useGestures.ts';
import type { SceneView } from '../scene/SceneView.ts';
import type { Commands } from './commands.ts';
import type { Editing } from './useEditing.ts';

/** What keys do beside the commands. */
export interface EditorActs {
  readonly save: () => void;
  readonly search: () => void;
  readonly symbols: () => void;
  readonly bind: () => void;
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** px an arrow moves with Shift. */
const FAR = 10;

/** The keys of the canvas; true = the key meant something. */
export function pressKey(
  event: KeyboardEvent,
  view: SceneView | null,
  editing: Editing,
  commands: Commands,
  acts: EditorActs,
): boolean {
  const { key, shiftKey } = event;
  if (event.ctrlKey || event.metaKey)
    return withControl(key.toLowerCase(), shiftKey, editing, commands, acts);
  const arrow = ARROWS[key];
  if (arrow && editing.selected.size > 0) {
    const [dx, dy] = arrow;
    commands.move(dx * (shiftKey ? FAR : 1), dy * (shiftKey ? FAR : 1));
    return true;
  }
  const plain: Readonly<Record<string, () => void>> = {
    Delete: commands.remove,
    Backspace: commands.remove,
    Escape: () => {
      commands.none();
      editing.setTool('select');
      editing.preview(null);
    },
    j: () => commands.next(1, shiftKey),
    k: () => commands.next(-1, shiftKey),
    r: commands.turn,
    m: commands.mirror,
    g: shiftKey ? commands.ungroup : commands.group,
    w: () => (editing.selected.size === 2 ? commands.connect() : editing.setTool('wire')),
    v: () => editing.setTool('select'),
    h: () => editing.setTool('pan'),
    s: acts.symbols,
    b: acts.bind,
    '[': () => commands.order('back'),
    ']': () => commands.order('front'),
  };
  const run = plain[key.length === 1 ? key.toLowerCase() : key];
  if (run) run();
  else if (!view || !moveByKey(view, key)) return false;
  return true;
}

function withControl(
  key: string,
  shift: boolean,
  editing: Editing,
  commands: Commands,
  acts: EditorActs,
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
    f: acts.search,
  };
  run[key]?.();
  return key in run;
}
