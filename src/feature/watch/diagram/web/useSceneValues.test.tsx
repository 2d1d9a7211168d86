import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import 'mqtt';
import { useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { emptyScene, type Scene } from '#contract/scene/scene.ts';
import { NO_NAMES } from '#domain/scene/label.ts';
import { LAYERS } from '#domain/scene/oneLine.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { CONFIG, Line, TOKEN } from '#web/live/testLine.ts';
import { answerCalls, draw } from '#web/resource/testBed.tsx';
import { SeenKeeper } from './scene/SeenKeeper.ts';
import { useValues, type Watched } from './useSceneValues.ts';

const PAST = 1_770_000_000_000;
const position = { kind: 'signal', signalPointId: 1 } as const;
const scene: Scene = {
  ...emptyScene(LAYERS),
  elements: [
    {
      id: 'q',
      type: 'symbol',
      layer: 'device',
      symbol: 'breaker',
      x: 0,
      y: 40,
      bindings: [{ source: position, map: { kind: 'visible', from: 1, to: 1 } }],
    },
  ],
};

/** What a picture says of itself. */
interface Looked {
  shown: Watched | null;
}

test('whoever comes back from the past sees what is now, not what was read before', async () => {
  let now = 1;
  const keeper = new SeenKeeper(scene);
  const calls = answerCalls(({ path }) => {
    if (!path.includes('getValues')) return new Promise<never>(() => undefined);
    const past = path.includes('at=');
    const told = { key: 'signal:1', value: past ? 1 : now, ts: PAST, unit: '', holdMs: null };
    return { code: 200, message: '', data: { at: past ? PAST : Date.now(), values: [told], curves: [] } };
  });
  const Looking = () => {
    const [at, setAt] = useState<number | null>(null);
    useValues(keeper, { id: 3, no: 1, consumerId: 7, at }, null);
    return <button onClick={() => setAt(at === null ? PAST : null)}>{at === null ? 'live' : 'past'}</button>;
  };
  await draw(<Looking />);
  await waitFor(() => expect(keeper.values.get('signal:1')?.value).toBe(1));
  await userEvent.click(screen.getByRole('button', { name: 'live' }));
  await waitFor(() => expect(calls.some(({ path }) => path.includes('at='))).toBe(true));
  now = 0;
  await userEvent.click(screen.getByRole('button', { name: 'past' }));
  await waitFor(() => expect(keeper.values.get('signal:1')?.value).toBe(0));
});

test.each([
  ['is on its way', () => new Promise<never>(() => undefined)],
  ['is refused', () => ({ code: 500, message: 'Not now', data: null })],
])('nothing of now is shown as it was then while the answer %s', async (_what, then) => {
  const keeper = new SeenKeeper(scene);
  answerCalls(({ path }) => {
    if (!path.includes('getValues')) return new Promise<never>(() => undefined);
    if (path.includes('at=')) return then();
    const told = { key: 'signal:1', value: 1, ts: PAST, unit: '', holdMs: null };
    return { code: 200, message: '', data: { at: Date.now(), values: [told], curves: [] } };
  });
  const looked: Looked = { shown: null };
  const Looking = () => {
    const [at, setAt] = useState<number | null>(null);
    const shown = useValues(keeper, { id: 4, no: 1, consumerId: 7, at }, null);
    useEffect(() => {
      looked.shown = shown;
    });
    return <button onClick={() => setAt(PAST)}>then</button>;
  };
  await draw(<Looking />);
  await waitFor(() => expect(keeper.values.get('signal:1')?.value).toBe(1));
  await userEvent.click(screen.getByRole('button', { name: 'then' }));
  await waitFor(() => expect(looked.shown?.now()).toBe(PAST));
  expect(keeper.values.size).toBe(0);
  expect(looked.shown).toMatchObject({ ready: false });
});

test.each([
  ['behind', HOUR_MS],
  ['ahead', -HOUR_MS],
])('ages go by the clock of the server where that of the device is %s', async (_how, ahead) => {
  const keeper = new SeenKeeper(scene);
  const server = (): number => Date.now() + ahead;
  answerCalls(({ path }) => {
    if (!path.includes('getValues')) return new Promise<never>(() => undefined);
    const told = { key: 'signal:1', value: 1, ts: server() - 10 * MINUTE_MS, unit: '', holdMs: MINUTE_MS };
    return { code: 200, message: '', data: { at: server(), values: [told], curves: [] } };
  });
  const drawn: number[] = [];
  const onDraw = (_news: unknown, now: number): void => void drawn.push(now - server());
  const looked: Looked = { shown: null };
  const Looking = () => {
    const shown = useValues(keeper, { id: 5, no: 1, consumerId: 7, at: null }, onDraw);
    useEffect(() => {
      looked.shown = shown;
    });
    return null;
  };
  await draw(<Looking />);
  await waitFor(() => expect(looked.shown?.ready).toBe(true));
  drawn.length = 0;
  await waitFor(() => expect(drawn.length).toBeGreaterThan(0));
  for (const away of drawn) expect(Math.abs(away)).toBeLessThan(5000);
  const [old] = keeper.remarks(looked.shown?.now() ?? 0, NO_NAMES).list;
  expect(Math.round((old?.age ?? 0) / MINUTE_MS)).toBe(10);
  expect(Math.abs((looked.shown?.present() ?? 0) - server())).toBeLessThan(5000);
});

test('while alarms come faster than answers the picture is still filled', async () => {
  vi.stubGlobal('WebSocket', Line);
  const keeper = new SeenKeeper(scene);
  const answers: Readonly<Record<string, object>> = { getConfig: CONFIG, getToken: TOKEN };
  let value = 0;
  answerCalls(async ({ path }) => {
    const data = answers[path.split('/').at(-1) ?? ''];
    if (data) return { code: 200, message: '', data };
    if (!path.includes('getValues')) return { code: 200, message: '', data: null };
    await new Promise((resolve) => setTimeout(resolve, 300));
    const told = { key: 'signal:1', value: ++value, ts: PAST, unit: '', holdMs: null };
    return { code: 200, message: '', data: { at: Date.now(), values: [told], curves: [] } };
  });
  const looked: Looked = { shown: null };
  const Looking = () => {
    const shown = useValues(keeper, { id: 6, no: 1, consumerId: 8, at: null }, null);
    useEffect(() => {
      looked.shown = shown;
    });
    return null;
  };
  await draw(<Looking />);
  await waitFor(() => expect(looked.shown).toMatchObject({ status: 'live', ready: true }));
  const fill = vi.spyOn(keeper, 'fill');
  for (let i = 0; i < 20; i++) {
    Line.lines.at(-1)?.tell('alarm/8/1', { id: i });
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  }
  expect(fill).toHaveBeenCalled();
  // What happened last is in an answer that was asked for after it.
  const before = value;
  await waitFor(() => expect(keeper.values.get('signal:1')?.value).toBeGreaterThan(before), {
    timeout: 3000,
  });
});
