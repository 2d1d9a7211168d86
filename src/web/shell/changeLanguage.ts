import type { Language } from '#contract/text.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { setLanguage } from '#web/text/language.ts';

/** Switches the language and asks again for what the server words in it: menus, labels, messages. */
export async function changeLanguage(language: Language): Promise<void> {
  await setLanguage(language);
  await queryClient.invalidateQueries();
}
