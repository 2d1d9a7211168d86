import {
  type CommandState,
  type ControlReason,
  OPERATE_MS,
  REQUEST_MS,
  SELECT_MS,
} from '#contract/control.ts';
import type { Verdict } from './readBack.ts';

/** A command as far as its course matters. Times in ms; null = not yet. */
export interface Command {
  readonly state: CommandState;
  /** A second person must agree before it is selected. */
  readonly twoPersons: boolean;
  readonly requestedAt: number;
  readonly selectUntil: number | null;
  /** Until when its bytes may leave. */
  readonly operateUntil: number | null;
  /** When its one write left, or was about to: it never leaves again. */
  readonly sentAt: number | null;
  /** The device answered the write, and in its favour. */
  readonly answered: boolean;
  readonly reason: ControlReason | null;
}

/** What happens to a command. */
export type CommandEvent =
  | { readonly kind: 'approve' }
  | { readonly kind: 'turnDown' }
  | { readonly kind: 'select' }
  | { readonly kind: 'operate' }
  /** The bytes are about to leave. */
  | { readonly kind: 'send' }
  | { readonly kind: 'acknowledge' }
  /** Nobody was there to take the bytes, or it was too late for them: they did not leave, and will not. */
  | { readonly kind: 'notSent'; readonly reason: 'deviceAway' | 'late' }
  /** The device answered that it will not. */
  | { readonly kind: 'deviceRefuses' }
  /** No answer came, none that is of this command, or one that says that it failed, which leaves open whether it moved. */
  | { readonly kind: 'noAnswer'; readonly reason: 'noAnswer' | 'badEcho' | 'failed' }
  /** `stays`: every read shows where it stood before the write. */
  | { readonly kind: 'readBack'; readonly verdict: Verdict; readonly stays?: boolean }
  /** It may not be: an interlock, a limit, a device that is away. */
  | { readonly kind: 'refuse'; readonly reason: ControlReason }
  | { readonly kind: 'cancel' }
  /** Time passed; `gone`: whoever sent it is not there any more. */
  | { readonly kind: 'clock'; readonly gone: boolean };

const ENDS: ReadonlySet<CommandState> = new Set<CommandState>([
  'verified',
  'mismatch',
  'unknown',
  'refused',
  'expired',
  'cancelled',
]);

/** Whether nothing happens to a command any more. */
export const hasEnded = (state: CommandState): boolean => ENDS.has(state);

/** A command as it begins. @param now ms */
export const requested = (twoPersons: boolean, now: number): Command => ({
  state: 'requested',
  twoPersons,
  requestedAt: now,
  selectUntil: null,
  operateUntil: null,
  sentAt: null,
  answered: false,
  reason: null,
});

/**
 * The command after an event at `now`, ms; null where the event does not fit where it stands. Bytes leave once at most
 * (`sentAt` is set once and kept), only while it is operating and not too late, and it is verified by a read-back alone.
 */
export function step(command: Command, event: CommandEvent, now: number): Command | null {
  if (hasEnded(command.state)) return null;
  if (event.kind === 'clock') return passed(command, event.gone, now);
  // What is overdue is over, whatever is asked for.
  return isOver(command, now) === true ? null : moved(command, event, now);
}

function moved(command: Command, event: CommandEvent, now: number): Command | null {
  const { state, twoPersons, sentAt } = command;
  switch (event.kind) {
    case 'approve':
      return state === 'requested' && twoPersons ? { ...command, state: 'approved', requestedAt: now } : null;
    case 'turnDown':
      return state === 'requested' && twoPersons
        ? { ...command, state: 'refused', reason: 'turnedDown' }
        : null;
    case 'select':
      return state === 'approved' || (state === 'requested' && !twoPersons)
        ? { ...command, state: 'selected', selectUntil: now + SELECT_MS }
        : null;
    case 'operate':
      return state === 'selected' ? { ...command, state: 'operating', operateUntil: now + OPERATE_MS } : null;
    case 'send':
      return state === 'operating' && sentAt === null ? { ...command, sentAt: now } : null;
    case 'acknowledge':
      return state === 'operating' && sentAt !== null && command.reason === null
        ? { ...command, state: 'acknowledged', answered: true }
        : null;
    case 'deviceRefuses':
      return state === 'operating' && sentAt !== null
        ? { ...command, state: 'refused', reason: 'byDevice' }
        : null;
    case 'notSent':
      return state === 'operating' && sentAt !== null && command.reason === null
        ? { ...command, state: event.reason === 'late' ? 'expired' : 'refused', reason: event.reason }
        : null;
    case 'noAnswer':
      return state === 'operating' && sentAt !== null ? { ...command, reason: event.reason } : null;
    case 'readBack':
      return readBack(command, event.verdict, event.stays === true);
    case 'refuse':
      return sentAt === null ? { ...command, state: 'refused', reason: event.reason } : null;
    case 'cancel':
      return state === 'operating' || state === 'acknowledged'
        ? null
        : { ...command, state: 'cancelled', reason: 'byPerson' };
    case 'clock':
      return null;
  }
}

/**
 * Without an answer the end is unknown, wherever the position is: it may have been moved by somebody else. What a device
 * says that it failed at is refused where its position proves that it did not move.
 */
function readBack(command: Command, verdict: Verdict, stays: boolean): Command | null {
  const { state, sentAt, answered, reason } = command;
  if (sentAt === null || verdict === 'wait') return null;
  if (state === 'operating' && !answered && reason !== null)
    return reason === 'failed' && stays
      ? { ...command, state: 'refused', reason: 'byDevice' }
      : { ...command, state: 'unknown' };
  if (state !== 'acknowledged') return null;
  if (verdict === 'agrees') return { ...command, state: 'verified', reason: null };
  if (verdict === 'differs') return { ...command, state: 'mismatch', reason: 'notMoved' };
  return { ...command, state: 'unknown', reason: verdict };
}

/** The stretch in which what stands may go on, ms; null = nothing runs out while it is being carried out. */
function stretchOf({ state, requestedAt, selectUntil, operateUntil, sentAt }: Command): Stretch | null {
  const before = (to: number, ms: number): Stretch => ({ from: to - ms, to });
  if (state === 'requested' || state === 'approved') return before(requestedAt + REQUEST_MS, REQUEST_MS);
  if (state === 'selected') return selectUntil === null ? null : before(selectUntil, SELECT_MS);
  return state === 'operating' && sentAt === null && operateUntil !== null
    ? before(operateUntil, OPERATE_MS)
    : null;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Clocks are put right by less than this now and then, ms. */
const SLACK_MS = 1000;

/**
 * Whether it is too late for what stands; null = nothing runs out. A clock that was set back would let it wait for as long
 * again: before its own beginning it is over too.
 */
function isOver(command: Command, now: number): boolean | null {
  const stretch = stretchOf(command);
  return stretch && (now >= stretch.to || now < stretch.from - SLACK_MS);
}

function passed(command: Command, gone: boolean, now: number): Command | null {
  const over = isOver(command, now);
  if (over !== null) return over ? { ...command, state: 'expired', reason: 'late' } : null;
  return gone ? { ...command, state: 'unknown', reason: command.reason ?? 'senderGone' } : null;
}
