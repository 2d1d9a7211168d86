/** Most views that a person keeps of one screen, and most that an enterprise shares there. */
export const MOST_OWN = 50;
export const MOST_SHARED = 100;

/** Longest name of a view, in characters. */
export const NAME_MAX = 40;

/** Longest settings of a view, as JSON. */
export const SETTINGS_MAX = 4000;

/** What stands in the address of a screen: each part a JSON value. */
export type Settings = Readonly<Record<string, unknown>>;

/** Settings of a screen under a name. */
export interface SavedView {
  readonly id: number;
  readonly name: string;
  /** Everybody of the enterprise sees it; its owner alone changes it. */
  readonly shared: boolean;
  /** The caller is its owner. */
  readonly own: boolean;
  /** Name of its owner. */
  readonly owner: string;
  /** The screen opens with it for the caller. */
  readonly isDefault: boolean;
  /** Parts of the screen's address, by name. */
  readonly settings: Settings;
}
