import { expect, it } from 'vitest';
import { silent } from '#server/database/log.ts';
import type { Eye } from './eye.ts';
import { Mover } from './mover.ts';
import type { Device } from './onvif.ts';

it('what is let go before a slow camera has said what it can does not begin afterwards', async () => {
  let say: (device: Device) => void = () => {};
  const device = new Promise<Device>((resolve) => (say = resolve));
  const told: string[] = [];
  const eye = {
    camera: { id: 1, moveMs: 500, fixed: false },
    device: () => device,
    onvif: { move: async () => void told.push('move'), stopHead: async () => void told.push('stop') },
  } as unknown as Eye;
  const mover = new Mover(eye, silent, async () => {});
  const pressed = mover.move('turnLeft', 1);
  await mover.stop();
  say({ ptzUrl: new URL('http://camera/ptz'), imagingUrl: null, profile: 'a', source: null, encoding: null, streamUri: null, snapshotUri: null, focus: false, iris: null }); // prettier-ignore
  await pressed;
  expect([told, mover.moving]).toEqual([[], false]);
  await mover.move('turnLeft', 1);
  expect(told).toEqual(['move']);
  await mover.stop();
});
