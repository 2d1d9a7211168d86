import type { RawAddress } from '#web/address.ts';
import { type ListAddress, readList, whole } from '#web/resource/listAddress.ts';

/** What the page keeps in the address: its list of runs, and the run that is open. */
export interface ShedAddress extends ListAddress {
  readonly run: number | null;
}

export const readShed = (raw: RawAddress): ShedAddress => ({ ...readList(raw), run: whole(raw['run']) });

export type ChangeShed = (
  part: Partial<Record<keyof ShedAddress, unknown>>,
  options?: { push?: boolean },
) => void;
