/** What was asked for before the code of the page was there (`early.ts`), by address. */
export interface Early {
  /** In which it was asked for. */
  readonly language: string;
  readonly answers: Map<string, Promise<Response>>;
}

const page = globalThis as { meterhouseEarly?: Early };

/** The answer to what was asked for early in a language, once; null = it is asked for now. */
export async function takeEarly(address: string, language: string): Promise<Response | null> {
  const early = page.meterhouseEarly;
  const answer = early?.language === language ? early.answers.get(address) : undefined;
  if (!answer) return null;
  early?.answers.delete(address);
  return answer.catch(() => null);
}

/** What was asked for early tells of the time before something was done on the page: it counts no more. */
export function forgetEarly(): void {
  delete page.meterhouseEarly;
}
