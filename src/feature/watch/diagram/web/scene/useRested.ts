import { useCallback, useSyncExternalStore } from 'react';
import type { View } from './Painter.ts';
import type { SceneView } from './SceneView.ts';

const AT_FIRST: View = { x: 0, y: 0, zoom: 1 };
const never = (): void => {};

/** How a picture is seen since it last rested: whoever draws over it follows. */
export function useRested(view: SceneView | null): View {
  const listen = useCallback((listener: () => void) => view?.onRest(listener) ?? never, [view]);
  return useSyncExternalStore(listen, () => view?.rested ?? AT_FIRST);
}
