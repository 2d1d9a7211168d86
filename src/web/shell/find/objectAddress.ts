import { foundAt, type FoundKind } from '#menu/found.ts';
import { meterGoal, objectGoal } from '#web/pageGoal.ts';

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
const ENTERPRISES = '/SDNOperationAdmin/SDNCustomerAdmin';

/** Where an object that was found leads: its page; of an enterprise its overview, for whoever has none its list. */
export function objectAddress(
  { kind, id, consumerId }: FoundObject,
  funCodes: readonly string[],
): { to: string; search: object } | null {
  const at = foundAt(kind, (code) => funCodes.includes(code));
  if (!at) return null;
  const consumer = kind === 'consumer' ? id : consumerId;
  const search = consumer === null ? {} : { consumer };
  if (at === 'overview') return { to: OVERVIEW, search };
  if (at === 'list') return { to: ENTERPRISES, search: { ...search, row: id } };
  return { to: (kind === 'meter' ? meterGoal(id) : objectGoal(id)).to, search };
}
