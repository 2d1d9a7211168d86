import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import { get, type Params, post } from '#web/api.ts';
import { useMay } from '#web/session/session.ts';
import { queryClient } from '#web/api/queryClient.ts';
import type { NoticeCount, NoticeLevel, NoticeWire } from '../contract.ts';

const AREA = 'sys/notice';
const REFRESH_MS = 20_000;

export const countQuery = queryOptions({
  queryKey: [AREA, 'count'],
  queryFn: () => get<NoticeCount>(`${AREA}/getCount`, {}, { quiet: true }),
  refetchInterval: REFRESH_MS,
});

export const noticesQuery = (params: Params) =>
  queryOptions({
    queryKey: [AREA, 'list', params],
    queryFn: ({ signal }) => get<Page<NoticeWire>>(`${AREA}/getlist`, params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

/** Marks notices as read: the given ones, or all that last. */
export async function readNotices(ids?: readonly number[]): Promise<void> {
  await post(`${AREA}/read`, ids ? { ids } : {}, { quiet: true });
  await queryClient.invalidateQueries({ queryKey: [AREA] });
}

/** The status whose shape and colour a level has. */
export const LEVEL_STATUS = { 1: 'offline', 2: 'warning', 3: 'alarm' } as const satisfies Record<
  NoticeLevel,
  string
>;

const MONITOR = '/SDNAlertConfig/SDNRTAlertMonitor';

/** Where notices lead: to the alarm record for whoever may see it, else to the screen where it is dealt with; null = nowhere. */
export function useNoticeAddress(): (notice: NoticeWire) => string | null {
  const may = useMay('event.alarmRecord.view');
  return ({ recordId, link, consumerId }) => {
    if (may && recordId !== null) return `#${MONITOR}?consumer=${consumerId}&record=${recordId}`;
    return link === null ? null : `#${link}`;
  };
}
