import type { Text } from '#contract/text.ts';
import { readStates } from '#domain/signal/word.ts';

/** The words of a state of a signal point; its number where it has none. */
export const stateWord = (
  { statesZh, statesEn }: { readonly statesZh: string; readonly statesEn: string },
  state: number,
): Text => ({
  zh: readStates(statesZh)?.get(state) ?? String(state),
  en: readStates(statesEn)?.get(state) ?? String(state),
});
