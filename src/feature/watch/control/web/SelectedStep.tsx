import { useState } from 'react';
import { SELECT_MS } from '#contract/control.ts';
import { Button } from '#web/ui/Button.tsx';
import { useOneAtATime } from '#web/ui/useOneAtATime.ts';
import type { CommandWire, PointDetail } from '../contract.ts';
import { cancelCommand, operatePoint } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Control.module.css';
import { CountDown } from './CountDown.tsx';
import { Effect } from './Effect.tsx';
import { Interlocks } from './Interlocks.tsx';
import { useValueWord } from './mark.tsx';
import { Outcomes } from './Outcomes.tsx';
import { PasswordLine } from './PasswordLine.tsx';
import { useControlTexts } from './useControlTexts.ts';

interface SelectedStepProps {
  readonly detail: PointDetail;
  readonly command: CommandWire;
  /** Null: it was selected in another window, and can only be taken back here. */
  readonly token: string | null;
  readonly onDone: () => void;
}

/** A selection: what was checked, how long it holds, and the button that sends. */
export function SelectedStep({ detail, command, token, onDone }: SelectedStepProps) {
  const t = useControlTexts();
  const word = useValueWord();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [busy, run] = useOneAtATime();
  const proven = detail.provenUntil !== null && detail.provenUntil > detail.now;
  const ready = token !== null && (proven || password !== '');
  const operate = (): void => {
    if (!ready) return;
    const proof = proven ? {} : { password, ...(code === '' ? {} : { code }) };
    void run(async () => void (await operatePoint(command.commandId, token, proof)))
      .catch(() => {})
      .finally(onDone);
  };
  const cancel = (): void =>
    void run(async () => void (await cancelCommand(command.commandId)))
      .catch(() => {})
      .finally(onDone);
  const target = word(command, command.target);
  return (
    <>
      <WhatAndHowLong detail={detail} command={command} onOver={onDone} />
      <Interlocks detail={detail} />
      <Outcomes point={command} />
      {!proven && token !== null && (
        <PasswordLine
          password={password}
          code={code}
          onPassword={setPassword}
          onCode={setCode}
          onEnter={operate}
        />
      )}
      <div className={styles.buttons}>
        {proven && (
          <span className={kit.quiet}>
            {t('provenFor', { n: Math.ceil(((detail.provenUntil ?? 0) - detail.now) / 60_000) })}
          </span>
        )}
        <Button disabled={busy} onClick={cancel}>
          {t('cancel')}
        </Button>
        {token !== null && (
          <Button kind="primary" disabled={busy || !ready} onClick={operate}>
            {t('go', { word: target })}
          </Button>
        )}
      </div>
      <p className={kit.quiet}>{t('footNote')}</p>
    </>
  );
}

interface WhatProps {
  readonly detail: PointDetail;
  readonly command: CommandWire;
  readonly onOver: () => void;
}

/** What is selected, how long it holds, and what it will do to power. */
function WhatAndHowLong({ detail, command, onOver }: WhatProps) {
  const t = useControlTexts();
  const word = useValueWord();
  const { valueBefore, target, selectUntil } = command;
  return (
    <section className={styles.willDo}>
      <div>
        <p className={styles.big}>
          {t('fromTo', { from: word(command, valueBefore), to: word(command, target) })}
        </p>
        <CountDown until={selectUntil ?? 0} now={detail.now} whole={SELECT_MS} onOver={onOver} />
      </div>
      <Effect detail={detail} />
    </section>
  );
}
