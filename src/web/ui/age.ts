import { ageIn } from '#domain/figure/number.ts';
import { currentLanguage } from '#web/text/language.ts';

/** An age as the language shown writes it; the component renders again by its own texts. */
export const ageText = (seconds: number): string => ageIn(currentLanguage(), seconds);
