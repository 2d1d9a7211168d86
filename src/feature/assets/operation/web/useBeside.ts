import { useQuery } from '@tanstack/react-query';
import type { ChargeAnalysisWire } from '#feature/assets/chargePile/contract.ts';
import { PLAN_MAY } from '#feature/assets/plan/contract.ts';
import { useMay } from '#web/session/session.ts';
import type { AssetOverview } from '../contract.ts';
import { chargersQuery, plansQuery } from './calls.ts';
import { type PlanOfDay, planOfDay } from './planOfDay.ts';

/** The function of the analysis of chargers. */
const CHARGING = 'SDNGuangchuchong.Running.ChargeAnalysis';

/** What the batteries in view were told, once it is known; null where the person may not see plans, or there is none. */
export function usePlanOfDay(overview: AssetOverview | undefined): PlanOfDay | null {
  const may = useMay(PLAN_MAY.view);
  const { consumerId = 0, date = '', stations = [] } = overview ?? {};
  const { data } = useQuery({ ...plansQuery(consumerId, date), enabled: may && stations.length > 0 });
  if (!overview || !data) return null;
  const own = data.stations.filter((one) => stations.some(({ stationId }) => stationId === one.stationId));
  return planOfDay(own, data.versions, overview.curve);
}

/** What the chargers of a site did; `waiting` until it is known. */
export interface ChargersOfDay {
  readonly total: Pick<ChargeAnalysisWire['total'], 'sessions' | 'energy' | 'serviceFee'> | null;
  readonly waiting: boolean;
}

/** The chargers of the site in view on its day; null where it has none, or the person may not see what they did. */
export function useChargers(overview: AssetOverview | undefined): ChargersOfDay | null {
  const may = useMay(CHARGING);
  const { consumerId = 0, siteId = 0, date = '', piles = null } = overview ?? {};
  const shown = may && piles !== null;
  const { data, isPending } = useQuery({ ...chargersQuery(consumerId, siteId, date), enabled: shown });
  return shown ? { total: data?.total ?? null, waiting: isPending } : null;
}
