import type { Status } from '#web/theme/palette.ts';
import type { FindingKind } from '../contract.ts';

/** A status where something is wrong; null where the figures only say how they came about. */
export const LOOK: Readonly<Record<FindingKind, Status | null>> = {
  missing: 'noData',
  suspect: 'warning',
  reset: 'warning',
  conflict: 'warning',
  noise: 'warning',
  interpolated: null,
  estimated: null,
  manual: null,
  corrected: null,
};
