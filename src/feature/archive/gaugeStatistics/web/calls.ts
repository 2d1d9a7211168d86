import { queryOptions } from '@tanstack/react-query';
import { get } from '#web/api.ts';
import type { GaugeStatistics } from '../contract.ts';

/** Tables B.8 and B.9 of an enterprise. */
export const statisticsQuery = (orgId: number) =>
  queryOptions({
    queryKey: ['gaugeStatistics', orgId],
    queryFn: ({ signal }) =>
      get<GaugeStatistics>('yunshui/companyGauges/getStatistics', { orgId }, { signal }),
  });
