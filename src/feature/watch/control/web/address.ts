import type { RawAddress } from '#web/address.ts';
import { day, type ListAddress, readList, whole } from '#web/resource/listAddress.ts';
import { COMMAND_STATES, type CommandState } from '#contract/control.ts';
import { type PointsShown, POINTS_SHOWN } from '../contract.ts';

/** What the page of points keeps in the address: its list, and the point that is being operated or tagged. */
export interface PointAddress extends ListAddress {
  readonly shown: PointsShown;
  readonly point: number | null;
  readonly tags: number | null;
}

export const readPoints = (raw: RawAddress): PointAddress => ({
  ...readList(raw),
  shown: POINTS_SHOWN.find((one) => one === raw['shown']) ?? 'all',
  point: whole(raw['point']),
  tags: whole(raw['tags']),
});

/** What the history keeps in the address: its filters, and the command that is open. */
export interface HistoryAddress extends ListAddress {
  readonly state: CommandState | null;
  readonly begin: string | null;
  readonly end: string | null;
  readonly command: number | null;
  readonly control: number | null;
}

export const readHistory = (raw: RawAddress): HistoryAddress => ({
  ...readList(raw),
  state: (Object.keys(COMMAND_STATES) as CommandState[]).find((one) => one === raw['state']) ?? null,
  begin: day(raw['begin']),
  end: day(raw['end']),
  command: whole(raw['command']),
  control: whole(raw['control']),
});

/** Changes a part of the address. */
export type Change<A> = (part: Partial<Record<keyof A, unknown>>, options?: { push?: boolean }) => void;
