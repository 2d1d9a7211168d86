import { formatNumber, MISSING } from '#web/ui/number.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';

/** A clock may be off by so much before it is told. */
const OFF_MS = 60_000;

/** By how much a gateway's clock is ahead (+) or behind (−), in seconds. */
export function Drift({ ms }: { readonly ms: number | null }) {
  if (ms === null) return MISSING;
  const seconds = Math.round(ms / 1000);
  const text = `${seconds > 0 ? '+' : ''}${formatNumber(seconds, 0)} s`;
  return Math.abs(ms) > OFF_MS ? <StatusDot status="warning" text={text} /> : text;
}
