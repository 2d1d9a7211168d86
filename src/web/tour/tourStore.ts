import { createStored } from '#web/ui/stored.ts';
import { readTour, UNSEEN, type TourState } from './state.ts';

/** How far the account is, kept with its preferences. */
export const tourStore = createStored<TourState>('meterhouse.tour', UNSEEN, readTour);

// Whether it runs is nothing to keep: a page that is loaded again never opens it by itself.
let running = false;
const listeners = new Set<() => void>();

/** Whether the tour is on screen. */
export const tourRun = {
  get: (): boolean => running,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function run(on: boolean): void {
  running = on;
  for (const listener of listeners) listener();
}

/** Begins the tour, or takes it up where it was left. @param anew from the first stop in any case */
export function startTour(anew = false): void {
  if (anew) tourStore.set({ at: null, state: 'left' });
  run(true);
}

/** Takes the tour off the screen; it may be taken up at the stop it was left at. */
export const leaveTour = (): void => run(false);

/** The tour saw its end. */
export function endTour(): void {
  tourStore.set({ at: null, state: 'done' });
  run(false);
}
