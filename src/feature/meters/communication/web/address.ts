import type { RawAddress } from '#web/address.ts';
import { day, type ListAddress, readList, whole } from '#web/resource/listAddress.ts';
import { CONTACT_STATES, type ContactState } from '../contract.ts';

export const TABS = [
  'connect',
  'unmapped',
  'mappings',
  'attributes',
  'held',
  'rejections',
  'messages',
] as const;
export type GatewayTab = (typeof TABS)[number];

export interface GatewayAddress extends ListAddress {
  readonly contact: ContactState | null;
  readonly gateway: number | null;
  readonly tab: GatewayTab | null;
}

const contactOf = (raw: unknown): ContactState | null => CONTACT_STATES.find((one) => one === raw) ?? null;

export const readGateways = (raw: RawAddress): GatewayAddress => ({
  ...readList(raw),
  contact: contactOf(raw['contact']),
  gateway: whole(raw['gateway']),
  tab: TABS.find((tab) => tab === raw['tab']) ?? null,
});

export interface MeterAddress extends ListAddress {
  /** One meter alone. */
  readonly ammeterId: number | null;
  readonly contact: ContactState | null;
  readonly gateway: number | null;
}

export const readMeters = (raw: RawAddress): MeterAddress => ({
  ...readList(raw),
  ammeterId: whole(raw['ammeterId']),
  contact: contactOf(raw['contact']),
  gateway: whole(raw['gateway']),
});

export interface RateAddress extends ListAddress {
  readonly begin: string | null;
  readonly end: string | null;
  readonly view: 'days' | 'gaps';
  /** Gaps of one meter alone. */
  readonly ammeterId: number | null;
}

export const readRate = (raw: RawAddress): RateAddress => ({
  ...readList(raw),
  begin: day(raw['begin']),
  end: day(raw['end']),
  view: raw['view'] === 'gaps' ? 'gaps' : 'days',
  ammeterId: whole(raw['ammeterId']),
});

export interface MessageAddress extends ListAddress {
  readonly view: 'messages' | 'held';
  readonly gateway: number | null;
  readonly door: 'mqtt' | 'http' | 'collector' | 'ocpp' | null;
  readonly begin: string | null;
  readonly end: string | null;
  readonly rejected: boolean;
  /** The message that is open. */
  readonly message: number | null;
}

export const readMessages = (raw: RawAddress): MessageAddress => ({
  ...readList(raw),
  view: raw['view'] === 'held' ? 'held' : 'messages',
  gateway: whole(raw['gateway']),
  door: (['mqtt', 'http', 'collector', 'ocpp'] as const).find((door) => door === raw['door']) ?? null,
  begin: day(raw['begin']),
  end: day(raw['end']),
  rejected: raw['rejected'] === 1 || raw['rejected'] === '1' || raw['rejected'] === true,
  message: whole(raw['message']),
});
