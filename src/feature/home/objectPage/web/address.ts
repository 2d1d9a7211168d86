import { tabNamed, type PageTabKey } from '#contract/objectPage.ts';
import type { RawAddress } from '#web/address.ts';

/** Views of the use of something, one at a time. */
const USE_PARTS = ['glance', 'course', 'load'] as const;
export type UsePart = (typeof USE_PARTS)[number];

/** What a page shows beside its id; the dates are those of the screens inside. */
export interface PageAddress {
  /** Null = the first that the account has. */
  readonly tab: PageTabKey | null;
  readonly part: UsePart;
  /** Of a monitored object with several meters, the one whose figures are shown. */
  readonly of: number | null;
}

const idOf = (raw: unknown): number | null => {
  const id = Number(raw);
  return raw !== '' && Number.isSafeInteger(id) && id > 0 ? id : null;
};

/** Any address as a valid view. */
export const readPage = (raw: RawAddress): PageAddress => ({
  tab: tabNamed(raw['tab']),
  part: USE_PARTS.find((part) => part === raw['part']) ?? 'glance',
  of: idOf(raw['of']),
});

/** The id in the path; null where it can be none. */
export const idIn = (params: Readonly<Record<string, unknown>>, name: string): number | null => {
  const id = idOf(params[name]);
  return id !== null && id <= 2_147_483_647 ? id : null;
};

/** Parts of the address that every tab means alike: the enterprise in view, which meter, and the dates. */
const KEPT = ['consumer', 'of', 'date', 'begin', 'end'] as const;

/** What of an address another tab of the same page keeps. */
export const keptParts = (search: RawAddress): Record<string, unknown> =>
  Object.fromEntries(KEPT.flatMap((key) => (search[key] === undefined ? [] : [[key, search[key]]])));

const named = (value: unknown): number | null => (value === undefined ? null : idOf(value));

/** Who else a change of the address asks about; null where it stays with whom the page is about. */
export function leavesFor(
  change: RawAddress,
  own: { readonly orgId: number | null; readonly meterId: number | null },
): { readonly orgId?: number; readonly dataAmmeterId?: number } | null {
  const meter = named(change['meter']) ?? named(change['ammeterId']);
  if (meter !== null) return meter === own.meterId ? null : { dataAmmeterId: meter };
  const org = named(change['org']);
  return org === null || org === own.orgId ? null : { orgId: org };
}
