import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get, post } from '#web/api.ts';
import type { CurvePart, ReplayAnswer } from '../contract.ts';
import { type Draft, paramsOf } from './draft.ts';

const AREA = 'event/alarm';
/** Meters of a page of the answer. */
export const METERS = 10;

/** A replay by its task, or the last one of a rule. */
export const replayQuery = (of: { id?: number; alarmId?: number }, page: number) =>
  queryOptions({
    queryKey: [AREA, 'getReplay', of, page],
    queryFn: ({ signal }) =>
      get<ReplayAnswer>(
        `${AREA}/getReplay`,
        { ...of, current: page, pageSize: METERS },
        { quiet: true, signal },
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });

export const curveQuery = (id: number, ammeterId: number) =>
  queryOptions({
    queryKey: [AREA, 'getReplayCurve', id, ammeterId],
    queryFn: ({ signal }) =>
      get<CurvePart[]>(`${AREA}/getReplayCurve`, { id, ammeterId }, { quiet: true, signal }),
    staleTime: Infinity,
  });

/** Starts a replay. @returns its task */
export const startReplay = async (draft: Draft, alarmId: number | null): Promise<number> =>
  (await post<{ taskId: number }>(`${AREA}/replay`, paramsOf(draft, alarmId), { quiet: true })).taskId;
