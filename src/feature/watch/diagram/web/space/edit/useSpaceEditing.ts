import { useState } from 'react';
import type { Space } from '#contract/scene/space.ts';
import { openBodies } from '#domain/scene/space/shape.ts';
import { withSpaceGroups } from '#domain/scene/space/edit.ts';
import { type Choosing, type Steps, useSteps } from '../../editor/useSteps.ts';
import type { HandleMode } from '../stage/Handles.tsx';

/** A space that is being edited. */
export interface SpaceEditing extends Steps<Space> {
  readonly mode: HandleMode;
  readonly snap: boolean;
  /** Onto which new bodies come. */
  readonly floor: string;
  readonly setMode: (mode: HandleMode) => void;
  readonly setSnap: (snap: boolean) => void;
  readonly setFloor: (floor: string) => void;
}

const CHOOSING: Choosing<Space> = { open: openBodies, withGroups: withSpaceGroups };

export function useSpaceEditing(first: Space): SpaceEditing {
  const steps = useSteps(first, CHOOSING);
  const [mode, setMode] = useState<HandleMode>('translate');
  const [snap, setSnap] = useState(true);
  const [chosenFloor, setFloor] = useState(first.floors[0]?.id ?? '');
  const { floors } = steps.history.scene;
  // The floor may be gone by a step back.
  const floor = floors.some(({ id }) => id === chosenFloor) ? chosenFloor : (floors[0]?.id ?? '');
  return { ...steps, mode, snap, floor, setMode, setSnap, setFloor };
}
