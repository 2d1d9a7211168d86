import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawAt } from '#web/resource/testBed.tsx';
import { DayFilter } from './DayFilter.tsx';

const at = (instant: string) => vi.useFakeTimers({ now: Date.parse(instant), toFake: ['Date'] });
beforeEach(() => void at('2026-11-28T02:00:00Z'));
afterEach(() => void vi.useRealTimers());

const day = (date: string) => screen.findByRole('button', { name: `Day ${date}` });
const next = () => screen.getByRole('button', { name: 'Next' });

test('today is that of the site: in New York it is still the day before', async () => {
  await drawAt('/', <DayFilter timeZone="America/New_York" />);
  expect(await day('2026-11-27')).toBeVisible();
  expect(next()).toBeDisabled();
});

test('the running day can be chosen where it has begun already', async () => {
  at('2026-11-28T13:00:00Z');
  // 02:00 of the 29th in Auckland, 21:00 of the 28th at home.
  const { state } = await drawAt('/?date=2026-11-28', <DayFilter timeZone="Pacific/Auckland" />);
  expect(state.location.search).toMatchObject({ date: '2026-11-28' });
  await day('2026-11-28');
  fireEvent.click(next());
  expect(await day('2026-11-29')).toBeVisible();
  expect(next()).toBeDisabled();
});
