import { afterEach, expect, it, vi } from 'vitest';
import type { CommandEvent } from '#domain/control/command.ts';
import { type Course, launch, type Leaving, type Said, settle } from './carryOut.ts';
import type { StepNote } from './command.ts';
import type { Device, ReadBack } from './way.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A command to a device that takes so long to answer the write, and what happened to it. */
function command(mark: number, writeMs: number) {
  const moves: { readonly event: CommandEvent; readonly notes: readonly StepNote[] }[] = [];
  let writes = 0;
  const course: Course = {
    move: async (event, notes) => {
      moves.push({ event, notes });
      return true;
    },
    openInterlock: async () => null,
    timeLeft: () => 10_000,
  };
  const device: Device = {
    position: async () => ({ value: 0, bytes: '01', failure: null }),
    write: async () => {
      writes++;
      vi.advanceTimersByTime(writeMs);
      return { kind: 'done', bytes: '05', detail: null };
    },
  } as Device;
  const leaving: Leaving = { course, device, aim: { target: 1, tolerance: 0, verifySeconds: 0 }, mark };
  return { leaving, moves, writes: () => writes };
}

/** Nothing can be read. */
const nothing: ReadBack = async () => undefined;

it('what was to leave together and did not have its turn within 4 s never leaves, and says so', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout'] });
  const slow = [command(1, 1900), command(2, 1900), command(3, 1900), command(4, 10), command(5, 10)];
  const answers = new Map<Leaving, Said>();
  const { left } = await launch(
    slow.map(({ leaving }) => leaving),
    (one, said) => void answers.set(one, said),
  );
  expect(left).toEqual([]);
  expect(slow.map(({ writes }) => writes())).toEqual([1, 1, 1, 0, 0]);
  for (const { leaving, moves } of slow.slice(3)) {
    const said = answers.get(leaving);
    expect(said?.answer).toMatchObject({ kind: 'notSent', reason: 'late', bytes: '' });
    if (said) await settle(leaving, nothing, said);
    expect(moves.map(({ event }) => event)).toEqual([{ kind: 'send' }, { kind: 'notSent', reason: 'late' }]);
    const [note] = moves.at(-1)?.notes ?? [];
    // A device that was never asked is not called silent.
    expect(note).toMatchObject({ kind: 'notSent', bytes: null });
    expect(note?.info?.detail?.en).toMatch(/together with others.*not one byte left/);
  }
});

it('a device that tells a position which is neither on nor off is not moved', async () => {
  const { leaving, moves, writes } = command(1, 0);
  const failure = { zh: '既不是合也不是分', en: 'neither on nor off' };
  const between = { ...leaving.device, position: async () => ({ value: null, bytes: '00 05', failure }) };
  await launch([{ ...leaving, device: between }], () => {});
  expect(moves.map(({ event }) => event)).toEqual([{ kind: 'refuse', reason: 'positionUnknown' }]);
  expect(writes()).toBe(0);
});

it('a refusal that cannot be written down while the next position is read ends neither the process nor the turn', async () => {
  const lost: unknown[] = [];
  const hear = (error: unknown): void => void lost.push(error);
  process.on('unhandledRejection', hear);
  const [away, slow] = [command(1, 0), command(2, 0)];
  const failure = { zh: '超时', en: 'timeout' };
  const course: Course = {
    ...away.leaving.course,
    move: () => Promise.reject(new Error('the database is away')),
  };
  const silent = { ...away.leaving.device, position: async () => ({ value: null, bytes: null, failure }) };
  let written = 0;
  const late: Device = {
    position: async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { value: 0, bytes: '01', failure: null };
    },
    write: async () => {
      written++;
      return { kind: 'done', bytes: '05', detail: null };
    },
  };
  await expect(
    launch(
      [
        { ...away.leaving, course, device: silent },
        { ...slow.leaving, device: late },
      ],
      () => {},
    ),
  ).rejects.toThrow('the database is away');
  process.off('unhandledRejection', hear);
  expect(lost).toEqual([]);
  expect([away.writes(), written]).toEqual([0, 1]);
});

it('an output whose interlock opened since it was operated is not moved; the others of its turn are', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout'] });
  const [locked, free] = [command(1, 0), command(2, 0)];
  const open = { zh: '急停：按下，须 松开', en: 'Emergency stop: pressed, must be released' };
  const course: Course = { ...locked.leaving.course, openInterlock: async () => open };
  const { left } = await launch([{ ...locked.leaving, course }, free.leaving], () => {});
  expect(left).toEqual([]);
  expect(locked.moves.map(({ event }) => event)).toEqual([{ kind: 'refuse', reason: 'interlock' }]);
  expect([locked.writes(), free.writes()]).toEqual([0, 1]);
});

it.each([3_600_000, -3_600_000])(
  'a clock that jumps by %d ms while the position is read back proves nothing and delays nothing',
  async (jump) => {
    const { leaving, moves } = command(1, 0);
    let ahead = 0;
    const real = Date.now.bind(Date);
    vi.spyOn(Date, 'now').mockImplementation(() => real() + ahead);
    const reads: number[] = [];
    const begun = performance.now();
    // The contact bounces back 300 ms after it closed.
    const bounces: Device = {
      position: async () => {
        reads.push(performance.now());
        ahead = jump;
        return { value: performance.now() - begun < 300 ? 1 : 0, bytes: '01', failure: null };
      },
    } as unknown as Device;
    const aim = { ...leaving.aim, verifySeconds: 2 };
    await settle({ ...leaving, aim }, (ms) => bounces.position(ms), {
      answer: { kind: 'done', bytes: '05', detail: null },
      before: 0,
    });
    expect(moves.at(-1)?.event).toEqual({ kind: 'readBack', verdict: 'differs', stays: false });
    expect((reads[1] ?? 0) - (reads[0] ?? 0)).toBeGreaterThan(900);
    expect(performance.now() - begun).toBeLessThan(5000);
  },
  10_000,
);
