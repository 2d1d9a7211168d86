import { useQuery } from '@tanstack/react-query';
import { Input, Radio } from 'antd';
import { useState, type FormEvent } from 'react';
import { FACTOR_RULES } from '#contract/signIn.ts';
import type { SignInRule } from '#contract/signIn.ts';
import { ApiError, get, type Params, post } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { changedValues } from '#web/resource/form.ts';
import { renewSession, useMay } from '#web/session/session.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import styles from './Security.module.css';

const KEY = ['sys', 'signInRule'];
/** The rules as a form holds them. */
type Entered = Readonly<Record<keyof SignInRule, string>>;
const TIMES = ['idleMinutes', 'lifeHours', 'rememberDays'] as const;
type Time = (typeof TIMES)[number];

/** The rules of signing in, for the whole platform. */
export default function SignInRulePage() {
  const rule = useQuery({
    queryKey: KEY,
    queryFn: () => get<SignInRule>('sys/signInRule/get', {}, { quiet: true }),
  });
  if (rule.isError) return <ErrorState what={rule.error.message} onRetry={() => void rule.refetch()} />;
  if (!rule.data) return <LoadingState />;
  return <RuleForm rule={rule.data} />;
}

function RuleForm({ rule }: { rule: SignInRule }) {
  const t = useTexts<typeof import('./texts.ts').texts>('security');
  const say = useText();
  const mayEdit = useMay('sys.signInRule.edit');
  const kept = Object.fromEntries(
    Object.entries(rule).map(([name, value]) => [name, String(value)]),
  ) as Entered;
  // What the person entered; the others are as they are kept.
  const [entered, setEntered] = useState<Partial<Entered>>({});
  const shown = { ...kept, ...entered };
  const enter = (name: keyof Entered, value: string): void =>
    setEntered((now) => ({ ...now, [name]: value }));
  const [faults, setFaults] = useState<Partial<Record<Time, string>>>({});
  const [busy, setBusy] = useState(false);
  const help: Readonly<Record<Time, string>> = {
    idleMinutes: t('range', { from: 5, to: 10_080 }),
    lifeHours: t('range', { from: 1, to: 720 }),
    rememberDays: `${t('range', { from: 0, to: 90 })} · ${t('rememberHelp')}`,
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFaults({});
    try {
      // Only what differs: another person may have changed the others meanwhile.
      const changed = changedValues(entered, kept);
      const after = await post<SignInRule>('sys/signInRule/edit', changed as Params, { quiet: true });
      queryClient.setQueryData(KEY, after);
      setEntered((now) => changedValues(now, entered) as Partial<Entered>);
      notify('success', t('saved'));
      // The new rule may hold for whoever made it.
      await renewSession();
    } catch (error) {
      const at = TIMES.find((name) => error instanceof ApiError && error.field === name) ?? 'idleMinutes';
      setFaults({ [at]: error instanceof ApiError ? error.message : String(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Panel title={t('signInRules')}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <p className={styles.lead}>{t('ruleLead')}</p>
        <fieldset className={styles.choice}>
          <legend>{t('factorRule')}</legend>
          <Radio.Group
            vertical
            value={shown.secondFactor}
            options={(Object.keys(FACTOR_RULES) as SignInRule['secondFactor'][]).map((value) => ({
              value,
              label: say(FACTOR_RULES[value]),
            }))}
            onChange={(event) => enter('secondFactor', String(event.target.value))}
          />
        </fieldset>
        <p className={styles.lead}>{t('factorRuleHelp')}</p>
        <div className={styles.form}>
          {TIMES.map((name) => (
            <div key={name} className={styles.field}>
              <label htmlFor={name}>{t(name)}</label>
              <Input
                id={name}
                name={name}
                inputMode="numeric"
                maxLength={6}
                value={shown[name]}
                onChange={(event) => enter(name, event.target.value)}
                {...(faults[name] ? { status: 'error' as const } : {})}
                aria-invalid={faults[name] !== undefined}
                aria-describedby={`${name}-said`}
              />
              <small id={`${name}-said`} role={faults[name] ? 'alert' : undefined}>
                {faults[name] ? <StatusDot status="alarm" text={faults[name]} /> : help[name]}
              </small>
            </div>
          ))}
          {mayEdit && (
            <Button kind="primary" type="submit" disabled={busy}>
              {t('saveRule')}
            </Button>
          )}
        </div>
      </form>
    </Panel>
  );
}
