import { isDue } from '#domain/fold/counting.ts';
import { PRESENT_VALUE_MS } from '#feature/meters/messaging/contract.ts';
import type { Organisation } from '#feature/meters/subject/server/public.ts';

/** Meters of an enterprise that count in what stands for the present: one that was never heard, or was removed, does not. @param now ms */
export const countNow = ({ meters }: Organisation, now: number): ReadonlySet<number> =>
  new Set(meters.filter(({ counting }) => isDue(counting, now - PRESENT_VALUE_MS, now)).map(({ id }) => id));
