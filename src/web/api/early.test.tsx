import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { get, post } from '#web/api.ts';
import type { Early } from './takeEarly.ts';

const page = globalThis as { meterhouseEarly?: Early };
let sent: { readonly address: string; readonly language: string | undefined }[];

/** Answers every call with how many were sent before it. */
beforeEach(() => {
  sent = [];
  localStorage.setItem('meterhouse.language', 'en');
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
    sent.push({ address, language: (headers as Record<string, string>)['Accept-Language'] });
    return new Response(JSON.stringify({ code: 200, message: '', data: sent.length }));
  });
});
afterEach(() => {
  delete page.meterhouseEarly;
  document.head.replaceChildren();
  localStorage.clear();
});

/** The script as the page runs it. */
async function runEarly(signedIn: '' | '1'): Promise<void> {
  const meta = document.createElement('meta');
  Object.assign(meta, { name: 'signed-in', content: signedIn });
  document.head.append(meta);
  vi.resetModules();
  vi.stubGlobal('EARLY_LANGUAGES', ['zh', 'en']);
  await import('./early.ts');
}

test('nobody is asked for before somebody is signed in', async () => {
  await runEarly('');
  expect(sent.map(({ address }) => address)).toEqual(['locales/en.first.json']);
});

test('what every screen begins with is asked for once, and taken once', async () => {
  await runEarly('1');
  expect(sent.map(({ address }) => address)).toEqual([
    'locales/en.first.json',
    '/api/sys/getUserInfo',
    '/api/sys/getAllMenus',
  ]);
  expect(await get('sys/getUserInfo')).toBe(2);
  expect(await get('sys/getAllMenus')).toBe(3);
  expect(await get('sys/getUserInfo')).toBe(4);
});

test('what came in another language, before something was done, or not at all is asked for anew', async () => {
  localStorage.setItem('meterhouse.language', 'zh');
  await runEarly('1');
  localStorage.setItem('meterhouse.language', 'en');
  expect(await get('sys/getAllMenus')).toBe(4);
  expect(sent.map(({ language }) => language)).toEqual([undefined, 'zh', 'zh', 'en']);
  localStorage.setItem('meterhouse.language', 'zh');
  await post('sys/login', {});
  expect(await get('sys/getUserInfo')).toBe(6);
  page.meterhouseEarly = {
    language: 'zh',
    answers: new Map([['/api/sys/getUserInfo', Promise.reject(new TypeError('no network'))]]),
  };
  expect(await get('sys/getUserInfo')).toBe(7);
});
