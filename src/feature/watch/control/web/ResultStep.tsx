import type { CommandState } from '#contract/control.ts';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import type { CommandWire, StepWire } from '../contract.ts';
import { groundsOf } from '../domain/grounds.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Control.module.css';
import { CommandMark, useValueWord } from './mark.tsx';
import { StepTable } from './StepTable.tsx';
import { useControlTexts } from './useControlTexts.ts';

interface ResultStepProps {
  readonly command: CommandWire;
  readonly steps: readonly StepWire[];
  readonly onAgain?: () => void;
  readonly onClose?: () => void;
}

type Advice =
  'doNotLeft' | 'doVerified' | 'doMismatch' | 'doUnknown' | 'doRefused' | 'doExpired' | 'doCancelled';

/** What to do then; while a command runs there is nothing to do. */
const ADVICE: Partial<Record<CommandState, Advice>> = {
  verified: 'doVerified',
  mismatch: 'doMismatch',
  unknown: 'doUnknown',
  refused: 'doRefused',
  expired: 'doExpired',
  cancelled: 'doCancelled',
};

/** What is happening, or what came of it: the command and what was read back side by side, and what to do. */
export function ResultStep({ command, steps, onAgain, onClose }: ResultStepProps) {
  const t = useControlTexts();
  const say = useText();
  const word = useValueWord();
  // It was written down as leaving, and then it did not.
  const stayed = command.sentAt !== null && (command.state === 'expired' || command.reason === 'deviceAway');
  const advice = stayed && command.state === 'expired' ? 'doNotLeft' : ADVICE[command.state];
  const { kwBefore, kwAfter, kwPromised } = command;
  return (
    <>
      <output className={styles.result} data-state={command.state}>
        <p className={styles.big}>
          <CommandMark state={command.state} />
        </p>
        <dl className={styles.values}>
          <div>
            <dt>{t('before')}</dt>
            <dd>{word(command, command.valueBefore)}</dd>
          </div>
          <div>
            <dt>{t('commanded')}</dt>
            <dd>{word(command, command.target)}</dd>
          </div>
          <div>
            <dt>{t('after')}</dt>
            <dd>{command.sentAt === null || stayed ? MISSING : word(command, command.valueAfter)}</dd>
          </div>
          {kwBefore !== null && kwAfter !== null && (
            <div>
              <dt>{t('shed')}</dt>
              <dd>
                {formatNumber(kwBefore - kwAfter, 1)} /{' '}
                {kwPromised === null ? MISSING : formatNumber(kwPromised, 0)} kW
              </dd>
            </div>
          )}
        </dl>
        {groundsOf(command).map((text, i) => (
          <p key={i} className={kit.quiet}>
            {say(text)}
          </p>
        ))}
        {advice && <p>{t(advice)}</p>}
      </output>
      {steps.length > 0 && (
        <details>
          <summary>{t('stepsTitle')}</summary>
          <StepTable command={command} steps={steps} />
        </details>
      )}
      {command.endedAt !== null && onAgain && onClose && (
        <div className={styles.buttons}>
          <Button onClick={onAgain}>{t('again')}</Button>
          <Button kind="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </div>
      )}
    </>
  );
}
