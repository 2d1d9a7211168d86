import type { RawAddress } from '#web/address.ts';
import { whole } from '#web/resource/listAddress.ts';
import { LEVELS } from '../words.ts';

const SHOWN = ['open', 'unconfirmed', 'shelved'] as const;
type Shown = (typeof SHOWN)[number];

/** What the monitor keeps in the address: what it lists, and the record that is open beside. */
export interface MonitorAddress {
  readonly site: number | null;
  readonly level: string | null;
  readonly shown: Shown;
  readonly record: number | null;
}

export const readMonitor = (raw: RawAddress): MonitorAddress => ({
  site: whole(raw['site']),
  level: LEVELS.find((one) => one === String(raw['level'])) ?? null,
  shown: SHOWN.find((one) => one === raw['shown']) ?? 'open',
  record: whole(raw['record']),
});

export type ChangeMonitor = (
  part: Partial<Record<keyof MonitorAddress, unknown>>,
  options?: { push?: boolean },
) => void;
