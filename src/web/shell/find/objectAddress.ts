import { foundAt, type FoundKind } from '#contract/menu/found.ts';

/** An object as `sys/find` sends it. */
export interface FoundObject {
  readonly kind: FoundKind;
  readonly id: number;
  readonly code: string;
  readonly name: string;
  /** Only where the words stand in it alone. */
  readonly remark: string | null;
  readonly consumerId: number | null;
}

const OVERVIEW = '/SDNMonitoring/overview';
const LISTS: Readonly<Record<Exclude<FoundKind, 'object'>, string>> = {
  consumer: '/SDNOperationAdmin/SDNCustomerAdmin',
  site: '/SDNEquipment/SDNMonitorsite',
  unit: '/SDNOperationAdmin/SDNOrgUnit',
  meter: '/SDNEquipment/SDNLedgerDetail',
};

/** Where an object that was found leads: the overview of its organisation or meter, its list for whoever has no overview. */
export function objectAddress(
  { kind, id, consumerId }: FoundObject,
  funCodes: readonly string[],
): { to: string; search: object } | null {
  const at = foundAt(kind, (code) => funCodes.includes(code));
  if (!at) return null;
  const consumer = kind === 'consumer' ? id : consumerId;
  const search = consumer === null ? {} : { consumer };
  if (kind === 'object') return { to: '/SDNEquipment/SDNMonitorObject', search: { ...search, object: id } };
  if (at === 'list') return { to: LISTS[kind], search: { ...search, row: id } };
  const part = kind === 'consumer' ? {} : kind === 'meter' ? { meter: id } : { org: id };
  return { to: OVERVIEW, search: { ...search, ...part } };
}
