import { useCallback, useEffect, useState } from 'react';

/** Rows drawn above and below what is in sight. */
const BESIDE = 12;

export interface Virtual {
  /** The rows to draw: from `first`, up to `end` (exclusive). */
  readonly first: number;
  readonly end: number;
  /** Takes what scrolls. */
  readonly attach: (area: HTMLElement | null) => void;
  /** Moves a row into sight. */
  readonly show: (index: number) => void;
}

/** Which of many rows of one height (px) are to be drawn, by what of them is in sight. */
export function useVirtual(total: number, height: number): Virtual {
  const [area, attach] = useState<HTMLElement | null>(null);
  const [place, setPlace] = useState({ first: 0, count: 60 });
  useEffect(() => {
    if (!area) return;
    const look = (): void => {
      // In steps, so that most frames of a scroll draw nothing anew.
      const first = Math.max(0, Math.floor(area.scrollTop / height / BESIDE) * BESIDE - BESIDE);
      const count = Math.ceil(area.clientHeight / height) + 3 * BESIDE;
      setPlace((before) => (before.first === first && before.count === count ? before : { first, count }));
    };
    look();
    area.addEventListener('scroll', look, { passive: true });
    const watch = new ResizeObserver(look);
    watch.observe(area);
    return () => {
      area.removeEventListener('scroll', look);
      watch.disconnect();
    };
  }, [area, height]);
  const show = useCallback(
    (index: number) => {
      if (!area) return;
      const top = index * height;
      const room = area.clientHeight - 2 * height;
      if (top < area.scrollTop) area.scrollTo({ top });
      else if (top > area.scrollTop + room) area.scrollTo({ top: top - room });
    },
    [area, height],
  );
  const first = Math.min(place.first, Math.max(0, total - place.count));
  return { first, end: Math.min(total, first + place.count), attach, show };
}
