import { useEffect } from 'react';
import { useSession } from '#web/session/session.ts';
import { useLanguage } from '#web/text/language.ts';
import { useMenu } from '../menu.ts';

/** The find box's own code. */
export const loadFind = () => import('./FindDialog.tsx');

/** After this long it is fetched however busy the browser is. */
const LATEST_MS = 1500;

/** Has the find box and all that it finds by itself ready before the first key, while the browser rests. */
export function useReady(): void {
  const menu = useMenu();
  const { funCodes } = useSession();
  const language = useLanguage();
  useEffect(() => {
    if (menu.length === 0) return;
    const ready = (): void =>
      void Promise.all([loadFind(), import('./entries.ts')]).then(
        ([, { keptEntries }]) => keptEntries(menu, funCodes, language),
        // Without a network the box says so when it is opened.
        () => undefined,
      );
    // Safari has no requestIdleCallback.
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(ready, LATEST_MS);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(ready, { timeout: LATEST_MS });
    return () => cancelIdleCallback(idle);
  }, [menu, funCodes, language]);
}
