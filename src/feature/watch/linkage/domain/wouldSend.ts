import { type Linkage, plannedRuns, type Raised } from './plan.ts';

/** An alarm of the past, or one that would have been: when it was raised and cleared, ms; null = it stands. */
export interface PastRaise {
  readonly raisedAt: number;
  readonly clearedAt: number | null;
  readonly siteId: number | null;
}

/** What a linkage would have sent to one recipient. */
export interface WouldSend {
  readonly linkage: Linkage;
  readonly recipient: string;
  /** Data times (ms) of the raises that it would have been sent of. */
  readonly sent: readonly number[];
  /** Raises that were cleared within the delay. */
  readonly skipped: number;
}

/** What linkages would have sent of alarms of a rule if nobody had confirmed any. */
export function wouldSend(
  raises: readonly PastRaise[],
  rule: Pick<Raised, 'consumerId' | 'level' | 'eventId'>,
  linkages: readonly Linkage[],
): WouldSend[] {
  const found = new Map<string, { linkage: Linkage; recipient: string; sent: number[]; skipped: number }>();
  for (const { raisedAt, clearedAt, siteId } of raises) {
    const raised: Raised = {
      ...rule, recordId: 0, count: 1, siteId, eventType: '1', name: '', text: { zh: '', en: '' }, raisedAt,
    }; // prettier-ignore
    for (const { linkage, recipient } of plannedRuns([raised], linkages, raisedAt)) {
      const key = `${linkage.source} ${linkage.id} ${recipient}`;
      let one = found.get(key);
      if (!one) found.set(key, (one = { linkage, recipient, sent: [], skipped: 0 }));
      if (linkage.delay > 0 && clearedAt !== null && clearedAt - raisedAt < linkage.delay * 1000)
        one.skipped += 1;
      else one.sent.push(raisedAt);
    }
  }
  return [...found.values()];
}
