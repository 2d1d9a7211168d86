import type { RawAddress } from '#web/address.ts';
import { day, type ListAddress, readList, whole } from '#web/resource/listAddress.ts';
import { type Shown, SHOWN } from '../contract.ts';

/** What the screen keeps in the address: its list, and the point that is open with its days. */
export interface SignalAddress extends ListAddress {
  readonly shown: Shown;
  readonly point: number | null;
  /** YYYY-MM-DD; null = the last seven days. */
  readonly begin: string | null;
  readonly end: string | null;
}

export const readSignal = (raw: RawAddress): SignalAddress => ({
  ...readList(raw),
  shown: SHOWN.find((one) => one === raw['shown']) ?? 'all',
  point: whole(raw['point']),
  begin: day(raw['begin']),
  end: day(raw['end']),
});

export type Change = (
  part: Partial<Record<keyof SignalAddress, unknown>>,
  options?: { push?: boolean },
) => void;
