import { queryOptions } from '@tanstack/react-query';
import { get } from '#web/api.ts';
import type { DueAnswer, GaugeLife, TabState } from '../contract.ts';

/** The verifications to come of an enterprise. */
export const dueQuery = (consumerId: number | null) =>
  queryOptions({
    queryKey: ['yunshui', 'getDue', consumerId],
    queryFn: ({ signal }) =>
      get<DueAnswer>('yunshui/gaugeVerifyConfigure/getDue', { consumerId }, { quiet: true, signal }),
  });

/** How far each tab of an enterprise is filled. */
export const overviewQuery = (consumerId: number | null) =>
  queryOptions({
    queryKey: ['yunshui', 'getOverview', consumerId],
    queryFn: ({ signal }) =>
      get<readonly TabState[]>('yunshui/archive/getOverview', { consumerId }, { quiet: true, signal }),
  });

/** What happened to an instrument. */
export const lifeQuery = (id: number) =>
  queryOptions({
    queryKey: ['yunshui', 'getLife', id],
    queryFn: ({ signal }) =>
      get<GaugeLife>('yunshui/gaugeConfigure/getLife', { id }, { quiet: true, signal }),
  });
