import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import { get, post } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import type { CurveWire, Effect, Finding, Repair, RepairKind, RepairMeter, ValueRow } from '../contract.ts';

const AT = 'sdata/correction';

/** A stretch of a meter, ms. */
export interface Stretch {
  readonly ammeterId: number;
  readonly from: number;
  readonly to: number;
}

export const metersQuery = (consumerId: number) =>
  queryOptions({
    queryKey: ['correction', 'meters', consumerId],
    queryFn: () => get<readonly RepairMeter[]>(`${AT}/getMeters`, { consumerId }, { quiet: true }),
  });

export const curveQuery = (stretch: Stretch) =>
  queryOptions({
    queryKey: ['correction', 'curve', stretch],
    queryFn: ({ signal }) => get<CurveWire>(`${AT}/getCurve`, { ...stretch }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  });

export const findingsQuery = (stretch: Stretch, pageNo: number) =>
  queryOptions({
    queryKey: ['correction', 'findings', stretch, pageNo],
    queryFn: ({ signal }) =>
      get<Page<Finding>>(`${AT}/getState`, { ...stretch, pageNo, pageSize: 20 }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  });

export const valuesQuery = (stretch: Stretch) =>
  queryOptions({
    queryKey: ['correction', 'values', stretch],
    queryFn: ({ signal }) =>
      get<Page<ValueRow>>(`${AT}/getValues`, { ...stretch, pageSize: 200 }, { quiet: true, signal }),
  });

export const historyQuery = (ammeterId: number, pageNo: number) =>
  queryOptions({
    queryKey: ['correction', 'history', ammeterId, pageNo],
    queryFn: () => get<Page<Repair>>(`${AT}/getList`, { ammeterId, pageNo, pageSize: 10 }, { quiet: true }),
    placeholderData: keepPreviousData,
  });

/** A repair as the panel asks for it. */
export interface Ask extends Stretch {
  readonly kind: RepairKind;
  readonly amount?: string;
  readonly target?: number;
}

export const previewRepair = (ask: Ask): Promise<Effect> =>
  post(`${AT}/preview`, { ...ask }, { quiet: true });

export async function addRepair(ask: Ask, reason: string): Promise<void> {
  await post(`${AT}/add`, { ...ask, reason }, { quiet: true });
  followFold();
}

export async function undoRepair(id: number, reason: string): Promise<void> {
  await post(`${AT}/undo`, { id, reason });
  followFold();
}

/** The worker folds what changed within moments: the figures are asked for again until it has. */
function followFold(): void {
  for (const wait of [0, 600, 2000, 5000])
    setTimeout(() => void queryClient.invalidateQueries({ queryKey: ['correction'] }), wait);
  setTimeout(() => void queryClient.invalidateQueries({ queryKey: ['monitoring'] }), 2000);
}
