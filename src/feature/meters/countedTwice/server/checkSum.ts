import { type SumPart, twiceOf } from '#feature/meters/subject/server/public.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import { askBefore } from './ask.ts';

/** Asks before a virtual meter is defined anew. @throws Fault 409 unless confirmed */
export const checkSum = (
  call: SlotCall,
  meter: { readonly id: number; readonly consumerId: number },
  parts: readonly Pick<SumPart, 'partId' | 'sign'>[],
): Promise<void> =>
  askBefore(call, meter.consumerId, (before) => {
    const others = before.sums.filter((part) => part.meterId !== meter.id);
    const after = { ...before, sums: [...others, ...parts.map((part) => ({ meterId: meter.id, ...part }))] };
    return { after, findings: twiceOf(before, after) };
  });
