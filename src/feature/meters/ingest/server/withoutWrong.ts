import { rowsOf } from '#domain/reading/batch.ts';
import type { HeldReason } from '../contract.ts';
import type { Decoded } from '../domain/decode.ts';
import { metersOf } from '../domain/device.ts';
import { heldRows } from '../domain/held.ts';
import { type CountedRejection, MOST_TOLD } from '../domain/refusals.ts';
import type { Gateway } from './gateway.ts';

/** What is found wrong with rows only beside what is stored. */
export type WrongReason = Extract<HeldReason, 'contradicts' | 'closed' | 'monthBroken'>;

/** Quarantines rows whose stamps are wrong, or of a time that is closed or cannot be compared, and tells them as rejected. */
export function withoutWrong(
  gateway: Gateway,
  decoded: Decoded,
  wrong: ReadonlySet<number>,
  reason: WrongReason = 'contradicts',
): Decoded {
  const { batch } = decoded;
  const names = new Map([...gateway.devices].map(([name, device]) => [metersOf(device)[0]?.id, name]));
  const nameOf = (row: number): string => names.get(batch.meter[row]) ?? '';
  const rejected = [...decoded.rejected];
  const reasons = new Map<string, CountedRejection>();
  for (const row of wrong) {
    const device = nameOf(row);
    const ts = batch.ts[row] as number;
    const reported = { device, reason, sample: JSON.stringify(new Date(ts)) } as const;
    if (rejected.length < MOST_TOLD) rejected.push({ ...reported, ts, key: null });
    const counted = reasons.get(device);
    if (counted) counted.n++;
    else reasons.set(device, { ...reported, key: '', n: 1 });
  }
  return {
    ...decoded,
    batch: rowsOf(batch, (row) => !wrong.has(row)),
    held: [...decoded.held, ...heldRows(batch, reason, nameOf, (row) => wrong.has(row))],
    rejected,
    rejectedCount: decoded.rejectedCount + wrong.size,
    reasons: [...decoded.reasons, ...reasons.values()],
  };
}
