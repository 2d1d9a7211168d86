import { useEffect, useRef, useState } from 'react';

const TICK_MS = 5000;

/** The present by the server's clock, every few seconds; ms. @param told what the server's clock said with the last answer */
export function useNow(told: number | undefined): number {
  const ahead = useRef(0);
  const [clock, setClock] = useState(() => Date.now());
  useEffect(() => {
    if (told !== undefined) ahead.current = told - Date.now();
  }, [told]);
  useEffect(() => {
    const timer = setInterval(() => setClock(Date.now() + ahead.current), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(clock, told ?? 0);
}
