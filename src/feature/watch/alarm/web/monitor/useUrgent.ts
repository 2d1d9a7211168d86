import { useQuery } from '@tanstack/react-query';
import type { AlarmRow, OpenAlarms } from '../../contract.ts';
import { openQuery } from '../calls.ts';
import type { MonitorAddress } from './address.ts';

/** So many urgent records the banner knows by name. */
const NAMED = 20;
const URGENT = { alarmLevel: '1', shown: 'unconfirmed', current: 1, pageSize: NAMED };

/** Urgent records that wait for somebody: the first of them, and how many there are. */
export interface Urgent {
  readonly list: readonly AlarmRow[];
  readonly total: number;
}

/**
 * The urgent records of an enterprise that wait for somebody; undefined = not known yet. They begin the list of all that is
 * open, so that another call is made only where a site or a level narrows it, or it shows what is shelved.
 */
export function useUrgent(
  consumerId: number,
  { site, level, shown }: MonitorAddress,
  head: OpenAlarms | undefined,
  everyMs: number,
): Urgent | undefined {
  const beginsList = site === null && (level === null || level === '1') && shown !== 'shelved';
  const asked = useQuery({
    ...openQuery({ enterpriseId: consumerId, ...URGENT }),
    enabled: !beginsList,
    refetchInterval: everyMs,
  }).data;
  if (!beginsList) return asked && { list: asked.list, total: asked.pagination.total };
  if (!head) return undefined;
  const waits = head.list.filter((one) => one.alarmLevel === '1' && one.process === '0' && one.shelvedUntil === null); // prettier-ignore
  const total = head.levels.find((one) => one.level === '1')?.unconfirmed ?? 0;
  return { list: waits.slice(0, NAMED), total };
}
