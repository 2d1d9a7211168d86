import { useEffect, useRef, useState } from 'react';

/**
 * The present by the server's clock, ms, told anew every so often: ages are told by it, also while no answer comes.
 * @param told what the server's clock said with the last answer, ms; none yet = the device's own clock
 */
export function useServerClock(told: number | undefined, everyMs: number): number {
  const ahead = useRef(0);
  const [clock, setClock] = useState(() => told ?? Date.now());
  useEffect(() => {
    if (told !== undefined) ahead.current = told - Date.now();
  }, [told]);
  useEffect(() => {
    const timer = setInterval(() => setClock(Date.now() + ahead.current), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return Math.max(clock, told ?? 0);
}
