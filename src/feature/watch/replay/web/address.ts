import type { RawAddress } from '#web/address.ts';
import { whole } from '#web/resource/listAddress.ts';

/** What the screen keeps in the address: the rule, the task of a replay, the meter whose curve is drawn. */
export interface ReplayAddress {
  readonly alarm: number | null;
  readonly replay: number | null;
  readonly meter: number | null;
  readonly page: number;
}

export const readReplay = (raw: RawAddress): ReplayAddress => ({
  alarm: whole(raw['alarm']),
  replay: whole(raw['replay']),
  meter: whole(raw['meter']),
  page: whole(raw['page']) ?? 1,
});
