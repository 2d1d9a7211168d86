import type { BodyType, SpacePoint } from '#contract/scene/space.ts';
import type { Binding } from '#contract/scene/binding.ts';
import {
  bindBody,
  groupBodies,
  insertBody,
  moveBodies,
  pasteBodies,
  removeBodies,
  scaleBodies,
  type SpaceClip,
  spaceClipOf,
  turnBodies,
  ungroupBodies,
} from '#domain/scene/space/edit.ts';
import { openBodies } from '#domain/scene/space/shape.ts';
import { say } from '#web/text/useTexts.ts';
import { notify, notifyError } from '#web/ui/notice.ts';
import { STEPS } from '../../editor/commands.ts';
import { walk } from '../../editor/walk.ts';
import type { Handled } from '../stage/Handles.tsx';
import type { SpaceEditing } from './useSpaceEditing.ts';

/** A copy is kept for other diagrams and tabs of this browser. */
const CLIP = 'meterhouse.spaceClip';

/** @returns whether it was kept; a full store keeps the copy before */
function keepSpaceClip(clip: SpaceClip): boolean {
  try {
    localStorage.setItem(CLIP, JSON.stringify(clip));
    return true;
  } catch {
    notifyError(say('diagram.web.editor.notCopied'));
    return false;
  }
}

function keptClip(diagramId: number): SpaceClip | null {
  try {
    return spaceClipOf(JSON.parse(localStorage.getItem(CLIP) ?? 'null'), diagramId);
  } catch {
    return null;
  }
}

/** What a meter that is bound to a body shows of it: its power, its load as a colour, its alarms. */
const meterLooks = (ammeterId: number, isRated: boolean): Binding[] => [
  { source: { kind: 'item', ammeterId, dataCode: 'PZ' }, map: { kind: 'format', decimals: 0, unit: null } },
  ...(isRated ? [loadLook(ammeterId)] : []),
  {
    source: { kind: 'alarm', ammeterId },
    map: {
      kind: 'range',
      ranges: [
        { from: 1, to: 2, look: 'alarm' },
        { from: 3, to: 4, look: 'warning' },
        { from: 0, to: 0, look: 'normal' },
      ],
    },
  },
];

const loadLook = (ammeterId: number): Binding => ({
  source: { kind: 'figure', ammeterId, figure: 'loadShare' },
  map: {
    kind: 'range',
    ranges: [
      { from: 90, to: null, look: 'alarm' },
      { from: 75, to: 90, look: 'warning' },
      { from: 2, to: 75, look: 'running' },
      { from: null, to: 2, look: 'stopped' },
    ],
  },
});

/** The name of a body that a meter is bound to, where it has none. */
const USUAL_LABEL = '{name}';

/** Copies of what is chosen, also for other diagrams. */
function clipboardOf({ act, selected, history: { scene } }: SpaceEditing, diagramId: number) {
  const copy = (): boolean => {
    const elements = scene.elements.filter(({ id }) => selected.has(id));
    return elements.length > 0 && keepSpaceClip({ format: 'space-clip', diagramId, elements });
  };
  const paste = (): void => {
    const clip = keptClip(diagramId);
    if (!clip) return;
    const { space, ids, left } = pasteBodies(scene, clip);
    act(STEPS.paste, () => space, ids);
    if (left > 0) notify('warning', say('diagram.web.editor.leftOut', { n: left }));
  };
  const cut = (): void => {
    if (copy()) act(STEPS.remove, (now) => removeBodies(now, selected), []);
  };
  const duplicate = (): void => {
    if (copy()) paste();
  };
  return { copy: (): void => void copy(), paste, cut, duplicate };
}

interface OnPlan {
  readonly x: number;
  readonly y: number;
}

/** Everything that buttons, keys and handles do to what is chosen. */
export const spaceCommandsOf = (editing: SpaceEditing, diagramId: number) => {
  const { act, selected, history, select, floor } = editing;
  const { scene } = history;
  return {
    ...clipboardOf(editing, diagramId),
    move: (by: SpacePoint): void => act(STEPS.move, (now) => moveBodies(now, selected, by)),
    turn: (by: number): void => act(STEPS.turn, (now) => turnBodies(now, selected, by)),
    scale: (by: number): void =>
      act(STEPS.size, (now) => scaleBodies(now, selected, { x: by, y: by, z: by })),
    remove: (): void => act(STEPS.remove, (now) => removeBodies(now, selected), []),
    group: (): void => act(STEPS.group, (now) => groupBodies(now, selected)),
    ungroup: (): void => act(STEPS.ungroup, (now) => ungroupBodies(now, selected)),
    all: (): void => select(openBodies(scene).map(({ id }) => id)),
    none: (): void => select([]),
    next: (by: 1 | -1, more: boolean): void => walk(editing, openBodies(scene), by, more),
    insert: (
      what: Exclude<BodyType, 'model'> | { readonly modelId: number },
      at: OnPlan,
      label?: string,
    ): void => {
      const made = insertBody(scene, what, floor, at, label);
      act(STEPS.insert, () => made.space, [made.id]);
    },
    /** Binds what is chosen to a meter; where nothing is, a box is put in for it. */
    bindMeter: ({ ammeterId, ratedPower }: Metered, at: OnPlan): void => {
      const [one] = selected.size === 1 ? selected : [];
      const made = one === undefined ? insertBody(scene, 'box', floor, at) : { space: scene, id: one };
      const looks = meterLooks(ammeterId, ratedPower !== null);
      act(STEPS.bind, () => bindBody(made.space, made.id, looks, USUAL_LABEL), [made.id]);
    },
  };
};

interface Metered {
  readonly ammeterId: number;
  /** kW */
  readonly ratedPower: number | null;
}

export type SpaceCommands = ReturnType<typeof spaceCommandsOf>;

/** What a handle makes of what is chosen. */
export function handled(editing: SpaceEditing, { mode, move, turn, scale }: Handled) {
  const { selected } = editing;
  const { scene } = editing.history;
  switch (mode) {
    case 'translate':
      return { title: STEPS.move, scene: moveBodies(scene, selected, move) };
    case 'rotate':
      return { title: STEPS.turn, scene: turnBodies(scene, selected, turn) };
    case 'scale':
      return { title: STEPS.size, scene: scaleBodies(scene, selected, scale) };
  }
}
