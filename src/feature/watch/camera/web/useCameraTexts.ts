import { type Say, useTexts } from '#web/text/useTexts.ts';
import type { texts } from './texts.ts';

/** The words of the screens of cameras. */
export const useCameraTexts = (): Say<typeof texts> => useTexts<typeof texts>('camera');
