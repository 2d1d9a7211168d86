import type { BillView } from '../contract.ts';

/** Whether a bill may come to more: a demand of it may have been higher, or none was measured. */
export const isLeast = ({ demandMissing, rows }: Pick<BillView, 'demandMissing' | 'rows'>): boolean =>
  demandMissing || rows.some(({ atLeast }) => atLeast);
