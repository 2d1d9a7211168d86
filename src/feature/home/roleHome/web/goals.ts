import { INTERVAL } from '#contract/interval.ts';
import { meterGoal } from '#web/pageGoal.ts';
import type { Goal } from '#web/ui/GoLink.tsx';

/** Who is in view; a meter has no organisation. */
export interface Who {
  readonly orgId: number | null;
  readonly dataAmmeterId: number | null;
}

const whoOf = ({ orgId, dataAmmeterId }: Who) =>
  dataAmmeterId === null ? { org: orgId ?? undefined } : { meter: dataAmmeterId };

const monthTo = (date: string): { begin: string; end: string } => ({
  begin: `${date.slice(0, 7)}-01`,
  end: date,
});

/** The pages that figures and lines of the first screen lead to. */
export const goals = {
  /** A day's cost, by hour. */
  charge: (who: Who, date: string): Goal => ({
    to: '/SDNPowerAdmin/SDNCoulometryChargeAnalysis',
    search: { ...whoOf(who), mode: 'day', date },
  }),
  /** The windows of a date, or the highest of each date up to another. */
  demand: (who: Who, begin: string, end = begin): Goal => ({
    to: '/SDNPowerAdmin/SDNDemandAnalysis',
    search: { ...whoOf(who), interval: begin === end ? INTERVAL.quarter : INTERVAL.day, begin, end },
  }),
  guard: (): Goal => ({ to: '/SDNPowerAdmin/SDNDemandGuard' }),
  shed: (): Goal => ({ to: '/SDNControl/SDNControlShed' }),
  limit: (): Goal => ({ to: '/SDNPowerPrice/DemandLimit' }),
  agreement: (): Goal => ({ to: '/SDNPowerPrice/Agreement' }),
  invoice: (): Goal => ({ to: '/SDNPowerPrice/Invoice' }),
  bill: (account: string, month: string): Goal => ({
    to: '/SDNPowerAudit/SDNPowerBill',
    search: { account, month },
  }),
  /** The power factor of the month up to a date. */
  quality: (who: Who, date: string): Goal => ({
    to: '/SDNPowerAdmin/SDNElectricQualityAnalysis',
    search: { ...whoOf(who), by: '103', interval: INTERVAL.day, ...monthTo(date) },
  }),
  /** The month of a unit consumption. */
  norm: (unitConfigId: number, who: Who, date: string): Goal => ({
    to: '/SDNPowerAdmin/SDNStandardAnalysis',
    search: {
      ...whoOf(who),
      items: String(unitConfigId),
      interval: INTERVAL.month,
      ...monthTo(date),
    },
  }),
  unit: (): Goal => ({ to: '/SDNPowerAdmin/SDNUnitConfig' }),
  output: (): Goal => ({ to: '/SDNPowerAdmin/SDNCostBenefitInput' }),
  /** The page of a meter. */
  meter: (dataAmmeterId: number, date: string | null): Goal =>
    meterGoal(dataAmmeterId, { date: date ?? undefined }),
  contact: (dataAmmeterId: number): Goal => meterGoal(dataAmmeterId, { tab: 'communication' }),
  life: (dataAmmeterId: number): Goal => meterGoal(dataAmmeterId, { tab: 'life' }),
  /** Where the energy of a date went. */
  flow: (who: Who, date: string): Goal => ({
    to: '/SDNPowerAdmin/SDNPowerFlowPage',
    search: { ...whoOf(who), interval: INTERVAL.day, begin: date, end: date },
  }),
  notices: (): Goal => ({ to: '/SDNCommunication/SDNNotice' }),
  gateways: (): Goal => ({ to: '/SDNCommunication/SDNGatewayCommunication' }),
  /** A gateway, with what of it is shown; of the enterprise that it belongs to. */
  gateway: (gateway: number, consumer: number, tab?: 'unmapped'): Goal => ({
    to: '/SDNCommunication/SDNGatewayCommunication',
    search: { consumer, gateway, ...(tab ? { tab } : {}) },
  }),
  meters: (): Goal => ({ to: '/SDNCommunication/SDNMeterCommunication' }),
  /** The collection rate of an enterprise; without one, of the one in view. */
  rate: (consumer?: number): Goal => ({
    to: '/SDNCommunication/SDNCollectionRateStatistics',
    search: { consumer },
  }),
  bills: (): Goal => ({ to: '/SDNPowerAudit/SDNPowerBill' }),
  due: (span?: string): Goal => ({ to: '/Archive/VerificationCalendar', search: { span } }),
  gauges: (): Goal => ({ to: '/Archive/gaugeConfigure' }),
  /** A tab of the archive by its address below `/Archive/`. */
  archive: (name: string): Goal => ({ to: `/Archive/${name}` }),
  tasks: (): Goal => ({ to: '/SDNSysAdmin/SDNSystemLogs' }),
  /** What is open now, of a site or of the whole enterprise. */
  alarms: (siteId: number | null): Goal => ({
    to: '/SDNAlertConfig/SDNRTAlertMonitor',
    search: { site: siteId ?? undefined },
  }),
  list: (): Goal => ({ to: '/SDNEquipment/SDNParameter' }),
} as const;
