import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerTo, buildChargeScene, type ChargeScene } from '#test/build/chargeScene.ts';
import { SimulatedCharger } from '../../../../../simulator/charger/charger.ts';

let scene: ChargeScene;
beforeAll(async () => {
  scene = await buildChargeScene();
}, 60_000);
afterAll(() => scene.close());

const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

it.each([
  ['the data of a call', `[2,"1","DataTransfer",{"vendorId":"x","data":${deep}}]`],
  ['the whole of a call', `[2,"1","MeterValues",${deep}]`],
  ['a call that is not known', `[2,"1","Unknown",{"a":${deep}}]`],
  ['the number of a call', `[2,${deep},"Heartbeat",{}]`],
])(
  '%s, 20,000 deep, is an error or the end of its connection, and others are served',
  async (_what, sent) => {
    const good = await scene.pile();
    await good.charger.connect();
    const { charger } = await scene.pile();
    const answer = await answerTo(charger, sent);
    if (Array.isArray(answer)) expect(answer[0]).toBe(4);
    else expect(answer).toBeGreaterThanOrEqual(1000);
    expect(await good.charger.call('Heartbeat', {})).toHaveProperty('currentTime');
    await charger.connect();
    expect(await charger.call('Heartbeat', {})).toHaveProperty('currentTime');
  },
  60_000,
);

it('a charger that connects again at once is not ended by the late notice of the connection before', async () => {
  const { charger } = await scene.pile();
  for (let i = 0; i < 40; i++) {
    await charger.connect({ boot: false });
    await charger.connect({ boot: false });
    expect(await charger.call('Heartbeat', {})).toHaveProperty('currentTime');
    await sleep(20);
    expect([i, charger.open]).toEqual([i, true]);
  }
}, 60_000);

it('whoever guesses keys has to wait, and a charger with its own passes from the same address', async () => {
  const { charger } = await scene.pile();
  const { url, identity } = charger.options;
  const said = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      new SimulatedCharger({ url, identity, key: `a-guess-of-a-key-${i}` }).connect().then(
        () => 'connected',
        (error: Error) => error.message,
      ),
    ),
  );
  expect(said.filter((text) => text.includes('401')).length).toBeGreaterThan(20);
  expect(said.filter((text) => text.includes('429')).length).toBeGreaterThan(0);
  expect(said.filter((text) => !/401|429/.test(text))).toEqual([]);
  await charger.connect();
  expect(await charger.call('Heartbeat', {})).toHaveProperty('currentTime');
}, 60_000);
