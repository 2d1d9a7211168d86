import { createPortal } from 'react-dom';
import type { Scene } from '#contract/scene/scene.ts';
import { boundsOf, elementsOf } from '#domain/scene/geometry.ts';
import type { SceneView } from '../scene/SceneView.ts';

/** px around what is marked. */
const AROUND = 6;

/** A frame around the element that somebody is at in the list of elements. */
export function ElementMark({
  view,
  scene,
  id,
}: {
  readonly view: SceneView;
  readonly scene: Scene;
  readonly id: string | null;
}) {
  if (id === null) return null;
  const elements = elementsOf(scene);
  const one = elements.get(id);
  if (!one) return null;
  const { x, y, w, h } = boundsOf(one, elements);
  return createPortal(
    <rect
      x={x - AROUND}
      y={y - AROUND}
      width={w + 2 * AROUND}
      height={h + 2 * AROUND}
      rx="4"
      fill="none"
      stroke="var(--primary)"
      strokeWidth="2"
      vectorEffect="non-scaling-stroke"
      pointerEvents="none"
    />,
    view.overlay,
  );
}
