const given = process.env['FOLD_RUNS'];

/** How many generated histories a property is tried on when everything is tested. */
export const MANY = 1000;

/**
 * How often a property is tried: `few` times in `npm test`, `many` times (default 1,000) in `npm run test:all`.
 * FOLD_RUNS states another number for a search.
 */
export function runs(few: number, many: number = MANY): { numRuns: number } {
  if (given) return { numRuns: Number(given) };
  return { numRuns: process.env['TEST_ALL'] ? Math.max(few, many) : few };
}

/** Time for tests of a file that tries properties on a database, ms. */
export const RUNS_MS = process.env['TEST_ALL'] || given ? 3_600_000 : 300_000;
