import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { collectPhrases, namespaceOf } from './phrases.ts';

test('a namespace is the folder of the texts', () => {
  expect(namespaceOf('src/feature/watch/alarm/web/texts.ts')).toBe('alarm');
  expect(namespaceOf('src/feature/energy/use/demand/web/texts.ts')).toBe('use.demand');
  expect(namespaceOf('src/web/shell/texts.ts')).toBe('shell');
});

test('every text of the product is there in both languages, filled in with the same values', async () => {
  const { zh, en } = await collectPhrases(fileURLToPath(new URL('..', import.meta.url)));
  expect(Object.keys(zh)).toEqual(Object.keys(en));
  const blanks = (text = ''): string[] =>
    [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').toSorted();
  for (const key of Object.keys(zh)) {
    const [some = [], all = []] = [blanks(zh[key]), blanks(en[key])].toSorted((a, b) => a.length - b.length);
    expect(all, `${key} fills in what the other language does not know`).toEqual(
      expect.arrayContaining(some),
    );
  }
  expect(zh['shell.confirmExit']).toBe('确认退出？');
});
