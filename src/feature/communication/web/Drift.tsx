import { formatAge, MISSING } from '#web/ui/number.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';

/** A clock may be off by so much before it is told. */
const TOLD_MS = 60_000;

/** By how much a clock is ahead (+) or behind (−): seconds while it is about right, then in words. */
export function driftText(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  const sign = seconds === 0 ? '' : ms > 0 ? '+' : '−';
  return `${sign}${formatAge(seconds)}`;
}

/** By how much a gateway's clock is off; marked where it is more than a minute. */
export function Drift({ ms }: { readonly ms: number | null }) {
  if (ms === null) return MISSING;
  return Math.abs(ms) > TOLD_MS ? <StatusDot status="warning" text={driftText(ms)} /> : driftText(ms);
}
