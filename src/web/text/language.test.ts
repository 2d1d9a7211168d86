// @vitest-environment jsdom
import i18next from 'i18next';
import { beforeAll, expect, it, vi } from 'vitest';
import { startLanguage } from './language.ts';

const PHRASES = { 'list.rows': '{{n}} row{{n, s}}' };

beforeAll(async () => {
  localStorage.setItem('meterhouse.language', 'en');
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(PHRASES)));
  await startLanguage();
});

it('ends the word behind a count as English does, also behind a count that is written', () => {
  const say = (n: number | string) => i18next.t('list.rows', { n });
  expect([0, 1, 2, '1', '1,001'].map(say)).toEqual(['0 rows', '1 row', '2 rows', '1 row', '1,001 rows']);
});
