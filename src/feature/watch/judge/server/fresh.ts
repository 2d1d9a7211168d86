import { MINUTE_MS } from '#domain/time/duration.ts';

/** Nobody is woken for what was over longer ago than this. */
export const STALE_MS = 15 * MINUTE_MS;

/**
 * Until when (ms) what is known of an object tells of the present.
 * @param knownTo ms: its newest data time
 * @param holdMs how long that stands for what follows it
 */
export const freshUntil = (knownTo: number, holdMs = 0): number => knownTo + Math.max(STALE_MS, holdMs);
