import { METER_PAGE, OBJECT_PAGE, type PageTabKey } from '#contract/objectPage.ts';
import type { Goal } from './ui/GoLink.tsx';

/** What of a page is shown: its tab, and what that keeps in the address. */
export interface PagePart {
  readonly tab?: PageTabKey;
  readonly [part: string]: string | number | undefined;
}

/** The page of a meter. */
export const meterGoal = (ammeterId: number, part: PagePart = {}): Goal => ({
  to: `${METER_PAGE}/${ammeterId}`,
  search: part,
});

/** The page of a site, unit or monitored object. */
export const objectGoal = (orgId: number, part: PagePart = {}): Goal => ({
  to: `${OBJECT_PAGE}/${orgId}`,
  search: part,
});

/** The page of whichever of both is named. @throws where none is */
export function pageGoal(
  { orgId, dataAmmeterId }: { readonly orgId?: number | null; readonly dataAmmeterId?: number | null },
  part: PagePart = {},
): Goal {
  if (dataAmmeterId != null) return meterGoal(dataAmmeterId, part);
  if (orgId != null) return objectGoal(orgId, part);
  throw new Error('A page is about a meter or an object.');
}
