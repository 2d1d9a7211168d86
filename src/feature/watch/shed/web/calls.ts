import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import { get, type Params, post } from '#web/api.ts';
import type { ShedPlanWire, ShedRunDetail, ShedRunWire } from '../contract.ts';

const AREA = 'archive/shedPlan';
const LIVE_MS = 3000;
const LIST_MS = 6000;

/** Everything that shedding asks, to be asked anew after something was done. */
export const SHED_KEY = [AREA];

const asked = <T>(path: string, params: Params, refetchInterval: number) =>
  queryOptions({
    queryKey: [AREA, path, params],
    queryFn: ({ signal }) => get<T>(`${AREA}/${path}`, params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
  });

export const plansQuery = (consumerId: number) => asked<ShedPlanWire[]>('getState', { consumerId }, LIVE_MS);
export const runsQuery = (params: Params) => asked<Page<ShedRunWire>>('getRuns', params, LIST_MS);
export const runQuery = (runId: number) => asked<ShedRunDetail>('getRun', { runId }, LIVE_MS);

/** The own password, and the code where the account has a second factor; nothing where it was given lately. */
export interface Proof {
  readonly password?: string;
  readonly code?: string;
}

export const armPlan = (planId: number, automatic: boolean, proof: Proof): Promise<unknown> =>
  post(`${AREA}/arm`, { planId, armed: 1, automatic: automatic ? 1 : 0, ...proof });
export const disarmPlan = (planId: number): Promise<unknown> => post(`${AREA}/arm`, { planId, armed: 0 });
/** @param shown the outputs of the sequence as it is on the screen */
export const approveRun = (
  runId: number,
  agreed: boolean,
  shown: readonly number[],
  proof: Proof,
): Promise<unknown> =>
  post(`${AREA}/approve`, {
    runId,
    agreed: agreed ? 1 : 0,
    ...(shown.length === 0 ? {} : { controlIds: shown.join(',') }),
    ...proof,
  });
export const stopRun = (runId: number): Promise<unknown> => post(`${AREA}/stop`, { runId });
