import { setTimeout as sleep } from 'node:timers/promises';
import type { Text } from '#contract/text.ts';
import { judgeReads, nextReadAt, type PositionRead, staysAt } from '#domain/control/readBack.ts';
import type { CommandEvent } from '#domain/control/command.ts';
import type { Further, StepNote } from './command.ts';
import type { Device, Position, ReadBack, WriteAnswer } from './way.ts';

/** What a command's course is written to; false = it is not as it was, nothing more may be done. */
export interface Course {
  move(event: CommandEvent, notes: readonly StepNote[], more?: Further): Promise<boolean>;
  /** The interlock that does not hold now, in words; null = all of them do. */
  openInterlock(): Promise<Text | null>;
  /** ms until its bytes may not leave any more. */
  timeLeft(): number;
}

/** What is to be brought about. */
export interface Aim {
  readonly target: number;
  readonly tolerance: number;
  readonly verifySeconds: number;
}

/** A command that is operating, with the device that it is for. */
export interface Leaving {
  readonly course: Course;
  readonly device: Device;
  readonly aim: Aim;
  /** Devices of one mark are silent together. */
  readonly mark: unknown;
}

/** Commands whose positions are read at once. */
export interface Run<L extends Leaving> {
  readonly commands: readonly L[];
  /** One for each command, in their order. @param timeoutMs how long the device may take to answer */
  positions(timeoutMs: number): Promise<readonly Position[]>;
}

const alone = <L extends Leaving>(commands: readonly L[]): readonly Run<L>[] =>
  commands.map((command) => ({
    commands: [command],
    positions: async (timeoutMs) => [await command.device.position(timeoutMs)],
  }));

/** What a device said to the one write, and where the output stood before it; null = that was not known. */
export interface Said {
  readonly answer: WriteAnswer;
  readonly before: number | null;
}

/** How long a device may take to tell its position, and to answer a write, ms: with the reading back it is all over in ten seconds. */
const POSITION_MS = 1000;
const WRITE_MS = 2000;
/** What was written down as leaving leaves within this, or not at all, ms: long before the watch takes its sender for gone. */
const LEAVE_MS = 4000;
/** A device that answers a write within this lets others go together with it, ms. */
const QUICK_MS = 100;
/** Positions are asked for so long before what has been asked is sent, ms. */
const GATHER_MS = 300;

const LATE: Text = {
  zh: '与其他命令同批，线路太慢，4 s 内未轮到；一个字节也没有发出',
  en: 'It was to leave together with others; the line was too slow and its turn did not come within 4 s: not one byte left',
};

/**
 * Sends commands that leave by one line, while nobody else speaks on it: proves that each device is there and that its
 * interlocks hold, writes down in one statement that the bytes of all leave, and sends each once. Whatever happens, it
 * sends nothing again.
 * @param told what became of a command's write; a command that ended before is not told of
 * @param runsOf which of them are read at once
 * @returns those that were not taken up and wait for the next turn; and whether all of the others went quickly
 */
export async function launch<L extends Leaving>(
  commands: readonly L[],
  told: (command: L, said: Said) => void,
  runsOf: (commands: readonly L[]) => readonly Run<L>[] = alone,
): Promise<{ readonly left: readonly L[]; readonly quick: boolean }> {
  const begun = performance.now();
  const silent = new Map<unknown, Position>();
  const ready: { readonly command: L; readonly note: StepNote; readonly value: number | null }[] = [];
  const refused: Promise<unknown>[] = [];
  const refusing = (done: Promise<unknown>): void => {
    // It is waited for at the end: where it fails before that, it must not end the process.
    done.catch(() => {});
    refused.push(done);
  };
  const take = (command: L, before: Position): void => {
    const note = beforeNote(before);
    if (before.failure === null) ready.push({ command, note, value: before.value });
    else if (before.bytes !== null) refusing(refuse(command, 'positionUnknown', before.failure, note));
    else {
      silent.set(command.mark, before);
      refusing(refuse(command, 'deviceAway', before.failure, note));
    }
  };
  const left: L[] = [];
  for (const [rank, run] of runsOf(commands).entries()) {
    if (rank > 0 && performance.now() - begun > GATHER_MS) left.push(...run.commands);
    else {
      const known = silent.get(run.commands[0]?.mark);
      const before = known ? run.commands.map(() => known) : await run.positions(POSITION_MS);
      for (const [i, command] of run.commands.entries()) take(command, before[i] as Position);
    }
  }
  // They are sent in the order in which they were asked for.
  ready.sort((a, b) => commands.indexOf(a.command) - commands.indexOf(b.command));
  const leaving = await Promise.all(
    ready.map(async ({ command, note, value }) => {
      // Up to ten seconds lie behind the person's press: an interlock that held then may not hold by now.
      const open = await command.course.openInterlock();
      if (open) return void (await refuse(command, 'interlock', open, note));
      const steps = [note, { kind: 'send' }] as const;
      return command.course.move({ kind: 'send' }, steps, { valueBefore: value, untagged: true });
    }),
  );
  const quick = await writeAll(
    ready.flatMap(({ command, value }, i) => (leaving[i] === true ? [{ command, before: value }] : [])),
    told,
  );
  await Promise.all(refused);
  return { left, quick: quick && silent.size === 0 };
}

