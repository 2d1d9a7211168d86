import type { RawAddress } from '#web/address.ts';
import { type ListAddress, readList, whole } from '#web/resource/listAddress.ts';

/** What the screen keeps in the address: its list, and the work order that is open. */
export interface OrderAddress extends ListAddress {
  readonly view: 'board' | 'list';
  readonly mine: boolean;
  readonly late: boolean;
  readonly site: number | null;
  readonly order: number | null;
}

export const readOrders = (raw: RawAddress): OrderAddress => ({
  ...readList(raw),
  view: raw['view'] === 'list' ? 'list' : 'board',
  mine: raw['mine'] === 1 || raw['mine'] === '1',
  late: raw['late'] === 1 || raw['late'] === '1',
  site: whole(raw['site']),
  order: whole(raw['order']),
});

export type Change = (
  part: Partial<Record<keyof OrderAddress, unknown>>,
  options?: { push?: boolean },
) => void;
