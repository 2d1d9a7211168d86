import type { RawAddress } from '#web/address.ts';
import { day, readList, whole } from '#web/resource/listAddress.ts';

const VIEWS = ['live', 'use'] as const;
export const PILES_SHOWN = ['all', 'charging', 'faulty', 'offline'] as const;
export type PilesShown = (typeof PILES_SHOWN)[number];

/** What the screen of chargers keeps in the address. */
export interface ChargeAddress {
  readonly view: (typeof VIEWS)[number];
  readonly q: string;
  readonly shown: PilesShown;
  readonly begin: string | null;
  readonly end: string | null;
  /** The charger that is operated, and the one whose events are open. */
  readonly operate: number | null;
  readonly events: number | null;
}

export const readCharge = (raw: RawAddress): ChargeAddress => ({
  view: VIEWS.find((one) => one === raw['view']) ?? 'live',
  q: readList(raw).q,
  shown: PILES_SHOWN.find((one) => one === raw['shown']) ?? 'all',
  begin: day(raw['begin']),
  end: day(raw['end']),
  operate: whole(raw['operate']),
  events: whole(raw['events']),
});

export type Change = (
  part: Partial<Record<keyof ChargeAddress, unknown>>,
  options?: { push?: boolean },
) => void;
