import type { RawAddress } from '#web/address.ts';
import { isPeriod } from '#web/ui/period.ts';

/** What the repair screen shows; kept in the address. */
export interface RepairAddress {
  readonly ammeterId: number | null;
  /** First local day; null = the day of the last value. */
  readonly date: string | null;
  readonly days: 1 | 3 | 7;
  /** The interval that is chosen, ms. */
  readonly from: number | null;
  readonly to: number | null;
}

const whole = (raw: unknown): number | null => {
  const value = Number(raw);
  return raw !== '' && raw !== null && Number.isSafeInteger(value) && value > 0 ? value : null;
};

/** Any address as a valid view. */
export function readAddress(raw: RawAddress): RepairAddress {
  const days = whole(raw['days']);
  return {
    ammeterId: whole(raw['ammeterId']),
    date: isPeriod('day', raw['date']) ? raw['date'] : null,
    days: days === 3 || days === 7 ? days : 1,
    from: whole(raw['from']),
    to: whole(raw['to']),
  };
}

/** Where an interval of a meter is repaired, for links of other screens: `to` and `search` of a router link. */
export const repairAddress = (ammeterId: number, date: string, interval?: { from: number; to: number }) => ({
  to: '/SDNMonitoring/MeterRepair',
  search: { ammeterId, date, ...interval },
});
