import { currentLanguage } from './language.ts';

/** A name in the language of the screen: the second one in English, where the thing has one (decision 96). */
export const shownName = (name: string, english: string | null | undefined): string =>
  currentLanguage() !== 'zh' && english ? english : name;
