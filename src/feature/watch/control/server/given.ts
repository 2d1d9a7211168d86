import type { ControlReason } from '#contract/control.ts';
import { CONTROL_REASONS } from '#contract/control.ts';
import { Fault } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import type { Caller } from '#server/route.ts';
import type { CommandRow, StepNote } from './command.ts';
import { hindranceText, type Standing } from './standing.ts';

/** What came of giving a command: it stands, or why it does not, which is kept as far as it says something of the point. */
export interface Given {
  readonly command: CommandRow | null;
  readonly standing: Standing;
  readonly refused: { readonly reason: ControlReason; readonly detail: Text | null } | null;
  /** It was given before, under the same key. */
  readonly again?: true;
}

/** Refusals that say something of the point: they are kept as commands that ended. The others are the person's own affair. */
export const KEPT: readonly ControlReason[] = [
  'outOfUse',
  'notWired',
  'channelOff',
  'notAllowed',
  'tagged',
  'positionUnknown',
  'interlock',
  'minimumOff',
  'twoPersons',
  'rewired',
];

/** Who did a step. */
export const byCaller = ({ employeeId, name, ip }: Caller): Pick<StepNote, 'byId' | 'byName' | 'ip'> => ({
  byId: employeeId,
  byName: name,
  ip: ip ?? null,
});

/** What a moved command comes to; one that was changed meanwhile is as it was, with the reason. */
export const movedTo = (next: CommandRow | null, standing: Standing, target: number): Given => ({
  command: next,
  standing,
  refused: next ? null : hindranceText('state', standing, target),
});

/** The failure that a caller hears. */
export function faultOf(reason: ControlReason, detail: Text | null, data?: unknown): Fault {
  const { zh, en } = CONTROL_REASONS[reason];
  const text = detail === null ? { zh, en } : { zh: `${zh}：${detail.zh}`, en: `${en}: ${detail.en}` };
  const code =
    reason === 'tooSoon' || reason === 'tooManyOfPoint' || reason === 'tooManyOfPerson'
      ? 429
      : reason === 'noRight' || reason === 'passwordDue' || reason === 'ownRequest' || reason === 'notOwn'
        ? 403
        : reason === 'notSeen'
          ? 404
          : 409;
  return new Fault(code, text, reason === 'passwordDue' ? 'password' : undefined, data);
}
