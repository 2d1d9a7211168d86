import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import { get, type Params, post } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import type { Undelivered } from '#feature/watch/linkage/contract.ts';
import type {
  AlarmAct,
  AlarmBuckets,
  AlarmReason,
  AlarmRatesWire,
  AlarmRow,
  AlarmTop,
  AlarmTree,
  OpenAlarms,
  StateResult,
} from '../contract.ts';

const AREA = 'alarm/record';
const QUIET = { quiet: true };

const asked = <T>(path: string, params: Params) =>
  queryOptions({
    queryKey: [AREA, path, params],
    queryFn: ({ signal }) => get<T>(`${AREA}/${path}`, params, { ...QUIET, signal }),
    placeholderData: keepPreviousData,
  });

/** What is open, a page of it. */
export const openQuery = (params: Params) => asked<OpenAlarms>('getOpen', params);

/** Messages of alarms that do not arrive; asked once a minute. */
export const undeliveredQuery = (enterpriseId: number) =>
  queryOptions({
    queryKey: [AREA, 'undelivered', enterpriseId],
    queryFn: ({ signal }) =>
      get<readonly Undelivered[]>(
        'alarm/linkageRecord/getUndelivered',
        { enterpriseId },
        { ...QUIET, signal },
      ),
    refetchInterval: 60_000,
    retry: false,
  });

/** One record by its id: a page of one, or of none. */
export const recordQuery = (alarmRecordId: number) =>
  asked<Page<AlarmRow>>('getDataTablePageAnt', { alarmRecordId, current: 1, pageSize: 1 });

/** Records of a query, by page. */
export const recordsQuery = (params: Params) => asked<Page<AlarmRow>>('getDataTablePageAnt', params);
export const ratesQuery = (params: Params) => asked<AlarmRatesWire>('getRates', params);
export const topQuery = (params: Params) => asked<AlarmTop[]>('getTop', { ...params, top: 10 });
export const EXPORT = `${AREA}/exportRecords`;

/** What a record follows from, what follows from it, and who is notified next. */
export const treeQuery = (alarmRecordId: number, pageSize: number) =>
  asked<AlarmTree>('getTree', { alarmRecordId, current: 1, pageSize });

/** Why a record of a rule over several values was raised. */
export const bucketsQuery = (alarmRecordId: number) => asked<AlarmBuckets>('getBuckets', { alarmRecordId });
export const reasonQuery = (alarmRecordId: number) => asked<AlarmReason>('getReason', { alarmRecordId });

export const actsQuery = (alarmRecordId: number) =>
  asked<Page<AlarmAct>>('getActs', { alarmRecordId, current: 1, pageSize: 10 });

/** Everything that is shown of alarms is read anew. */
export const readAnew = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [AREA] }, { cancelRefetch: false });

async function act(path: string, params: Params): Promise<void> {
  await post(`${AREA}/${path}`, params);
  await readAnew();
}

export const confirmAlarm = (alarmRecordId: number, confirmInfo: string): Promise<void> =>
  act('confirm', { alarmRecordId, confirmInfo });
export const commentAlarm = (alarmRecordId: number, info: string): Promise<void> =>
  act('comment', { alarmRecordId, info });
export const shelveAlarm = (alarmRecordId: number, minutes: number, reason: string): Promise<void> =>
  act('shelve', { alarmRecordId, minutes, reason });
export const unshelveAlarm = (alarmRecordId: number): Promise<void> => act('unshelve', { alarmRecordId });

/** Sets the state of several; what became of each is answered. */
export async function setStates(
  ids: readonly number[],
  state: string,
  procInfo: string,
): Promise<StateResult[]> {
  const results = await post<StateResult[]>(`${AREA}/editState`, { ids, state, procInfo });
  await readAnew();
  return results;
}
