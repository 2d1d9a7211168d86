export const MINUTE_MS = 60_000;
export const QUARTER_MS = 900_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** An hour in exact sums. */
export const HOUR_MS_EXACT = 3_600_000n;

export const DAY_SECONDS = 86_400;
