import { setTimeout as sleep } from 'node:timers/promises';
import type { ControlReason } from '#contract/control.ts';
import type { Text } from '#contract/text.ts';
import { judgeReads, nextReadAt, type PositionRead } from '#domain/control/readBack.ts';
import type { CommandEvent } from '#domain/control/command.ts';
import type { Further, StepNote } from './command.ts';
import type { Way, WriteAnswer } from './way.ts';

/** What a command's course is written to; false = it is not as it was, nothing more may be done. */
export interface Course {
  move(event: CommandEvent, notes: readonly StepNote[], more?: Further): Promise<boolean>;
}

/** What is to be brought about. */
export interface Aim {
  readonly target: number;
  readonly tolerance: number;
  readonly verifySeconds: number;
}

/** How long a device may take to tell its position, and to answer a write, ms: with the reading back it is all over in ten seconds. */
const POSITION_MS = 1000;
const WRITE_MS = 2000;

/**
 * Carries out a command that is operating: proves that the device is there, writes down that the bytes leave, sends
 * them once, and reads back. Whatever happens, it sends nothing again.
 */
export async function carryOut(course: Course, way: Way, aim: Aim): Promise<void> {
  const used = way.use(async (device): Promise<WriteAnswer | 'over'> => {
    const before = await device.position(POSITION_MS);
    const note = {
      kind: 'before',
      value: before.value,
      bytes: before.bytes,
      info: { detail: before.failure },
    } as const;
    if (before.failure !== null && before.bytes === null) {
      await refuse(course, 'deviceAway', before.failure, [note]);
      return 'over';
    }
    const leaves = await course.move({ kind: 'send' }, [note, { kind: 'send' }], {
      valueBefore: before.value,
      untagged: true,
    });
    return leaves ? device.write(aim.target, WRITE_MS) : 'over';
  });
  const answer = await used;
  if (answer === undefined || answer === 'over') return;
  const wrote: StepNote = {
    kind: answer.kind === 'noAnswer' ? 'noAnswer' : 'answer',
    bytes: answer.bytes,
    info: { detail: answer.detail },
  };
  if (answer.kind === 'refused' || answer.kind === 'notSent') {
    const event = { kind: answer.kind === 'refused' ? 'deviceRefuses' : 'notSent' } as const;
    await course.move(event, [wrote], { detail: answer.detail });
    return;
  }
  const event: CommandEvent =
    answer.kind === 'done' ? { kind: 'acknowledge' } : { kind: 'noAnswer', reason: answer.kind };
  if (await course.move(event, [wrote], { detail: answer.detail })) await readBack(course, way, aim);
}

const refuse = (course: Course, reason: ControlReason, detail: Text | null, notes: readonly StepNote[]) =>
  course.move({ kind: 'refuse', reason }, notes, { detail });

/** Reads the position until the reads are an end, and writes them with it. */
async function readBack(course: Course, way: Way, { target, tolerance, verifySeconds }: Aim): Promise<void> {
  const judged = { target, tolerance, until: Date.now() + verifySeconds * 1000 };
  const reads: (PositionRead & { readonly bytes: string | null; readonly failure: Text | null })[] = [];
  for (;;) {
    const now = Date.now();
    const next = nextReadAt(reads, judged, now);
    if (next === null) break;
    if (next > now) await sleep(next - now);
    // Before what was not begun: what has left is proven in time.
    const read = await way.use((device) => device.position(POSITION_MS), true);
    reads.push({
      at: Date.now(),
      value: read?.value ?? null,
      bytes: read?.bytes ?? null,
      failure: read?.failure ?? null,
    });
  }
  const verdict = judgeReads(reads, judged, Date.now());
  const last = reads.findLast(({ value }) => value !== null);
  await course.move(
    { kind: 'readBack', verdict },
    reads.map(({ at, value, bytes, failure }) => ({
      kind: 'read',
      at,
      value,
      bytes,
      info: { detail: failure },
    })),
    { valueAfter: last?.value ?? null },
  );
}
