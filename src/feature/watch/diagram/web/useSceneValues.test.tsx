import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { emptyScene, type Scene } from '#contract/scene/scene.ts';
import { LAYERS } from '#domain/scene/oneLine.ts';
import { answerCalls, draw } from '#web/resource/testBed.tsx';
import { SeenKeeper } from './scene/SeenKeeper.ts';
import { useValues } from './useSceneValues.ts';

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
