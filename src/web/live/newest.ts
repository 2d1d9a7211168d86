import type { LiveValues } from '#feature/meters/messaging/contract.ts';

/** The newest value of a code, and when it was so (ms). */
interface LiveValue {
  readonly value: number;
  readonly ts: number;
}

/** The newest values of a meter by data code. A message holds the codes of its instant alone: each has an age of its own. */
export type MeterValues = Readonly<Record<string, LiveValue>>;

/** What is known of a meter after a further message; one that is older than what is known of a code says nothing of it. */
export function withMessage(known: MeterValues | undefined, { ts, values }: LiveValues): MeterValues {
  const after: Record<string, LiveValue> = { ...known };
  for (const [code, value] of Object.entries(values))
    if (ts >= (after[code]?.ts ?? -Infinity)) after[code] = { value, ts };
  return after;
}

/** When a meter told anything last, ms; -Infinity = nothing was heard. */
export const heardAt = (values: MeterValues | undefined): number =>
  Object.values(values ?? {}).reduce((newest, { ts }) => Math.max(newest, ts), -Infinity);
