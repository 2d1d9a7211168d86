import { useServerClock } from '#web/live/useServerClock.ts';

const TICK_MS = 5000;

/** The present by the server's clock, every few seconds; ms. @param told what the server's clock said with the last answer */
export const useNow = (told: number | undefined): number => useServerClock(told, TICK_MS);
