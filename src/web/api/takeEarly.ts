import { matching } from '#contract/text.ts';
import { currentLanguage } from '#web/text/language.ts';

/** What was asked for before the code of the page was there (`early.ts`), by address. */
export interface Early {
  /** The tag of the language in which it was asked for. */
  readonly language: string;
  readonly answers: Map<string, Promise<Response>>;
}

const page = globalThis as { meterhouseEarly?: Early };

/**
 * The answer to a call that was asked for early, once, and in the language that is shown; null = it is asked for now.
 * Whatever is done on the page makes the others void: they tell of the time before.
 */
export async function takeEarly(address: string, method: string | undefined): Promise<Response | null> {
  const early = page.meterhouseEarly;
  if (!early) return null;
  if (method !== 'GET') {
    delete page.meterhouseEarly;
    return null;
  }
  const answer = early.answers.get(address);
  if (!answer || matching(early.language, [currentLanguage()]) === undefined) return null;
  early.answers.delete(address);
  return answer.catch(() => null);
}