const beforeNote = ({ value, bytes, failure }: Position): StepNote => ({
  kind: 'before',
  value,
  bytes,
  info: { detail: failure },
});

/** One that is not there, tells no position (what nobody can tell of is not moved), or is locked by now. */
const refuse = (
  { course }: Leaving,
  reason: 'deviceAway' | 'positionUnknown' | 'interlock',
  failure: Text,
  note: StepNote,
): Promise<boolean> => course.move({ kind: 'refuse', reason }, [note], { detail: failure });

/**
 * Writes each once; after one that was not answered each further device is asked again whether it is there.
 * @returns whether all were answered quickly
 */
async function writeAll<L extends Leaving>(
  commands: readonly { readonly command: L; readonly before: number | null }[],
  told: (command: L, said: Said) => void,
): Promise<boolean> {
  const begun = performance.now();
  let [doubtful, quick] = [false, true];
  for (const { command, before } of commands) {
    const { course, device, aim } = command;
    const tell = (answer: WriteAnswer): void => told(command, { answer, before });
    const late = (): boolean => performance.now() - begun > LEAVE_MS || course.timeLeft() <= 0;
    const gone = doubtful && !late() ? await device.position(POSITION_MS) : null;
    if (late()) tell({ kind: 'notSent', reason: 'late', bytes: '', detail: LATE });
    else if (gone?.failure && gone.bytes === null)
      tell({ kind: 'notSent', reason: 'deviceAway', bytes: '', detail: gone.failure });
    else {
      const since = performance.now();
      const answer = await device.write(aim.target, WRITE_MS);
      doubtful ||= answer.kind === 'noAnswer' || answer.kind === 'badEcho';
      quick &&= !doubtful && performance.now() - since < QUICK_MS;
      tell(answer);
    }
  }
  return quick;
}

/**
 * Writes down what a device said to the one write, and reads back what is to be proven.
 * @returns the last position that was read; null = none was
 */
export async function settle(
  { course, aim }: Leaving,
  back: ReadBack,
  { answer, before }: Said,
): Promise<PositionRead | null> {
  const wrote: StepNote = {
    kind: answer.kind === 'noAnswer' || answer.kind === 'notSent' ? answer.kind : 'answer',
    bytes: answer.bytes === '' ? null : answer.bytes,
    info: { detail: answer.detail },
  };
  // What a device says that obeyed is no ground for what came of it.
  const more = answer.kind === 'done' ? {} : { detail: answer.detail };
  if (answer.kind === 'refused') await course.move({ kind: 'deviceRefuses' }, [wrote], more);
  else if (answer.kind === 'notSent')
    await course.move({ kind: 'notSent', reason: answer.reason }, [wrote], more);
  else {
    const event: CommandEvent =
      answer.kind === 'done' ? { kind: 'acknowledge' } : { kind: 'noAnswer', reason: answer.kind };
    if (await course.move(event, [wrote], more)) return readBack(course, back, aim, before);
  }
  return null;
}

/** Instants in ms that go on evenly: a clock that is set proves nothing, and keeps nobody waiting. */
function steadyClock(): () => number {
  const [date, begun] = [Date.now(), performance.now()];
  return () => date + (performance.now() - begun);
}

/** Reads the position until the reads are an end, and writes them with it. @returns the last that was read */
async function readBack(
  course: Course,
  back: ReadBack,
  { target, tolerance, verifySeconds }: Aim,
  before: number | null,
): Promise<PositionRead | null> {
  const clock = steadyClock();
  const judged = { target, tolerance, until: clock() + verifySeconds * 1000 };
  const reads: (PositionRead & { readonly bytes: string | null; readonly failure: Text | null })[] = [];
  for (;;) {
    const next = nextReadAt(reads, judged, clock());
    if (next === null) break;
    // A timer may be a part of a millisecond early: two reads would not be a second apart, and a third one were needed.
    for (let wait = next - clock(); wait > 0; wait = next - clock()) await sleep(Math.ceil(wait));
    const read = await back(POSITION_MS);
    reads.push({
      at: clock(),
      value: read?.value ?? null,
      bytes: read?.bytes ?? null,
      failure: read?.failure ?? null,
    });
  }
  const verdict = judgeReads(reads, judged, clock());
  const last = reads.findLast(({ value }) => value !== null) ?? null;
  await course.move(
    { kind: 'readBack', verdict, stays: staysAt(reads, before, tolerance) },
    reads.map(({ at, value, bytes, failure }) => ({
      kind: 'read',
      at,
      value,
      bytes,
      info: { detail: failure },
    })),
    { valueAfter: last?.value ?? null },
  );
  return last;
}
