import { expect, it } from 'vitest';
import type { Collector, Line } from '#feature/meters/collector/server/public.ts';
import type { Course } from './carryOut.ts';
import type { CommandRow } from './command.ts';
import { LineSender } from './lineSender.ts';

/** A course that goes no further than "it leaves". */
const course: Course = { move: async () => false, openInterlock: async () => null, timeLeft: () => 10_000 };
const relay = { id: 1, controlId: 1, target: 0, verifySeconds: 2, wiring: { way: '3', channelId: 7, meterAddress: '1' } } as unknown as CommandRow; // prettier-ignore

it('a password that could not be read ends its own command, and the line goes on with the next', async () => {
  let turns = 0;
  const line = {
    readItem: async () => ({ failure: { state: 'timeout', detail: { zh: '', en: '' }, broken: false } }),
  } as unknown as Line;
  const collector = {
    channels: () => [7],
    onLine: async (_: number, act: (line: Line) => unknown) => {
      turns++;
      return act(line);
    },
  } as unknown as Collector;
  let lost = true;
  const sender = new LineSender(collector, async () => {
    if (lost) throw new Error('the connection to the database is lost');
    return null;
  });
  await expect(sender.send(relay, course)).rejects.toThrow('is lost');
  expect(turns).toBe(0);
  lost = false;
  await expect(sender.send({ ...relay, id: 2 }, course)).resolves.toBeNull();
  expect(turns).toBe(1);
});
