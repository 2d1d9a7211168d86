import { useCallback, useSyncExternalStore } from 'react';

/** Below this width the menu is a drawer, figures stack, tables become cards (specification 2 section 9). */
const MOBILE_BELOW = 979;

/** Whether the window is narrower than `width` pixels. */
export function useNarrow(width: number = MOBILE_BELOW): boolean {
  const query = `(width < ${width}px)`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
