import type { RawAddress } from '#web/address.ts';
import type { SavedView, Settings } from '../contract.ts';

/** Parts of an address that are no settings of a screen: whose data, what is open just now, which view was opened. */
const PASSING: ReadonlySet<string> = new Set(['consumer', 'open', 'saved']);

/** What a view keeps of an address: all that its screen holds there. */
export const settingsOf = (search: RawAddress): Settings =>
  Object.fromEntries(
    Object.entries(search).filter(
      ([key, value]) => !PASSING.has(key) && value !== undefined && value !== null,
    ),
  );

/** The address that a view opens: the enterprise stays. */
export const addressOf = (view: Pick<SavedView, 'id' | 'settings'>, search: RawAddress): RawAddress => ({
  ...('consumer' in search ? { consumer: search['consumer'] } : {}),
  ...settingsOf(view.settings),
  saved: view.id,
});

/** Parts by name; `301` in a link and `'301'` of a filter are the same part. */
const sorted = (settings: Settings): string =>
  JSON.stringify(
    Object.entries(settings)
      .map(([key, value]) => [key, typeof value === 'object' ? value : String(value)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Whether an address says what a view keeps. */
export const shows = (view: Pick<SavedView, 'settings'>, search: RawAddress): boolean =>
  sorted(settingsOf(view.settings)) === sorted(settingsOf(search));

/** Nothing of a screen stands in the address: it is being entered. */
export const isBare = (search: RawAddress): boolean =>
  !('saved' in search && search['saved'] !== undefined) && Object.keys(settingsOf(search)).length === 0;
