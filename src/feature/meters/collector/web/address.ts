import type { RawAddress } from '#web/address.ts';
import { type ListAddress, readList, whole } from '#web/resource/listAddress.ts';

export interface CollectorAddress extends ListAddress {
  readonly channel: number | null;
}

export const readCollector = (raw: RawAddress): CollectorAddress => ({
  ...readList(raw),
  channel: whole(raw['channel']),
});
