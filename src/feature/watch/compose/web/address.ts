import type { RawAddress } from '#web/address.ts';
import { whole } from '#web/resource/listAddress.ts';

/** What the screen keeps in the address: the composition that is edited (0 = a new one), and the page of the list. */
export interface ComposeAddress {
  readonly alarm: number | null;
  readonly page: number;
}

export const readCompose = (raw: RawAddress): ComposeAddress => ({
  alarm:
    Number(raw['alarm']) === 0 && raw['alarm'] !== undefined && raw['alarm'] !== '' ? 0 : whole(raw['alarm']),
  page: whole(raw['page']) ?? 1,
});
