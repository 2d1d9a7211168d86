import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { drawAt } from '#web/resource/testBed.tsx';
import { texts as ui } from '#web/ui/texts.ts';
import type { BillRow, BillView } from '../contract.ts';
import { BillTable } from './BillTable.tsx';
import { texts } from './texts.ts';

const row: BillRow = {
  key: 'energy',
  item: { zh: '峰电量', en: 'Peak energy of a name that is longer than a phone is wide' },
  quantity: 1234.5,
  unit: 'kWh',
  price: 0.8,
  amount: 987.6,
  inputs: { zh: '', en: 'Σ of 31 days' },
  doubtful: true,
  atLeast: true,
  opens: { level: 4, at: 5 },
};
const view = {
  rows: [row, { ...row, key: 'basic', quantity: null, price: null, amount: -1, opens: null, atLeast: false }],
  total: 986.6,
  schemeName: 'Industry',
} as unknown as BillView;

afterEach(() => void vi.unstubAllGlobals());

test.each([true, false])('on a phone (%s) every line is a card with the same figures', async (narrow) => {
  const listening = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal('matchMedia', (media: string) => ({ matches: narrow, media, ...listening }));
  const onOpen = vi.fn();
  await drawAt('/', <BillTable view={view} onOpen={onOpen} />, { phrases: { bill: texts, ui } });
  const lines = await screen.findAllByRole(narrow ? 'listitem' : 'row');
  const [first, second, total] = (narrow ? lines : lines.slice(1)) as [HTMLElement, HTMLElement, HTMLElement];
  expect(screen.queryAllByRole('table')).toHaveLength(narrow ? 0 : 1);
  for (const text of ['987.60', '1,234.5 kWh', '0.8', 'Σ of 31 days', 'In doubt'])
    expect(first).toHaveTextContent(text);
  expect(second).toHaveTextContent('−1.00');
  expect(total).toHaveTextContent('at least 986.60');
  await userEvent.click(within(first).getByRole('button'));
  expect(onOpen).toHaveBeenCalledWith({ level: 4, at: 5 });
  expect(within(second).queryByRole('button')).toBeNull();
});
