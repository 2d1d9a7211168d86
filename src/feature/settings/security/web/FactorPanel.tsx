import { useState } from 'react';
import type { FactorDraft, FactorState } from '#contract/signIn.ts';
import { post } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { useRouter } from '@tanstack/react-router';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notice.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { FactorSetUp } from './FactorSetUp.tsx';
import { ProofForm } from './ProofForm.tsx';
import type { Proof } from '#web/session/ProofFields.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import styles from './Security.module.css';
import { nextAddress, renewSession } from '#web/session/session.ts';
import { deviceTime } from '#web/session/zone.ts';

type Act = 'setUp' | 'recovery' | 'off';

/** The second factor: how it stands, and each change of it behind password and code. */
export function FactorPanel({ state, due }: { state: FactorState; due: boolean }) {
  const t = useTexts<typeof import('./texts.ts').texts>('security');
  const router = useRouter();
  const [act, setAct] = useState<Act | null>(due ? 'setUp' : null);
  const [draft, setDraft] = useState<FactorDraft | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const done = (): void => {
    setAct(null);
    setDraft(null);
    setCodes(null);
  };
  const refresh = (): Promise<unknown> =>
    queryClient.invalidateQueries({ queryKey: ['sys', 'secondFactor'] });

  const prove = async (proof: Proof): Promise<void> => {
    if (act === 'setUp')
      return setDraft(await post<FactorDraft>('sys/secondFactor/begin', { ...proof }, { quiet: true }));
    if (act === 'recovery') {
      const made = await post<{ recoveryCodes: string[] }>(
        'sys/secondFactor/recoveryCodes',
        { ...proof },
        { quiet: true },
      );
      setCodes(made.recoveryCodes);
    } else {
      await post('sys/secondFactor/off', { ...proof }, { quiet: true });
      notify('success', t('switchedOff'));
      await renewSession();
      done();
    }
    await refresh();
  };
  const kept = async (): Promise<void> => {
    const session = await renewSession();
    await refresh();
    done();
    if (due) router.history.push(nextAddress(session));
  };

  if (codes) return <RecoveryCodes codes={codes} onKept={() => void kept()} />;
  if (draft) return <FactorSetUp draft={draft} onDone={setCodes} onCancel={due ? undefined : done} />;
  return (
    <>
      <p className={due ? styles.due : styles.lead}>{t(due ? 'factorDue' : 'factorLead')}</p>
      <div className={styles.state}>
        <StatusDot status={state.on ? 'normal' : 'noData'} text={t(state.on ? 'isOn' : 'isOff')} />
        {state.since && <span>{t('since', { at: deviceTime(state.since) })}</span>}
        {state.on && <span>{t('recoveryLeft', { n: state.recoveryLeft })}</span>}
        {state.required && <span>{t('required')}</span>}
      </div>
      {act ? (
        <ProofForm
          key={act}
          // Its own code is asked for where there is one already.
          withCode={state.on}
          action={t(act === 'setUp' ? 'continue' : act === 'recovery' ? 'newRecovery' : 'switchOff')}
          onProve={prove}
          onCancel={due ? undefined : done}
        />
      ) : (
        <div className={styles.buttons}>
          <Button kind={state.on ? 'default' : 'primary'} onClick={() => setAct('setUp')}>
            {t(state.on ? 'otherDevice' : 'setUp')}
          </Button>
          {state.on && <Button onClick={() => setAct('recovery')}>{t('newRecovery')}</Button>}
          {state.on && !state.required && <Button onClick={() => setAct('off')}>{t('switchOff')}</Button>}
        </div>
      )}
    </>
  );
}
