import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { silent } from '#server/database/log.ts';
import type { Eye } from './eye.ts';
import { type MotionBook, Mover } from './mover.ts';
import type { Device } from './onvif.ts';

const DEVICE: Device = { ptzUrl: new URL('http://camera/ptz'), imagingUrl: null, profile: 'a', source: null, encoding: null, streamUri: null, snapshotUri: null, focus: false, iris: null }; // prettier-ignore

/** A mover of a camera that keeps what it is told, and what is written down as stopped. */
function moverOf({
  device = Promise.resolve<Device>(DEVICE),
  elsewhere = async (): Promise<boolean> => false,
  moveMs = 500,
} = {}) {
  const told: string[] = [];
  const settled: string[] = [];
  const eye = {
    camera: { id: 1, moveMs, fixed: false },
    device: () => device,
    onvif: { move: async () => void told.push('move'), stopHead: async () => void told.push('stop') },
  } as unknown as Eye;
  const book: MotionBook = {
    settled: async (mark) => void settled.push(mark),
    elsewhere,
  };
  return { mover: new Mover(eye, silent, book), told, settled };
}

it('what is let go before a slow camera has said what it can does not begin afterwards', async () => {
  let say: (device: Device) => void = () => {};
  const { mover, told } = moverOf({ device: new Promise<Device>((resolve) => (say = resolve)) });
  const pressed = mover.move('turnLeft', 1);
  await mover.stop();
  say(DEVICE);
  await pressed;
  expect([told, mover.moving]).toEqual([[], false]);
  await mover.move('turnLeft', 1);
  expect(told).toEqual(['move']);
  await mover.stop();
});

it('what is let go while it is written down does not begin, and is struck out', async () => {
  const { mover, told, settled } = moverOf();
  let keep: (mark: string) => void = () => {};
  const kept = new Promise<string>((resolve) => (keep = resolve));
  const pressed = mover.move('turnLeft', 1, () => kept);
  await sleep(10);
  await mover.stop();
  keep('a');
  await pressed;
  expect([told, settled, mover.moving]).toEqual([[], ['a'], false]);
});

it('what another process wrote down as let go does not begin', async () => {
  const { mover, told } = moverOf();
  await mover.move('turnLeft', 1, async () => null);
  expect([told, mover.moving]).toEqual([[], false]);
});

it('at its end stops the camera, unless another process goes on with it', async () => {
  for (const elsewhere of [false, true]) {
    const { mover, told, settled } = moverOf({ elsewhere: async () => elsewhere, moveMs: 50 });
    await mover.move('turnLeft', 1, async () => 'a');
    await sleep(150);
    expect([told, settled, mover.moving]).toEqual(
      elsewhere ? [['move'], [], false] : [['move', 'stop'], ['a'], false],
    );
  }
});

it('at its end stops the camera where what is written down cannot be read, or not in time', async () => {
  for (const elsewhere of [() => Promise.reject(new Error('lost')), () => new Promise<boolean>(() => {})]) {
    const { mover, told } = moverOf({ moveMs: 50, elsewhere });
    await mover.move('turnLeft', 1, async () => 'a');
    await sleep(400);
    expect(told).toEqual(['move', 'stop']);
  }
});
