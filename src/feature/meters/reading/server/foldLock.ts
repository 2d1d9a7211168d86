export { FOLD_LOCK } from '#series/public.ts';
