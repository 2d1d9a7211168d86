import { plainPath, trailTo, type MenuNode } from '../shell/menu.ts';
import type { TourState } from './state.ts';
import { TOUR, type TourStep } from './steps.ts';

/** The stops that a person may see: those whose page is in the menu. */
export const stopsOf = (menu: readonly MenuNode[]): readonly TourStep[] =>
  TOUR.filter(({ page }) => page === null || trailTo(menu, page).length > 0);

/**
 * The place at which the tour is taken up: where it was left, the next one that may be seen where that one no longer may,
 * and the beginning where it saw the end or was never begun.
 */
export function placeOf(stops: readonly TourStep[], { at, state }: TourState): number {
  if (state !== 'left' || at === null) return 0;
  const order = TOUR.map(({ key }) => key);
  const found = stops.findIndex(({ key }) => order.indexOf(key) >= order.indexOf(at));
  return Math.max(0, found);
}

/** Whether a stop stands on the page of an address. */
export const isAt = ({ page }: TourStep, path: string): boolean =>
  page === null || plainPath(page) === plainPath(path);
