import type { Language } from '#contract/text.ts';

export const MONTHS: readonly number[] = Array.from({ length: 12 }, (_, i) => i + 1);

/** The short name of a month, 1–12. */
export const monthName = (month: number, language: Language): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { month: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2024, month - 1, 1),
  );
