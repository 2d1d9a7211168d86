import { secondAt } from '#domain/time/text.ts';
import { COMMAND_STATES } from '#contract/control.ts';
import { useText } from '#web/text/useTexts.ts';
import type { CommandWire } from '../contract.ts';
import styles from './Control.module.css';
import { STEP_KINDS } from '../contract.ts';

/** How far a command has come, as a row of steps with who and when. */
export function Course({ command }: { readonly command: CommandWire }) {
  const say = useText();
  const clock = (at: number | null): string => (at === null ? '' : secondAt(command.timeZone, at).slice(-8));
  const { endedAt, state } = command;
  const steps = [
    { key: 'request', text: say(STEP_KINDS.request), at: command.requestedAt, who: command.byName },
    ...(command.twoPersons
      ? [
          {
            key: 'approve',
            text: say(STEP_KINDS.approve),
            at: command.approvedAt,
            who: command.approvedByName ?? '',
          },
        ]
      : []),
    { key: 'select', text: say(STEP_KINDS.select), at: command.selectedAt, who: '' },
    { key: 'operate', text: say(STEP_KINDS.operate), at: command.operatedAt, who: '' },
    {
      key: 'read',
      text: endedAt === null ? say(STEP_KINDS.read) : say(COMMAND_STATES[state]),
      at: endedAt,
      who: '',
    },
  ];
  const current = steps.findIndex(({ at }) => at === null);
  return (
    <ol className={styles.course}>
      {steps.map(({ key, text, at, who }, i) => (
        <li key={key} className={at !== null ? styles.done : i === current ? styles.current : ''}>
          <span className={styles.mark} aria-hidden="true">
            {at === null ? i + 1 : '✓'}
          </span>
          <span>
            <b>{text}</b>
            <small>
              {clock(at)} {who}
            </small>
          </span>
        </li>
      ))}
    </ol>
  );
}
