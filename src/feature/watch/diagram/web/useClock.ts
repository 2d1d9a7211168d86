import { useEffect, useState } from 'react';

/**
 * What time it is (ms), told anew every so often. @param present the clock that it goes by @param sure turns true when that
 * clock was set right
 */
export function useClock(everyMs: number, present: () => number = Date.now, sure = true): number {
  const [now, setNow] = useState(present);
  useEffect(() => {
    const tick = (): void => setNow(present());
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, present, sure]);
  return now;
}
