import { expect } from 'vitest';
import type { RelayFault } from '../../simulator/device/relayBox.ts';
import type { ControlScene } from './controlScene.ts';

/** What a fault of the device ends in: state, reason, where the output stands then. */
const FAULTS: readonly (readonly [RelayFault, string, string | null, number])[] = [
  ['ok', 'verified', null, 1],
  ['slow', 'verified', null, 1],
  ['silent', 'unknown', 'noAnswer', 0],
  ['stuck', 'mismatch', 'notMoved', 0],
  ['mute', 'unknown', 'noAnswer', 1],
  ['bounce', 'mismatch', 'notMoved', 0],
  ['refuse', 'refused', 'byDevice', 0],
  // It failed while it tried: that it stands where it stood must be read.
  ['fails', 'unknown', 'failed', 1],
  ['stray', 'unknown', 'badEcho', 1],
  ['lost', 'unknown', 'noAnswer', 1],
  ['later', 'verified', null, 1],
];

/** Switches an output with each of the faults, half of them at once, and judges what came of it. */
export async function tryFaults(scene: ControlScene): Promise<void> {
  // One line has room for so many commands within the time in which each must leave.
  const half = Math.ceil(FAULTS.length / 2);
  await trySome(scene, 0, half);
  await trySome(scene, half, FAULTS.length);
  for (const [i, [fault]] of FAULTS.entries()) expect(scene.box.writesTo(10 + i), fault).toBe(1);
}

async function trySome(scene: ControlScene, first: number, end: number): Promise<void> {
  const { client } = scene.mine;
  const some = FAULTS.map((one, i) => [i, ...one] as const).slice(first, end);
  for (const [i, fault] of some) scene.box.faults.set(10 + i, fault);
  const points = await Promise.all(some.map(([i]) => scene.point(10 + i)));
  await Promise.all(
    some.map(async ([i, fault, state, reason, stands], n) => {
      const command = await scene.switched(client, points[n] ?? 0, 1);
      expect([command.state, command.reason], fault).toEqual([state, reason]);
      expect((command.endedAt ?? Infinity) - (command.sentAt ?? 0), fault).toBeLessThan(10_000);
      expect(scene.box.coils.get(10 + i), fault).toBe(stands);
      expect(command.valueBefore, fault).toBe(0);
      if (state !== 'refused') expect(command.valueAfter, fault).toBe(stands);
      expect(command.answered, fault).toBe(state === 'verified' || state === 'mismatch');
    }),
  );
}
