import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import { get, post } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import type {
  CurveWire,
  Effect,
  FindingPage,
  Repair,
  RepairKind,
  RepairMeter,
  ValueRow,
} from '../contract.ts';

const AT = 'sdata/correction';

/** An interval of a meter, ms. */
export interface Interval {
  readonly ammeterId: number;
  readonly from: number;
  readonly to: number;
}

export const metersQuery = (consumerId: number) =>
  queryOptions({
    queryKey: ['correction', 'meters', consumerId],
    queryFn: () => get<readonly RepairMeter[]>(`${AT}/getMeters`, { consumerId }, { quiet: true }),
  });

export const curveQuery = (interval: Interval) =>
  queryOptions({
    queryKey: ['correction', 'curve', interval],
    queryFn: ({ signal }) => get<CurveWire>(`${AT}/getCurve`, { ...interval }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  });

/** Asked for again while values of the meter wait to be folded. */
export const findingsQuery = (interval: Interval, pageNo: number) =>
  queryOptions({
    queryKey: ['correction', 'findings', interval, pageNo],
    queryFn: ({ signal }) =>
      get<FindingPage>(`${AT}/getState`, { ...interval, pageNo, pageSize: 20 }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pending ? 600 : false),
  });

export const valuesQuery = (interval: Interval) =>
  queryOptions({
    queryKey: ['correction', 'values', interval],
    queryFn: ({ signal }) =>
      get<Page<ValueRow>>(`${AT}/getValues`, { ...interval, pageSize: 200 }, { quiet: true, signal }),
  });

export const historyQuery = (ammeterId: number, pageNo: number) =>
  queryOptions({
    queryKey: ['correction', 'history', ammeterId, pageNo],
    queryFn: () => get<Page<Repair>>(`${AT}/getList`, { ammeterId, pageNo, pageSize: 10 }, { quiet: true }),
    placeholderData: keepPreviousData,
  });

/** A repair as the panel asks for it. */
export interface Ask extends Interval {
  readonly kind: RepairKind;
  readonly amount?: string;
  readonly target?: number;
}

export const previewRepair = (ask: Ask): Promise<Effect> =>
  post(`${AT}/preview`, { ...ask }, { quiet: true });

export async function addRepair(ask: Ask, reason: string): Promise<void> {
  await post(`${AT}/add`, { ...ask, reason }, { quiet: true });
  void showChange();
}

export async function undoRepair(id: number, reason: string): Promise<void> {
  await post(`${AT}/undo`, { id, reason });
  void showChange();
}

/** Whether it is folded is asked for first: if it is, what is asked for after that holds the change. */
async function showChange(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['correction', 'findings'] });
  await refreshFigures();
}

/** Asks again for all that follows from the curves of meters. */
export const refreshFigures = (): Promise<unknown> =>
  Promise.all(['correction', 'monitoring'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
