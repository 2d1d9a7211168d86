import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { clampZoom, fitOf, keptMiddle, type Seen, seenOf, type Size } from '../domain/view.ts';

/** A scrolled area with a drawing that can be made smaller and larger. */
export interface NetView {
  readonly zoom: number;
  /** The drawing follows the size of its area. */
  readonly fitted: boolean;
  /** What is in sight, in units of the drawing. */
  readonly seen: Seen;
  /** All of the drawing. */
  readonly fit: () => void;
  readonly zoomTo: (zoom: number) => void;
  /** Puts a place of the drawing into the middle. */
  readonly goTo: (x: number, y: number) => void;
}

const START = { width: 0, height: 0, left: 0, top: 0 };

/** The area of a drawing of that size, for its `ref`, and how it is seen; it begins as a whole. */
export function useNetView(drawing: Size): [area: RefObject<HTMLElement | null>, view: NetView] {
  const area = useRef<HTMLElement>(null);
  const [at, setAt] = useState(START);
  const [chosen, setChosen] = useState<number | null>(null);
  const zoom = chosen ?? fitOf(drawing, at);
  const look = useCallback((): void => {
    const element = area.current;
    if (!element) return;
    const { clientWidth: width, clientHeight: height, scrollLeft: left, scrollTop: top } = element;
    setAt((now) =>
      now.width === width && now.height === height && now.left === left && now.top === top
        ? now
        : { width, height, left, top },
    );
  }, []);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [look]);
  const before = useRef(zoom);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || before.current === zoom) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = element;
    element.scrollLeft = keptMiddle(scrollLeft, clientWidth, before.current, zoom);
    element.scrollTop = keptMiddle(scrollTop, clientHeight, before.current, zoom);
    before.current = zoom;
  }, [zoom]);
  const goTo = (x: number, y: number): void => {
    const element = area.current;
    if (!element) return;
    element.scrollLeft = x * zoom - element.clientWidth / 2;
    element.scrollTop = y * zoom - element.clientHeight / 2;
  };
  const view: NetView = {
    zoom,
    fitted: chosen === null,
    seen: seenOf(drawing, at, zoom),
    fit: () => setChosen(null),
    zoomTo: (next) => setChosen(clampZoom(next)),
    goTo,
  };
  return [area, view];
}
