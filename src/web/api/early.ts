import type { Early } from './takeEarly.ts';

/*
 * Asks for what every screen begins with while the code of the page is on its way. It is a file of its own that imports
 * nothing: whatever it needed would have to come first.
 */
const page = globalThis as { meterhouseEarly?: Early };
const signedIn = document.querySelector<HTMLMetaElement>('meta[name="signed-in"]')?.content === '1';

if (signedIn) {
  const language = localStorage.getItem('meterhouse.language') ?? navigator.language;
  const headers = { 'X-Meterhouse': '1', 'Accept-Language': language };
  const answers = new Map<string, Promise<Response>>();
  for (const address of ['/api/sys/getUserInfo', '/api/sys/getAllMenus']) {
    const answer = fetch(address, { headers, credentials: 'same-origin' });
    // Where it fails the page asks again, and tells.
    answer.catch(() => {});
    answers.set(address, answer);
  }
  page.meterhouseEarly = { language, answers };
}
