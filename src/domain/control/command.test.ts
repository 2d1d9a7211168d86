import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPERATE_MS, REQUEST_MS, SELECT_MS } from '#contract/control.ts';
import { type Command, type CommandEvent, hasEnded, requested, step } from './command.ts';

const T = Date.UTC(2026, 2, 1);

/** What becomes of a command by events, each so many ms after the one before; events that do not fit change nothing. */
function course(twoPersons: boolean, events: readonly (readonly [CommandEvent, number?])[]): Command {
  let now = T;
  let command = requested(twoPersons, now);
  for (const [event, after = 1] of events) {
    now += after;
    command = step(command, event, now) ?? command;
  }
  return command;
}

const select: CommandEvent = { kind: 'select' };
const operate: CommandEvent = { kind: 'operate' };
const send: CommandEvent = { kind: 'send' };
const acknowledge: CommandEvent = { kind: 'acknowledge' };
const silent: CommandEvent = { kind: 'noAnswer', reason: 'noAnswer' };
const failed: CommandEvent = { kind: 'noAnswer', reason: 'failed' };
const agrees: CommandEvent = { kind: 'readBack', verdict: 'agrees' };
const differs = { kind: 'readBack', verdict: 'differs' } as const;
const clock: CommandEvent = { kind: 'clock', gone: false };

describe('a command', () => {
  it.each([
    ['verified', false, [[select], [operate], [send], [acknowledge], [agrees]]],
    ['verified', true, [[{ kind: 'approve' }], [select], [operate], [send], [acknowledge], [agrees]]],
    ['mismatch', false, [[select], [operate], [send], [acknowledge], [differs]]],
    ['unknown', false, [[select], [operate], [send], [silent], [agrees]]],
    ['unknown', false, [[select], [operate], [send], [silent], [differs]]],
    [
      'unknown',
      false,
      [[select], [operate], [send], [acknowledge], [{ kind: 'readBack', verdict: 'notRead' }]],
    ],
    ['unknown', false, [[select], [operate], [send], [{ kind: 'clock', gone: true }]]],
    ['refused', false, [[select], [operate], [send], [{ kind: 'deviceRefuses' }]]],
    // What failed is refused where it is proven not to have moved, else nobody knows.
    ['refused', false, [[select], [operate], [send], [failed], [{ ...differs, stays: true }]]],
    ['unknown', false, [[select], [operate], [send], [failed], [differs]]],
    ['unknown', false, [[select], [operate], [send], [failed], [agrees]]],
    ['unknown', false, [[select], [operate], [send], [silent], [{ ...differs, stays: true }]]],
    ['mismatch', false, [[select], [operate], [send], [acknowledge], [{ ...differs, stays: true }]]],
    ['refused', false, [[select], [operate], [send], [{ kind: 'notSent', reason: 'deviceAway' }]]],
    ['expired', false, [[select], [operate], [send], [{ kind: 'notSent', reason: 'late' }]]],
    ['refused', false, [[select], [{ kind: 'refuse', reason: 'interlock' }]]],
    ['refused', true, [[{ kind: 'turnDown' }]]],
    ['expired', false, [[select], [clock, SELECT_MS]]],
    ['expired', false, [[select], [operate], [clock, OPERATE_MS]]],
    ['expired', true, [[clock, REQUEST_MS]]],
    ['cancelled', false, [[select], [{ kind: 'cancel' }]]],
    // A clock that was set back gives nothing more time.
    ['expired', false, [[select], [operate], [clock, -5000]]],
    ['expired', false, [[select], [clock, -60_000]]],
    ['selected', false, [[select], [operate, -5000]]],
    ['operating', false, [[select], [operate], [send, -5000]]],
    ['verified', false, [[select], [operate], [send], [acknowledge, -5000], [agrees]]],
    // What does not fit changes nothing.
    ['requested', true, [[select]]],
    ['selected', false, [[select], [operate, SELECT_MS]]],
    ['operating', false, [[select], [operate], [send], [{ kind: 'cancel' }], [clock, OPERATE_MS]]],
    ['operating', false, [[select], [operate], [send, OPERATE_MS]]],
    ['operating', false, [[select], [operate], [send], [agrees]]],
  ] as const)('ends %s (two persons %s) by %j', (state, twoPersons, events) => {
    expect(course(twoPersons, events).state).toBe(state);
  });

  const anyEvent: fc.Arbitrary<CommandEvent> = fc.oneof(
    fc.constantFrom<CommandEvent>(
      { kind: 'approve' },
      { kind: 'turnDown' },
      select,
      operate,
      send,
      acknowledge,
      { kind: 'deviceRefuses' },
      { kind: 'notSent', reason: 'deviceAway' },
      silent,
      { kind: 'noAnswer', reason: 'badEcho' },
      failed,
      { kind: 'refuse', reason: 'tagged' },
      { kind: 'cancel' },
      clock,
      { kind: 'clock', gone: true },
    ),
    fc
      .constantFrom('agrees', 'differs', 'notSteady', 'notRead', 'wait')
      .chain((verdict) =>
        fc.boolean().map((stays) => ({ kind: 'readBack', verdict, stays }) as CommandEvent),
      ),
  );

  it('sends once at most and in time, is verified by a read-back alone, and never goes on from an end', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(fc.tuple(anyEvent, fc.constantFrom(1, 900, 9999, 10_000, 31_000)), { maxLength: 40 }),
        (twoPersons, events) => {
          let now = T;
          let command = requested(twoPersons, now);
          const taken: string[] = [];
          for (const [event, after] of events) {
            now += after;
            const next = step(command, event, now);
            if (next === null) continue;
            expect(hasEnded(command.state)).toBe(false);
            if (event.kind === 'send') {
              expect(command.operateUntil).toBeGreaterThan(now);
              expect(command.sentAt).toBeNull();
            } else expect(next.sentAt).toBe(command.sentAt);
            taken.push(event.kind === 'readBack' ? event.verdict : event.kind);
            command = next;
          }
          expect(taken.filter((kind) => kind === 'send').length).toBeLessThan(2);
          if (command.state === 'verified')
            expect(taken.slice(-3)).toEqual(['send', 'acknowledge', 'agrees']);
          if (command.sentAt !== null && twoPersons) expect(taken[0]).toBe('approve');
          // What left the house ends by what came of it, never as if it had not left.
          if (command.sentAt !== null) expect(['expired', 'cancelled']).not.toContain(command.state);
        },
      ),
    );
  });
});
