import { useMemo } from 'react';
import type { SpaceBody } from '#contract/scene/space.ts';
import { floorsOf, footOf } from '#domain/scene/space/shape.ts';
import type { HandlesProps } from '../stage/Handles.tsx';
import { handled } from './spaceCommands.ts';
import type { SpaceEditing } from './useSpaceEditing.ts';

const mean = (bodies: readonly SpaceBody[], of: (body: SpaceBody) => number): number =>
  bodies.map(of).reduce((n, one) => n + one / bodies.length, 0);

/** The handles at what is chosen: at its place, or amid several; null = nothing is chosen. */
export function useHandles(editing: SpaceEditing): Omit<HandlesProps, 'camera'> | null {
  const { history, selected, mode, snap } = editing;
  const at = useMemo(() => {
    const chosen = history.scene.elements.filter(({ id }) => selected.has(id));
    const [single] = chosen.length === 1 ? chosen : [];
    if (chosen.length === 0) return null;
    const floors = floorsOf(history.scene);
    return {
      x: mean(chosen, (one) => one.x),
      y: mean(chosen, (one) => one.y),
      z: mean(chosen, (one) => footOf(one, floors)),
      turn: single?.turn ?? 0,
    };
  }, [history.scene, selected]);
  return (
    at && {
      mode,
      at,
      snap,
      onDrag: (what) => editing.preview(handled(editing, what).scene),
      onDone: (what) => {
        const { title, scene } = handled(editing, what);
        editing.act(title, () => scene);
      },
    }
  );
}
