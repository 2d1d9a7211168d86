import { createContext, useContext } from 'react';
import type { RawAddress } from './address.ts';

/** What a page holds still in the address of the screens inside it. */
export interface HeldAddress {
  /** Parts that say what the page is about; undefined = the screen inside has none of it. */
  readonly parts: RawAddress;
  /** A screen wants to be about something else: leads to the page of that, and tells whether it did. */
  readonly leave: (change: RawAddress) => boolean;
}

/** Set by a page about one thing around the screens that it shows of it. Give it a memoised value. */
export const HeldAddressContext = createContext<HeldAddress | null>(null);

/** Null for a screen that stands by itself: it lets people choose what it is about. */
export const useHeldAddress = (): HeldAddress | null => useContext(HeldAddressContext);
