import type { ConsumerCoverage } from '../contract.ts';

const rateOf = ({ expected, received }: ConsumerCoverage): number | null =>
  expected === 0 ? null : received / expected;

/** The lowest rate first; those of which nothing is expected last. */
export const byRate = (a: ConsumerCoverage, b: ConsumerCoverage): number =>
  (rateOf(a) ?? 2) - (rateOf(b) ?? 2) || a.consumerName.localeCompare(b.consumerName);
