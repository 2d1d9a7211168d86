import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import type { Rig, Season } from './rig.ts';
import { counterStories } from './story/counter.ts';
import { deliveryStories } from './story/delivery.ts';
import { glitchStories } from './story/glitch.ts';
import { meterStories } from './story/meter.ts';
import { nameStories } from './story/name.ts';
import { personStories } from './story/person.ts';
import { severalStories } from './story/several.ts';

/** The time that is scored, at both places. */
export interface Seasons {
  readonly cn: Season;
  readonly de: Season;
}

/** A kind of fault. */
export interface Story {
  readonly kind: string;
  /** What a platform can know in spite of it. */
  readonly known: string;
  make(seasons: Seasons): Rig[];
}

/** A kind of fault with its meters. */
export interface Reported {
  readonly story: Story;
  readonly rigs: readonly Rig[];
}

/** October 2025: the clocks of Berlin go back on the 26th, so that this day has 25 hours. */
export const MONTH_FROM = Date.UTC(2025, 9, 1);
const MONTH_TO = Date.UTC(2025, 10, 1);
const SHANGHAI_MS = 8 * HOUR_MS;

/** UTC offset of the sites; Berlin's clocks go back at 01:00 UTC. */
export const offsetAt = (site: Season['site'], t: number): number =>
  site === 'CN' ? SHANGHAI_MS : t < Date.UTC(2025, 9, 26, 1) ? 7_200_000 : HOUR_MS;

/** From a local midnight to another, by the days of the month; all of it without them. */
export function seasonsOf(firstDay = 1, lastDay = 31): Seasons {
  const begin = MONTH_FROM + (firstDay - 1) * DAY_MS;
  const end = Math.min(MONTH_TO, MONTH_FROM + lastDay * DAY_MS);
  const local = (site: Season['site'], wall: number): number => wall - offsetAt(site, wall - HOUR_MS);
  return {
    cn: { site: 'CN', from: local('CN', begin), to: local('CN', end) },
    de: { site: 'DE', from: local('DE', begin), to: local('DE', end) },
  };
}

const STORIES: readonly Story[] = [
  ...counterStories,
  ...deliveryStories,
  ...meterStories,
  ...glitchStories,
  ...nameStories,
  ...personStories,
  ...severalStories,
];

/** Every kind of fault with its meters, or only the kinds of these names. */
export const tellAll = (seasons: Seasons, kinds?: readonly string[]): Reported[] =>
  STORIES.filter(({ kind }) => !kinds || kinds.includes(kind)).map((story) => ({
    story,
    rigs: story.make(seasons),
  }));
