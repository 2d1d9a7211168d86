import { afterEach, expect, test, vi } from 'vitest';
import { addGauge, gauge } from './gauge.ts';
import { Patience, type Waiting } from './patience.ts';

const coming: Waiting = { meterId: 1, recent: false, quiet: 0.1, waited: 1 };
afterEach(() => void vi.useRealTimers());

test('recent values never wait, history while it keeps coming, but not long', () => {
  const patience = new Patience();
  expect(patience.isDue(coming)).toBe(false);
  expect(patience.isDue({ ...coming, recent: true })).toBe(true);
  expect(patience.isDue({ ...coming, quiet: 1 })).toBe(true);
  expect(patience.isDue({ ...coming, waited: 3 })).toBe(true);
});

test('a bulk load makes history wait longer, never recent values and never for ever', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const patience = new Patience();
  const second = (values: number): void => {
    addGauge('stored', values);
    vi.advanceTimersByTime(1000);
  };
  second(400_000);
  expect(patience.isDue({ ...coming, quiet: 1, waited: 3 })).toBe(false);
  expect(gauge('held')).toBe(1);
  expect(patience.isDue({ ...coming, waited: 21 })).toBe(true);
  expect(patience.isDue({ ...coming, recent: true })).toBe(true);
  second(50_000);
  expect(patience.isDue({ ...coming, waited: 3 })).toBe(true);
  expect(gauge('held')).toBe(0);
});
