import { act, renderHook, waitFor } from '@testing-library/react';
import 'mqtt';
import { expect, test, vi } from 'vitest';
import type { LiveValues } from '#feature/meters/messaging/contract.ts';
import { listenLive } from './connection.ts';
import { answer, CONFIG, Line, TOKEN } from './testLine.ts';
import { useLive } from './useLive.ts';

test('of all that is told before a frame nothing is lost, and each code keeps its own instant', async () => {
  vi.stubGlobal('WebSocket', Line);
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (show: FrameRequestCallback) => frames.push(show));
  answer(CONFIG, TOKEN);
  const { result } = renderHook(() => useLive(7));
  const heard: LiveValues[] = [];
  const stop = listenLive(7, { values: (value) => heard.push(value) });
  await waitFor(() => expect(result.current.status).toBe('live'));

  for (const part of [
    { ts: 0, values: { PZ: 5 } },
    { ts: 600_000, values: { PP: 1 } },
  ])
    Line.lines[0]?.tell('live/7/1', { meterId: 1, ...part });
  await waitFor(() => expect(heard).toHaveLength(2));
  expect(result.current.values.size).toBe(0);
  expect(frames).toHaveLength(1);
  act(() => frames[0]?.(0));
  expect(result.current.values.get(1)).toEqual({
    PZ: { value: 5, ts: 0 },
    PP: { value: 1, ts: 600_000 },
  });
  stop();
});
