import { conflict, toConfirm } from '#contract/error.ts';
import { type Finding, type Organisation, organisationOf } from '#feature/meters/subject/server/public.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import { sentencesOf } from './sentence.ts';

/** A structure as a change would make it, and what speaks against the change. */
export interface Change {
  readonly after: Organisation;
  readonly findings: readonly Finding[];
}

// An import changes one enterprise row by row, each row on top of those before it.
const importing = new WeakMap<SlotCall, Map<number, Organisation>>();

/**
 * Asks whether a change of who belongs to a sum is meant, before it is written. An import cannot be asked: its row is
 * refused. @throws Fault 409 with what it would do, unless the caller has confirmed it
 */
export async function askBefore(
  call: SlotCall,
  consumerId: number,
  change: (before: Organisation) => Change,
): Promise<void> {
  if (call.confirmed) return;
  const known = importing.get(call) ?? new Map<number, Organisation>();
  const before = known.get(consumerId) ?? (await organisationOf(call.trx, consumerId));
  const { after, findings } = change(before);
  if (findings.length > 0) {
    const effects = await sentencesOf(call.trx, after, findings);
    if (call.importId === undefined) throw toConfirm(effects);
    throw conflict({
      zh: `${effects.map((one) => one.zh).join('')}如确需如此，请在页面上单独录入。`,
      en: `${effects.map((one) => one.en).join(' ')} If it is meant, enter it by hand.`,
    });
  }
  if (call.importId !== undefined) importing.set(call, known.set(consumerId, after));
}
