import { useCallback, useEffect, useState } from 'react';

/** Which page of a round is in sight, and what turns it. */
export interface Turning {
  readonly at: number;
  readonly held: boolean;
  readonly go: (by: 1 | -1) => void;
  /** Stops, or goes on. */
  readonly hold: () => void;
}

/** Turns pages by themselves; one that was turned by hand stands its whole time. @param count of pages */
export function useTurning(count: number, everyMs: number): Turning {
  const [at, setAt] = useState(0);
  const [held, setHeld] = useState(false);
  const go = useCallback(
    (by: 1 | -1) => setAt((before) => (count > 0 ? (before + by + count) % count : 0)),
    [count],
  );
  const hold = useCallback(() => setHeld((before) => !before), []);
  useEffect(() => {
    if (held || count < 2) return;
    const timer = setTimeout(() => go(1), everyMs);
    return () => clearTimeout(timer);
  }, [at, held, count, everyMs, go]);
  // A board may lose pages while it is shown.
  return { at: at < count ? at : 0, held, go, hold };
}
