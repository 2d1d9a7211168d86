import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { DoorLoad } from './doorLoad.ts';

const MB = 2 ** 20;

/** Work that goes on until it is told to end. */
function opened() {
  const load = new DoorLoad();
  const open: { readonly gatewayId: number; readonly keep: (bytes: number) => void; end: () => void }[] = [];
  const begin = (gatewayId: number, bytes: number) =>
    load.inTurn(
      gatewayId,
      bytes,
      (keep) => new Promise<void>((resolve) => open.push({ gatewayId, keep, end: resolve })),
    );
  return { load, open, begin };
}

it('reads 32 MB of bodies at once over all gateways, however many come, each in its turn', async () => {
  const { load, open, begin } = opened();
  const all = Array.from({ length: 16 }, (_, i) => begin(i % 4, 16 * MB));
  await turn();
  for (let done = 0; done < 16; done += 2) {
    expect(open.length).toBe(Math.min(16, done + 2));
    expect(load.reading).toBe(32 * MB);
    for (const one of open.slice(done)) one.end();
    await turn();
  }
  await Promise.all(all);
  expect(load.reading).toBe(0);
});

it('lets small bodies pass, and the next large one as soon as one turns out to be small', async () => {
  const { load, open, begin } = opened();
  const large = [begin(1, 16 * MB), begin(2, 16 * MB), begin(3, 16 * MB)];
  const small = begin(4, 1000);
  await turn();
  expect(open.map(({ gatewayId }) => gatewayId)).toEqual([1, 2, 4]);
  open[0]?.keep(2 * MB);
  await turn();
  expect(open.map(({ gatewayId }) => gatewayId)).toEqual([1, 2, 4]);
  open[1]?.keep(3 * MB);
  await turn();
  expect(open.map(({ gatewayId }) => gatewayId)).toEqual([1, 2, 4, 3]);
  expect(load.reading).toBe(21 * MB + 1000);
  for (const one of open) one.end();
  await Promise.all([...large, small]);
  expect(load.reading).toBe(0);
});

it('gives back the room of work that fails', async () => {
  const load = new DoorLoad();
  const failed = load.inTurn(1, 16 * MB, () => Promise.reject(new Error('not stored')));
  await expect(failed).rejects.toThrow('not stored');
  expect(load.reading).toBe(0);
});
