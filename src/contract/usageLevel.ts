/** Bucket sizes: 1 quarter of an hour, 2 hour, 3 day, 4 month, 5 year. */
export type UsageLevel = 1 | 2 | 3 | 4 | 5;
