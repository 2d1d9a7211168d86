import type { AlarmRow } from '../../contract.ts';

/** What a page knows of urgent records: how often each was raised, and the newest of them. */
export interface Heard {
  readonly counts: ReadonlyMap<number, number>;
  readonly newest: number;
}

/**
 * Whether a list that is read again has something to ring for: a record that is newer than all that was known, or one that was
 * raised again. The list holds the first of them alone: an old one that moves up when others were confirmed is no news.
 * @param before null = the page has just been opened: what stands then is seen, not heard
 */
export function hear(
  before: Heard | null,
  urgent: readonly Pick<AlarmRow, 'id' | 'raiseCount' | 'alarmStatus'>[],
): { heard: Heard; rings: boolean } {
  const counts = new Map(before?.counts);
  const rings =
    before !== null &&
    urgent.some(({ id, raiseCount, alarmStatus }) => {
      const known = before.counts.get(id);
      return alarmStatus === '1' && (known === undefined ? id > before.newest : raiseCount > known);
    });
  for (const { id, raiseCount } of urgent) counts.set(id, Math.max(raiseCount, counts.get(id) ?? 0));
  const newest = Math.max(before?.newest ?? 0, ...urgent.map(({ id }) => id));
  return { heard: { counts, newest }, rings };
}
