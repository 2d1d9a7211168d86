import { type Language, type Text, textIn } from '#contract/text.ts';

const BETWEEN = ' | ';

/** A sentence that is kept: in both languages, as nobody knows who will read it. */
export const inBoth = ({ zh, en }: Text, most = 250): string => {
  const half = Math.floor((most - BETWEEN.length) / 2);
  return zh.slice(0, half) + BETWEEN + en.slice(0, half);
};

/** The half of a kept sentence in a language; what has no halves stays as it is. */
export function halfIn(kept: string | null, language: Language): string | null {
  const at = kept?.indexOf(BETWEEN) ?? -1;
  if (kept === null || at < 0) return kept;
  return textIn({ zh: kept.slice(0, at), en: kept.slice(at + BETWEEN.length) }, language);
}
