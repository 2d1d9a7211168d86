import { useEffect, type RefObject } from 'react';
import type { SceneView } from './SceneView.ts';

/** Steps of the keys, px. */
const STEP = 60;
const ZOOM = 1.2;

/**
 * Moves and zooms a picture: wheel and pinch zoom, what is dragged is moved, and so do the keys of the area (arrows, + − 0).
 * @param drags whether a press at a place begins to move the picture
 */
export function useGestures(
  host: RefObject<HTMLElement | null>,
  view: SceneView | null,
  drags: (event: PointerEvent) => boolean,
): void {
  useEffect(() => {
    const area = host.current;
    if (!area || !view) return;
    const pressed = new Map<number, { x: number; y: number }>();
    const place = (x: number, y: number) => {
      const { left, top } = area.getBoundingClientRect();
      return { x: x - left, y: y - top };
    };
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      if (event.shiftKey) view.panBy(-event.deltaY, 0);
      else view.zoomBy(Math.exp(-event.deltaY * 0.0014), place(event.clientX, event.clientY));
    };
    const onDown = (event: PointerEvent): void => {
      if (pressed.size === 0 && !drags(event)) return;
      pressed.set(event.pointerId, { x: event.clientX, y: event.clientY });
    };
    const onMove = (event: PointerEvent): void => {
      const last = pressed.get(event.pointerId);
      if (!last) return;
      const [other] = [...pressed].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      if (other) {
        const spread = (x: number, y: number): number => Math.max(1, Math.hypot(x - other.x, y - other.y));
        const middle = place((event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
        view.zoomBy(spread(event.clientX, event.clientY) / spread(last.x, last.y), middle);
      } else view.panBy(event.clientX - last.x, event.clientY - last.y);
      pressed.set(event.pointerId, { x: event.clientX, y: event.clientY });
    };
    const onUp = (event: PointerEvent): void => void pressed.delete(event.pointerId);
    area.addEventListener('wheel', onWheel, { passive: false });
    area.addEventListener('pointerdown', onDown);
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', onUp);
    return () => {
      area.removeEventListener('wheel', onWheel);
      area.removeEventListener('pointerdown', onDown);
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', onUp);
    };
  }, [host, view, drags]);
}

/** Moves or zooms by a key; false = the key means something else. */
export function moveByKey(view: SceneView, key: string): boolean {
  const moves: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => view.panBy(STEP, 0),
    ArrowRight: () => view.panBy(-STEP, 0),
    ArrowUp: () => view.panBy(0, STEP),
    ArrowDown: () => view.panBy(0, -STEP),
    '+': () => view.zoomBy(ZOOM),
    '=': () => view.zoomBy(ZOOM),
    '-': () => view.zoomBy(1 / ZOOM),
    '0': () => view.fit(),
  };
  moves[key]?.();
  return key in moves;
}
