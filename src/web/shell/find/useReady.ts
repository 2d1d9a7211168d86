import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '#web/session/session.ts';
import { useLanguage } from '#web/text/language.ts';
import { useMenu } from '../menu.ts';

/** The find box's own code. */
export const loadFind = () => import('./FindDialog.tsx');

/** How often it is looked whether the page still waits for answers, and how long at most, ms. */
const LOOK_MS = 250;
const LATEST_MS = 5000;

/** Has the find box and all that it finds by itself ready before the first key, once the page has its figures. */
export function useReady(): void {
  const menu = useMenu();
  const { funCodes } = useSession();
  const language = useLanguage();
  const client = useQueryClient();
  useEffect(() => {
    if (menu.length === 0) return;
    const began = performance.now();
    let rested = 0;
    const timer = setInterval(() => {
      rested = client.isFetching() === 0 ? rested + 1 : 0;
      // One answer often asks for the next.
      if (rested < 2 && performance.now() - began < LATEST_MS) return;
      clearInterval(timer);
      void Promise.all([loadFind(), import('./entries.ts')]).then(
        ([, { keptEntries }]) => keptEntries(menu, funCodes, language),
        // Without a network the box says so when it is opened.
        () => undefined,
      );
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [menu, funCodes, language, client]);
}
