import { useState } from 'react';
import type { Scene, SceneElement } from '#contract/scene/scene.ts';
import { withGroups } from '#domain/scene/edit/act.ts';
import { type Choosing, type Steps, useSteps } from './useSteps.ts';

/** What a press on the canvas does. */
type Tool = 'select' | 'pan' | 'wire';

/** A scene that is being edited, and what the pointer does. */
export interface Editing extends Steps<Scene> {
  readonly tool: Tool;
  readonly snap: boolean;
  readonly layer: string;
  readonly setTool: (tool: Tool) => void;
  readonly setSnap: (snap: boolean) => void;
  readonly setLayer: (layer: string) => void;
}

/** Elements that can be chosen. */
export function openElements(scene: Scene): SceneElement[] {
  const shut = new Set(scene.layers.flatMap(({ id, hidden, locked }) => (hidden || locked ? [id] : [])));
  return scene.elements.filter((one) => !shut.has(one.layer));
}

/** The layer that new elements come onto: that which was chosen, or the uppermost open one where a step took it away. */
function layerIn({ layers }: Scene, wanted: string): string {
  if (layers.some(({ id }) => id === wanted)) return wanted;
  return (layers.findLast(({ hidden, locked }) => !hidden && !locked) ?? layers.at(-1))?.id ?? '';
}

const CHOOSING: Choosing<Scene> = { open: openElements, withGroups };

export function useEditing(first: Scene): Editing {
  const steps = useSteps(first, CHOOSING);
  const [tool, setTool] = useState<Tool>('select');
  const [snap, setSnap] = useState(true);
  const [wanted, setLayer] = useState(
    () => first.layers.find(({ id }) => id === 'device')?.id ?? first.layers.at(-1)?.id ?? '',
  );
  const layer = layerIn(steps.history.scene, wanted);
  return { ...steps, tool, snap, layer, setTool, setSnap, setLayer };
}
