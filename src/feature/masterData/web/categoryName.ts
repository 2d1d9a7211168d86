import { useLanguage } from '#web/text/language.ts';
import { CATEGORY_NAMES } from '../contract.ts';
import type { Category } from './calls.ts';

/** Names a category in the person's language, as far as the product shipped it and nobody has renamed it. */
export function useCategoryName(): (row: Pick<Category, 'code' | 'name'>) => string {
  const language = useLanguage();
  return ({ code, name }) => {
    const shipped = CATEGORY_NAMES[code];
    return language === 'en' && shipped?.[0] === name ? shipped[1] : name;
  };
}
