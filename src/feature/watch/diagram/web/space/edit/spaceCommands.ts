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
import { STEPS } from '../../editor/commands.ts';
import type { Handled } from '../stage/Handles.tsx';
import type { SpaceEditing } from './useSpaceEditing.ts';

/** A copy is kept for other diagrams and tabs of this browser. */
const CLIP = 'meterhouse.spaceClip';

export function keepSpaceClip(clip: SpaceClip): void {
  try {
    localStorage.setItem(CLIP, JSON.stringify(clip));
  } catch {
    // A full store keeps the copy before.
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
  const copy = (): void => {
    const elements = scene.elements.filter(({ id }) => selected.has(id));
    if (elements.length > 0) keepSpaceClip({ format: 'space-clip', diagramId, elements });
  };
  const paste = (): void => {
    const clip = keptClip(diagramId);
    if (!clip) return;
    const { space, ids } = pasteBodies(scene, clip);
    act(STEPS.paste, () => space, ids);
  };
  const cut = (): void => {
    copy();
    act(STEPS.remove, (now) => removeBodies(now, selected), []);
  };
  const duplicate = (): void => {
    copy();
    paste();
  };
  return { copy, paste, cut, duplicate };
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
    /** Chooses the next or the one before, in the order in which they were put in. */
    next: (by: 1 | -1): void => {
      const open = openBodies(scene);
      const at = open.findIndex(({ id }) => selected.has(id));
      const one = open[at < 0 ? (by === 1 ? 0 : open.length - 1) : (at + by + open.length) % open.length];
      if (one) select([one.id]);
    },
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
