import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { optional } from '#contract/field.ts';
import { NAME_COMMA } from '#contract/text.ts';
import { date } from '#field/date/contract.ts';
import { references } from '#field/references/contract.ts';
import { draw } from './testBed.tsx';
import { ValueCell } from './ValueCell.tsx';
import { wordsOf } from './words.ts';

const places = optional(references('可见范围', 'May see', 'org'));
const all = { ...places, whenEmpty: { zh: '全部', en: 'All' } };
const cell = (field: typeof places, value: unknown, title?: string) => (
  <ValueCell
    name="places"
    field={field}
    row={{ id: 1, places: value, ...(title === undefined ? {} : { titles: { places: title } }) }}
    slots={{}}
  />
);

test.each([
  ['zh', '全部'],
  ['en', 'All'],
] as const)('an empty value that means something says so in %s', async (language, words) => {
  await draw(cell(all, []), { language });
  expect(screen.getByText(words)).toBeInTheDocument();
  expect(wordsOf(all, null, language, 'UTC')).toBe(words);
});

test('an empty value of other fields is missing', async () => {
  await draw(cell(places, null));
  expect(screen.getByText('--')).toBeInTheDocument();
});

test.each(['zh', 'en'] as const)(
  'several names have the comma of the language between: %s',
  async (language) => {
    const names = ['A', 'B'].join(NAME_COMMA[language]);
    await draw(cell(places, [1, 2], names), { language });
    expect(screen.getByTitle(names)).toHaveTextContent(names.trim());
  },
);

test('a date that stands for a month is shown as that', () => {
  const month = date('结算月', 'Settlement month', { month: true });
  expect(wordsOf(month, '2026-10-01', 'zh', 'UTC')).toBe('2026-10');
  expect(wordsOf(date('日', 'Day'), '2026-10-01', 'zh', 'UTC')).toBe('2026-10-01');
});
