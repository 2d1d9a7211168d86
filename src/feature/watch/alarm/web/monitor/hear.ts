import type { AlarmRow } from '../../contract.ts';

/** What a page knows of urgent records: how often each was raised, the newest of them, and whether those were all that waited. */
export interface Heard {
  readonly counts: ReadonlyMap<number, number>;
  readonly newest: number;
  readonly whole: boolean;
}

/**
 * Whether a list that is read again has something to ring for: a record that was not known, or one that was raised again. The
 * list holds the first of them alone: an old one that moves up when others were confirmed is no news, so where not all of them
 * were known only those rings that are newer than all that were. Where they were, an old one has become urgent.
 * @param before null = the page has just been opened: what stands then is seen, not heard
 * @param total how many urgent records wait
 */
export function hear(
  before: Heard | null,
  urgent: readonly Pick<AlarmRow, 'id' | 'raiseCount' | 'alarmStatus'>[],
  total: number,
): { heard: Heard; rings: boolean } {
  const counts = new Map(before?.counts);
  const rings =
    before !== null &&
    urgent.some(({ id, raiseCount, alarmStatus }) => {
      const known = before.counts.get(id);
      const isNew = before.whole || id > before.newest;
      return alarmStatus === '1' && (known === undefined ? isNew : raiseCount > known);
    });
  for (const { id, raiseCount } of urgent) counts.set(id, Math.max(raiseCount, counts.get(id) ?? 0));
  const newest = Math.max(before?.newest ?? 0, ...urgent.map(({ id }) => id));
  return { heard: { counts, newest, whole: urgent.length >= total }, rings };
}
