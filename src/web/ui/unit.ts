import { unitIn } from '#domain/figure/unit.ts';
import { currentLanguage } from '#web/text/language.ts';

/** A unit as the language shown writes it; the component renders again by its own texts. */
export const unitText = (unit: string): string => unitIn(currentLanguage(), unit);
