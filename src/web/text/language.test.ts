// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import i18next from 'i18next';
import { beforeAll, expect, it, vi } from 'vitest';
import { allPhrases, startLanguage } from './language.ts';
import { useTexts } from './useTexts.ts';

const FIRST = { 'list.rows': '{{n}} row{{n, s}}' };
const ALL = { ...FIRST, 'bill.sum': 'Sum' };
const asked: string[] = [];
let reachable = true;

beforeAll(async () => {
  localStorage.setItem('meterhouse.language', 'en');
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (!reachable) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(address.includes('.first.') ? FIRST : ALL));
  });
  await startLanguage();
});

it('ends the word behind a count as English does, also behind a count that is written', () => {
  const say = (n: number | string) => i18next.t('list.rows', { n });
  expect([0, 1, 2, '1', '1,001'].map(say)).toEqual(['0 rows', '1 row', '2 rows', '1 row', '1,001 rows']);
});

it('starts with the phrases of the first screen; the others are said as soon as they come', async () => {
  expect(asked).toEqual(['locales/en.first.json']);
  const { result } = renderHook(() => useTexts<Record<'sum', { zh: string; en: string }>>('bill'));
  expect(result.current('sum')).toBe('bill.sum');
  reachable = false;
  await expect(allPhrases()).rejects.toThrow('Failed to fetch');
  reachable = true;
  await act(async () => {
    await Promise.all([allPhrases(), allPhrases()]);
  });
  expect(result.current('sum')).toBe('Sum');
  expect(asked).toEqual(['locales/en.first.json', 'locales/en.json', 'locales/en.json']);
});
