import { renderHook } from '@testing-library/react';
import i18next from 'i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import { get, post } from '#web/api.ts';
import { session } from '#web/resource/testBed.tsx';
import { sessionQuery } from '#web/session/session.ts';
import { useNotices } from '#web/ui/notice.ts';
import { openGate } from './gate.ts';
import { holdInput } from './heldInput.ts';
import { sayWhyAnew } from './otherAccount.ts';
import { queryClient } from './queryClient.ts';
import { takeReturnAddress } from './returnAddress.ts';
import { texts } from './texts.ts';

const HERE = '#/SDNPowerPrice/Bill?month=2026-01';
const OTHER = { code: 901, message: 'Another account has signed in', data: { otherAccount: 1 } };

const reported = (): string[] => renderHook(useNotices).result.current.map(({ message }) => message);

/** Answers every call; tells with which account each came. */
function answer(envelope: object): (string | null)[] {
  const accounts: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    accounts.push(new Headers(headers).get('X-Meterhouse-Account'));
    return new Response(JSON.stringify(envelope));
  });
  return accounts;
}

beforeEach(async () => {
  const translation = Object.fromEntries(Object.entries(texts).map(([key, { en }]) => [`api.${key}`, en]));
  await i18next.init({
    lng: 'en',
    keySeparator: false,
    nsSeparator: false,
    resources: { en: { translation } },
  });
  // jsdom says that it loads no page anew.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  sessionStorage.clear();
  queryClient.clear();
  location.hash = HERE;
});

test('each call says whose page it is, as soon as that is known', async () => {
  const accounts = answer({ code: 200, message: '', data: null });
  await get('a/b');
  queryClient.setQueryData(sessionQuery.queryKey, session);
  await get('a/b');
  await post('a/b');
  expect(accounts).toEqual([null, '1', '1']);
});

test('where another account has signed in the page begins anew and says why, once; nobody is led to the log-in', async () => {
  queryClient.setQueryData(sessionQuery.queryKey, session);
  answer(OTHER);
  await expect(post('a/b')).rejects.toMatchObject({ code: 901 });
  expect(location.hash).toBe(HERE);
  expect(takeReturnAddress()).toBeNull();
  expect(reported()).toEqual([]);
  sayWhyAnew();
  sayWhyAnew();
  expect(reported()).toEqual([texts.otherAccount.en]);
});

test('whoever is typing is told, and the page begins anew once they rest', async () => {
  queryClient.setQueryData(sessionQuery.queryKey, session);
  answer(OTHER);
  const release = holdInput();
  await expect(post('a/b')).rejects.toMatchObject({ code: 901 });
  sayWhyAnew();
  expect(reported()).toEqual([texts.otherAccountNow.en]);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
  await expect(post('a/b')).rejects.toMatchObject({ code: 901 });
  clock.mockRestore();
  release();
  sayWhyAnew();
  expect(reported()).toContain(texts.otherAccount.en);
});

test('a call from before the own log-in says nothing of who is there now', async () => {
  answer(OTHER);
  const call = get('a/b');
  openGate();
  await expect(call).rejects.toMatchObject({ code: 901 });
  sayWhyAnew();
  expect(reported()).toEqual([]);
});
