import { createStored } from '#web/ui/stored.ts';

/** A page that an account starred or was at: its address, and what it was called there. */
export interface Place {
  /** Path and search of the hash route. */
  readonly address: string;
  readonly title: string;
  /** The title names what the page shows, and is kept; else the page's name of now stands. */
  readonly own?: boolean;
}

export const MOST_STARRED = 7;
export const MOST_RECENT = 5;

/** Reads a list that was kept: at most so many places with an address of this product. */
const readPlaces =
  (most: number) =>
  (value: object): readonly Place[] =>
    (Array.isArray(value) ? (value as unknown[]) : [])
      .filter((one): one is Place => {
        const { address, title } = (one ?? {}) as Partial<Record<keyof Place, unknown>>;
        return (
          typeof address === 'string' &&
          /^\/(?!\/)/.test(address) &&
          typeof title === 'string' &&
          title !== ''
        );
      })
      .slice(0, most);

export const starredStore = createStored<readonly Place[]>(
  'meterhouse.starred',
  [],
  readPlaces(MOST_STARRED),
);
export const recentStore = createStored<readonly Place[]>('meterhouse.recent', [], readPlaces(MOST_RECENT));

const without = (places: readonly Place[], address: string): Place[] =>
  places.filter((one) => one.address !== address);

/** Stars a place, or takes its star away; the last one of too many is not taken. */
export function toggled(starred: readonly Place[], place: Place): readonly Place[] {
  const rest = without(starred, place.address);
  if (rest.length < starred.length) return rest;
  return starred.length >= MOST_STARRED ? starred : [...starred, place];
}

/** The places with the one that was left last in front; each page once. */
export function visited(recent: readonly Place[], place: Place): readonly Place[] {
  const page = pathOf(place.address);
  return [place, ...recent.filter((one) => pathOf(one.address) !== page)].slice(0, MOST_RECENT);
}

/** The path of an address without what is searched for there. */
export const pathOf = (address: string): string => (address.split('?')[0] ?? '').toLowerCase();

/** An address without the dialog that it asks for: whoever comes back wants the page. */
export function withoutDialog(address: string): string {
  const [path = '', ...rest] = address.split('?');
  const kept = rest
    .join('?')
    .split('&')
    .filter((part) => part && !part.startsWith('do='));
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path;
}
