import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt } from '#domain/time/text.ts';
import type { Status } from '#web/theme/palette.ts';
import type { ConnectorWire, PileWire } from '../contract.ts';
import type { PilesShown } from './address.ts';

/** How a connector is marked. What a charger that is gone told last is not how it stands. */
export function statusOf({ link }: PileWire, { status, errorCode }: ConnectorWire): Status {
  if (link !== 'online') return 'offline';
  if (status === null) return 'noData';
  if (status === 'Faulted') return 'alarm';
  if (status === 'Unavailable' || (errorCode !== null && errorCode !== 'NoError')) return 'warning';
  return 'normal';
}

export const linkStatus = ({ link }: PileWire): Status =>
  link === 'online' ? 'normal' : link === 'offline' ? 'warning' : 'noData';

const isCharging = (pile: PileWire): boolean =>
  pile.link === 'online' && pile.connectors.some(({ session }) => session !== null);
const isFaulty = (pile: PileWire): boolean =>
  pile.connectors.some((connector) => ['alarm', 'warning'].includes(statusOf(pile, connector)));

const SHOWS: Readonly<Record<PilesShown, (pile: PileWire) => boolean>> = {
  all: () => true,
  charging: isCharging,
  faulty: isFaulty,
  offline: ({ link }) => link !== 'online',
};

/** The date where the chargers are: figures are those of the days of the site of the first of them. */
export const todayOf = (piles: readonly PileWire[] | undefined, now: number): string =>
  dateAt(piles?.[0]?.timeZone ?? HOME_ZONE, now);

/** How many chargers each view shows. */
export const countsOf = (piles: readonly PileWire[]): Readonly<Record<PilesShown, number>> => ({
  all: piles.length,
  charging: piles.filter(SHOWS.charging).length,
  faulty: piles.filter(SHOWS.faulty).length,
  offline: piles.filter(SHOWS.offline).length,
});

/** The chargers of a view whose names, numbers, sites or tags hold what is looked for. */
export function shownPiles(piles: readonly PileWire[], shown: PilesShown, q: string): readonly PileWire[] {
  const wanted = q.trim().toLowerCase();
  const holds = ({ pileName, pileCode, siteName, connectors }: PileWire): boolean =>
    [
      pileName,
      pileCode,
      siteName,
      ...connectors.flatMap(({ session }) => (session ? [session.idTag, session.holder ?? ''] : [])),
    ].some((text) => text.toLowerCase().includes(wanted));
  return piles.filter((pile) => SHOWS[shown](pile) && holds(pile));
}
