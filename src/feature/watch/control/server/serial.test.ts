import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildControlScene, type ControlScene } from '#test/build/controlScene.ts';
import { tryFaults } from '#test/build/relayFault.ts';

let rtu: ControlScene;
beforeAll(async () => {
  rtu = await buildControlScene({ rtu: true });
}, 60_000);
afterAll(() => rtu.close());

it(
  'over a serial line each fault ends as it must, and is written exactly once',
  () => tryFaults(rtu),
  60_000,
);

it('a device that is away is told nothing, and nothing waits for it', async () => {
  const id = await rtu.point(41);
  rtu.box.off = true;
  const away = await rtu.switched(rtu.mine.client, id, 1);
  expect([away.state, away.reason, away.sentAt]).toEqual(['refused', 'deviceAway', null]);
  rtu.box.off = false;
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(rtu.box.writesTo(41)).toBe(0);
}, 20_000);
