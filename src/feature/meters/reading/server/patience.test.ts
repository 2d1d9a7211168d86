import { afterEach, expect, test, vi } from 'vitest';
import { addFigure, sharedFigure } from './sharedFigure.ts';
import { Patience, type Waiting } from './patience.ts';

const coming: Waiting = { meterId: 1, recent: false, quiet: 0.1, waited: 1, rested: 10, light: false };
afterEach(() => void vi.useRealTimers());

test('recent values wait only while they keep coming and their meter was folded a moment ago', () => {
  const patience = new Patience();
  const recent = { ...coming, recent: true };
  expect(patience.isDue(recent)).toBe(true);
  expect(patience.isDue({ ...recent, rested: null })).toBe(true);
  expect(patience.isDue({ ...recent, rested: 1 })).toBe(false);
  expect(patience.isDue({ ...recent, rested: 1, quiet: 0.6 })).toBe(true);
  expect(patience.isDue({ ...recent, rested: 2 })).toBe(true);
});

test('history waits while it keeps coming, but not long', () => {
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
    addFigure('stored', values);
    vi.advanceTimersByTime(1000);
  };
  second(400_000);
  expect(patience.isDue({ ...coming, quiet: 1, waited: 3 })).toBe(false);
  expect(sharedFigure('held')).toBe(1);
  expect(patience.isDue({ ...coming, waited: 21 })).toBe(true);
  expect(patience.isDue({ ...coming, recent: true })).toBe(true);
  second(50_000);
  expect(patience.isDue({ ...coming, waited: 3 })).toBe(true);
  expect(sharedFigure('held')).toBe(0);
});

test('where nothing but folding is done, what keeps coming waits a little longer; where little is, as ever', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const patience = new Patience();
  const steady = { ...coming, recent: true };
  const pass = (workMs: number, idleMs: number): void => {
    vi.advanceTimersByTime(workMs + idleMs);
    patience.worked(workMs);
  };
  for (let i = 0; i < 40; i++) pass(500, 0);
  expect(patience.isDue({ ...steady, rested: 3.4 })).toBe(false);
  expect(patience.isDue({ ...steady, rested: 3.5 })).toBe(true);
  expect(patience.isDue({ ...steady, rested: 1, quiet: 0.6 })).toBe(true);
  for (let i = 0; i < 80; i++) pass(5, 250);
  expect(patience.isDue({ ...steady, rested: 2.1 })).toBe(true);
});
