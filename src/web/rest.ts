import { allPhrases } from './text/language.ts';

const REST_MS = 400;

/** Leaves the first bar chart and the page's data their way: what comes beside them waits for a moment of rest. */
export async function rest(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, REST_MS);
  });
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in globalThis)) return;
  await new Promise<void>((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: 1000 });
  });
}

/** For `lazy`: a part of the first screen that nobody waits for before the first picture; all phrases come with it. */
export const later =
  <T>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    await rest();
    const [loaded] = await Promise.all([load(), allPhrases()]);
    return loaded;
  };
