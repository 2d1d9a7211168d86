import { Input } from 'antd';
import { useState } from 'react';
import { post } from '#web/api.ts';
import { notify } from '#web/ui/notice.ts';
import type { IssueResult, PlanRow } from '../contract.ts';
import { PlanDialog } from './PlanDialog.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Plan.module.css';
import { usePlanTexts } from './usePlan.ts';

/** How the second person proves to be there. */
interface Person {
  readonly userName: string;
  readonly password: string;
  readonly code: string;
}

/** Several plans at once: a second person confirms by name and password. */
export function BatchDialog({
  plans,
  onClose,
}: {
  readonly plans: readonly PlanRow[];
  readonly onClose: () => void;
}) {
  const t = usePlanTexts();
  const [person, setPerson] = useState<Person>({ userName: '', password: '', code: '' });
  const issue = async (): Promise<void> => {
    const ids = plans.map(({ id }) => id).join(',');
    const results = await post<readonly IssueResult[]>(
      'sdata/planCurveReport/batchIssue',
      { ids, ...person },
      { quiet: true },
    );
    const n = results.filter((one) => one.issued).length;
    const left = results.filter((one) => !one.issued);
    const list = left
      .map(({ planId, version, reason }) => `${planId} v${version}: ${reason ?? ''}`)
      .join('; ');
    if (left.length === 0) notify('success', t('batchDone', { n }));
    else notify('warning', t('batchSome', { n, list }));
  };
  return (
    <PlanDialog
      title={t('batchTitle')}
      okText={t('batch', { n: plans.length })}
      disabled={person.userName.trim() === '' || person.password === ''}
      onClose={onClose}
      onSubmit={issue}
    >
      <p>{t('batchText', { n: plans.length })}</p>
      <ul className={styles.points}>
        {plans.map(({ id, planDate, version }) => (
          <li key={id}>
            <span>{planDate}</span>
            <b>v{version}</b>
          </li>
        ))}
      </ul>
      <PersonFields value={person} onChange={setPerson} />
    </PlanDialog>
  );
}

function PersonFields({
  value,
  onChange,
}: {
  readonly value: Person;
  readonly onChange: (value: Person) => void;
}) {
  const t = usePlanTexts();
  const set = (part: keyof Person) => (event: { readonly target: { readonly value: string } }) =>
    onChange({ ...value, [part]: event.target.value });
  return (
    <>
      <label className={`${kit.stackTight} ${kit.quiet}`}>
        {t('userName')}
        <Input
          value={value.userName}
          autoComplete="off"
          maxLength={60}
          data-focus
          onChange={set('userName')}
        />
      </label>
      <label className={`${kit.stackTight} ${kit.quiet}`}>
        {t('password')}
        <Input.Password
          value={value.password}
          autoComplete="new-password"
          maxLength={200}
          onChange={set('password')}
        />
      </label>
      <label className={`${kit.stackTight} ${kit.quiet}`}>
        {t('code')}
        <Input
          value={value.code}
          autoComplete="off"
          inputMode="numeric"
          maxLength={40}
          onChange={set('code')}
        />
      </label>
    </>
  );
}
