/** How far an account is with the tour; kept with its preferences. */
export interface TourState {
  /** The stop at which it was left; null = not begun. */
  readonly at: string | null;
  /** `new` was never asked, `left` may be taken up, `done` saw the end, `declined` wants no offer. */
  readonly state: 'new' | 'left' | 'done' | 'declined';
}

export const UNSEEN: TourState = { at: null, state: 'new' };

const STATES: readonly TourState['state'][] = ['new', 'left', 'done', 'declined'];

/** What was kept, of any version, as a state. */
export function readTour(value: object): TourState {
  const { at, state } = value as Partial<Record<keyof TourState, unknown>>;
  return {
    at: typeof at === 'string' && at.length <= 20 ? at : null,
    state: STATES.find((one) => one === state) ?? 'new',
  };
}
