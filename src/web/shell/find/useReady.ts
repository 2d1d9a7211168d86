import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '#web/session/session.ts';
import { allPhrases, useLanguage } from '#web/text/language.ts';
import { useMenu } from '../menu.ts';

/** The find box's own code. */
export const loadFind = () => import('./FindDialog.tsx');

/** How often it is looked whether the page still waits for answers, and how long at most, ms. */
const LOOK_MS = 250;
const LATEST_MS = 5000;

/**
 * Has what comes after the first screen ready once the page has its figures: all phrases, and before the first key the find
 * box with all that it finds by itself.
 */
export function useReady(): void {
  const menu = useMenu();
  const { funCodes } = useSession();
  const language = useLanguage();
  const client = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    if (menu.length === 0) return;
    const began = performance.now();
    let rested = 0;
    const timer = setInterval(() => {
      // A page whose code is still on its way has not asked yet, and one answer often asks for the next.
      rested = client.isFetching() === 0 && !router.state.isLoading ? rested + 1 : 0;
      if (rested < 2 && performance.now() - began < LATEST_MS) return;
      clearInterval(timer);
      void Promise.all([loadFind(), import('./entries.ts'), allPhrases(language)]).then(
        ([, { keptEntries }]) => keptEntries(menu, funCodes, language),
        // Without a network the box says so when it is opened, and the next page asks for its phrases itself.
        () => undefined,
      );
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [menu, funCodes, language, client, router]);
}
