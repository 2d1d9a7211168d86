import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { usePlaying } from './usePlaying.ts';

const THEN = 1_770_000_000_000;
/** The next instant of ten minutes a second. */
const NEXT = THEN + 10 * MINUTE_MS;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Plays from `THEN`, where answers come when the test says so. */
function play(ready: boolean) {
  const go = vi.fn<(instant: number) => void>();
  let answer = (): void => undefined;
  const ask = vi.fn(() => new Promise<void>((done) => void (answer = done)));
  const present = () => THEN + 1000 * MINUTE_MS;
  const hook = renderHook(
    (each: { at: number | null; ready: boolean }) => usePlaying({ ...each, present, ask, go }),
    { initialProps: { at: THEN as number | null, ready } },
  );
  act(() => hook.result.current.toggle());
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { ...hook, go, ask, wait, answer: () => answer() };
}

test('it goes on when the next instant was read, however long that takes', async () => {
  const { go, ask, wait, answer } = play(true);
  await wait(5000);
  expect(ask.mock.calls).toEqual([[NEXT]]);
  expect(go).not.toHaveBeenCalled();
  answer();
  await wait(0);
  expect(go.mock.calls).toEqual([[NEXT]]);
});

test('an instant stands for a second at least, and until it is shown', async () => {
  const { go, ask, wait, answer, rerender } = play(false);
  await wait(5000);
  expect(ask).not.toHaveBeenCalled();
  rerender({ at: THEN, ready: true });
  answer();
  await wait(900);
  expect(go).not.toHaveBeenCalled();
  await wait(200);
  expect(go.mock.calls).toEqual([[NEXT]]);
});

test('whoever goes elsewhere meanwhile is not taken along', async () => {
  const { go, wait, answer, rerender } = play(true);
  await wait(5000);
  rerender({ at: THEN - MINUTE_MS, ready: false });
  answer();
  await wait(5000);
  expect(go).not.toHaveBeenCalled();
});
