import { leaveFor } from '#web/api/returnAddress.ts';
import { useLanguage } from '#web/text/language.ts';
import { setAppearance, useAppearance } from '#web/theme/appearance.ts';
import { startTour, tourStore } from '../../tour/tourStore.ts';
import { changeLanguage } from '../changeLanguage.ts';
import { useLogOut } from '../useLogOut.ts';
import type { Deed } from './actions.ts';

/** What the shell does by itself when it is chosen in the find box. */
export function useDeeds(): Readonly<Record<Deed, () => void>> {
  const language = useLanguage();
  const { skin } = useAppearance();
  const logOut = useLogOut();
  return {
    tour: () => startTour(tourStore.get().state !== 'left'),
    language: () => void changeLanguage(language === 'zh' ? 'en' : 'zh'),
    light: () => setAppearance({ skin, ground: 'light' }),
    dark: () => setAppearance({ skin, ground: 'dark' }),
    system: () => setAppearance({ skin, ground: 'system' }),
    lock: () => leaveFor('#/lock'),
    logOut: () => void logOut(),
  };
}
