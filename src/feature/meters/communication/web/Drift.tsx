import { MISSING } from '#domain/figure/number.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { ageText } from '#web/ui/age.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';

/** A clock may be off by so much before it is told. */
const TOLD_MS = 60_000;

/** By how much a clock is off: seconds while it is about right, then in words, to the minute. */
export function driftText(ms: number): string {
  const off = Math.abs(ms);
  return ageText(off > TOLD_MS ? Math.round(off / MINUTE_MS) * 60 : Math.round(off / 1000));
}

/** The same with its direction: ahead (+) or behind (−). */
export const signedDrift = (ms: number): string =>
  `${Math.abs(ms) < 500 ? '' : ms > 0 ? '+' : '−'}${driftText(ms)}`;

/** By how much a gateway's clock is off; marked where it is more than a minute. */
export function Drift({ ms }: { readonly ms: number | null }) {
  if (ms === null) return MISSING;
  return Math.abs(ms) > TOLD_MS ? <StatusDot status="warning" text={signedDrift(ms)} /> : signedDrift(ms);
}
