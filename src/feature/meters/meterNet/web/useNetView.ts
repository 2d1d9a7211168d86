import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Place } from '../domain/layout.ts';
import {
  clampZoom,
  fitOf,
  keptMiddle,
  openingOf,
  centred,
  type Seen,
  seenOf,
  type Size,
} from '../domain/view.ts';

/** A scrolled area with a drawing that can be made smaller and larger. */
export interface NetView {
  readonly zoom: number;
  /** How the drawing follows the size of its area: so that it can be read, or as a whole; null = a zoom of the person's own. */
  readonly follows: 'reading' | 'whole' | null;
  /** What is in sight, in units of the drawing. */
  readonly seen: Seen;
  readonly follow: (how: 'reading' | 'whole') => void;
  readonly zoomTo: (zoom: number) => void;
  /** Puts a place of the drawing into the middle. */
  readonly goTo: (x: number, y: number) => void;
}

const START = { width: 0, height: 0, left: 0, top: 0 };

/** The size of an area and where it is scrolled to. */
function useLook(area: RefObject<HTMLElement | null>): typeof START {
  const [at, setAt] = useState(START);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const look = (): void => {
      const { clientWidth: width, clientHeight: height, scrollLeft: left, scrollTop: top } = element;
      setAt((now) =>
        now.width === width && now.height === height && now.left === left && now.top === top
          ? now
          : { width, height, left, top },
      );
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [area]);
  return at;
}

/**
 * The area of a drawing of that size, for its `ref`, and how it is seen: it begins so that it can be read, with a place of
 * it in the middle.
 */
export function useNetView(
  drawing: Size,
  begin: Place | undefined,
): [area: RefObject<HTMLElement | null>, view: NetView] {
  const area = useRef<HTMLElement>(null);
  const at = useLook(area);
  const [chosen, setChosen] = useState<number | 'reading' | 'whole'>('reading');
  const zoom =
    chosen === 'whole' ? fitOf(drawing, at) : chosen === 'reading' ? openingOf(drawing, at) : chosen;
  const before = useRef(zoom);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || before.current === zoom) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = element;
    element.scrollLeft = keptMiddle(scrollLeft, clientWidth, before.current, zoom);
    element.scrollTop = keptMiddle(scrollTop, clientHeight, before.current, zoom);
    before.current = zoom;
  }, [zoom]);
  const goTo = useCallback(
    (x: number, y: number): void => {
      const element = area.current;
      if (!element) return;
      element.scrollLeft = centred(x, element.clientWidth, zoom);
      element.scrollTop = centred(y, element.clientHeight, zoom);
    },
    [zoom],
  );
  const begun = useRef(false);
  useLayoutEffect(() => {
    if (begun.current || at.width === 0 || !begin) return;
    begun.current = true;
    goTo(begin.x, begin.y);
  }, [at.width, begin, goTo]);
  const view: NetView = {
    zoom,
    follows: typeof chosen === 'number' ? null : chosen,
    seen: seenOf(drawing, at, zoom),
    follow: setChosen,
    zoomTo: (next) => setChosen(clampZoom(next)),
    goTo,
  };
  return [area, view];
}
