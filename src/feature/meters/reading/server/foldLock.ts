export { FOLD_LOCK } from '#series/public.ts';

/**
 * Held in shared mode with the id of an enterprise by who waits for the folds of its meters to end: none of them begins
 * meanwhile, so that it waits for those under way and not for one after the other.
 */
export const FOLD_GATE = 7_303_019;
