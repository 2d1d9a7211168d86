import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import { get } from '#web/api.ts';
import type { MeterHead, ObjectHead, ObjectMeter } from '../contract.ts';

const AREA = 'monitoring/objectPage';
/** The head tells an age: it is asked for again while it is in sight. */
const REFRESH_MS = 15_000;

export const meterHeadQuery = (ammeterId: number) =>
  queryOptions({
    queryKey: ['objectPage', 'meter', ammeterId],
    queryFn: ({ signal }) => get<MeterHead>(`${AREA}/getMeter`, { ammeterId }, { quiet: true, signal }),
    refetchInterval: REFRESH_MS,
    retry: false,
  });

export const objectHeadQuery = (orgId: number) =>
  queryOptions({
    queryKey: ['objectPage', 'object', orgId],
    queryFn: ({ signal }) => get<ObjectHead>(`${AREA}/getObject`, { orgId }, { quiet: true, signal }),
    refetchInterval: REFRESH_MS,
    retry: false,
  });

export const objectMetersQuery = (orgId: number, current: number, pageSize: number) =>
  queryOptions({
    queryKey: ['objectPage', 'meters', orgId, current, pageSize],
    queryFn: ({ signal }) =>
      get<Page<ObjectMeter>>(`${AREA}/getMeters`, { orgId, current, pageSize }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
