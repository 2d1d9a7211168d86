import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawAt } from '#web/resource/testBed.tsx';
import { FilterBar } from './FilterBar.tsx';
import { Segmented } from './Segmented.tsx';
import { texts } from './texts.ts';

const listening = { addEventListener: () => {}, removeEventListener: () => {} };
const widthOf = (narrow: boolean): void =>
  void vi.stubGlobal('matchMedia', (media: string) => ({ matches: narrow, media, ...listening }));

beforeEach(() => {
  // jsdom has no dialogs of its own.
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
afterEach(() => void vi.unstubAllGlobals());

const bar = (unfolded: boolean) => (
  <FilterBar
    unfolded={unfolded}
    summary="Furnace 1 · 2024-03-01"
    aside={<span>1,200 kW</span>}
    actions={<button type="button">Export</button>}
  >
    <Segmented label="View" options={[{ value: 'a', text: 'A' }]} value="a" onChange={() => {}} />
  </FilterBar>
);
const phrases = { ui: texts };

test('on a phone the filters are one row that says what is chosen, and open as a sheet', async () => {
  widthOf(true);
  await drawAt('/', bar(false), { phrases });
  const chosen = await screen.findByRole('button', { name: /^Filters.*Furnace 1 · 2024-03-01$/ });
  expect(screen.getByText('1,200 kW')).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  await userEvent.click(chosen);
  const sheet = screen.getByRole('dialog', { name: 'Filters' });
  expect(within(sheet).getByRole('radio')).toBeInTheDocument();
  await userEvent.click(within(sheet).getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
  expect(within(screen.getByRole('dialog', { name: 'Actions' })).getByText('Export')).toBeInTheDocument();
});

test.each([
  [false, false],
  [true, true],
])('narrow %s, not to be folded %s: all of it stands in the row', async (narrow, unfolded) => {
  widthOf(narrow);
  await drawAt('/', bar(unfolded), { phrases });
  expect(await screen.findByRole('radio')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Export' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Filters/ })).toBeNull();
});
