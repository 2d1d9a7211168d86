import type { Language } from '../../contract/text.ts';

/**
 * The languages to choose from, each in its own name; also the static file `locales/languages.json`. A further one has a
 * file in `src/language` (docs/recipe/add-language.md).
 */
export const LANGUAGES: readonly { readonly code: Language; readonly name: string }[] = [
  { code: 'zh', name: '中文' },
  { code: 'en', name: 'English' },
];
