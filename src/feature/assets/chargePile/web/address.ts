import type { RawAddress } from '#web/address.ts';
import { day, readList, whole } from '#web/resource/listAddress.ts';
import { PILE_COMMAND_NAMES, type PileCommand } from '../contract.ts';

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
  /** What the dialog of commands begins with, and the setting that it changes. */
  readonly want: PileCommand;
  readonly setting: string;
}

export const readCharge = (raw: RawAddress): ChargeAddress => ({
  view: VIEWS.find((one) => one === raw['view']) ?? 'live',
  q: readList(raw).q,
  shown: PILES_SHOWN.find((one) => one === raw['shown']) ?? 'all',
  begin: day(raw['begin']),
  end: day(raw['end']),
  operate: whole(raw['operate']),
  events: whole(raw['events']),
  want: PILE_COMMAND_NAMES.find((one) => one === raw['want']) ?? 'remoteStart',
  setting: typeof raw['setting'] === 'string' ? raw['setting'] : '',
});

export type Change = (
  part: Partial<Record<keyof ChargeAddress, unknown>>,
  options?: { push?: boolean },
) => void;
