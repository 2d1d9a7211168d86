import { Link } from '@tanstack/react-router';
import { Input } from 'antd';
import { useState } from 'react';
import { planAfter } from '#domain/storage/planCourse.ts';
import { post, saveFile } from '#web/api.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notice.ts';
import { PLAN_MAY, type PlanRow } from '../contract.ts';
import { PlanDialog } from './PlanDialog.tsx';
import kit from '#web/ui/kit.module.css';
import { usePlanTexts } from './usePlan.ts';

/** What may be done with a version that is no draft any more: its request, issuing, revoking. */
export function PlanActions({
  plan,
  wired,
  quiet,
}: {
  readonly plan: PlanRow;
  readonly wired: boolean;
  /** In a row of a list. */
  readonly quiet?: true;
}) {
  const t = usePlanTexts();
  const [asks, ask] = useState<'issue' | 'revoke' | null>(null);
  const mayIssue = useMay(PLAN_MAY.issue);
  const mayMake = useMay(PLAN_MAY.make);
  return (
    <>
      {plan.requestId !== null && plan.planState === 'submitted' && (
        <Link to={`/SDNSysAdmin/SDNWorkflowRequest/${plan.requestId}`}>{t('request')}</Link>
      )}
      {mayIssue && planAfter(plan.planState, 'issue') !== null && (
        <Button
          kind={quiet ? 'link' : 'primary'}
          disabled={!wired}
          title={wired ? undefined : t('notWired')}
          onClick={() => ask('issue')}
        >
          {t('issue')}
        </Button>
      )}
      {mayMake && plan.planState !== 'draft' && planAfter(plan.planState, 'revoke') !== null && (
        <Button kind={quiet ? 'link' : 'default'} onClick={() => ask('revoke')}>
          {t('revoke')}
        </Button>
      )}
      {!quiet && plan.planState !== 'draft' && (
        <Button onClick={() => void saveFile('sdata/planCurveReport/exportPlan', { id: plan.id })}>
          PDF
        </Button>
      )}
      {asks === 'issue' && <IssueDialog plan={plan} onClose={() => ask(null)} />}
      {asks === 'revoke' && <RevokeDialog plan={plan} onClose={() => ask(null)} />}
    </>
  );
}

interface AskedProps {
  readonly plan: PlanRow;
  readonly onClose: () => void;
}

function IssueDialog({ plan, onClose }: AskedProps) {
  const t = usePlanTexts();
  const issue = async (): Promise<void> => {
    await post('sdata/planCurveReport/issue', { ids: String(plan.id) }, { quiet: true });
    notify('info', t('issued'));
  };
  return (
    <PlanDialog title={t('issueTitle')} okText={t('issue')} onClose={onClose} onSubmit={issue}>
      <p>{t('issueText', { plan: plan.planId, n: plan.version, station: plan.stationName })}</p>
    </PlanDialog>
  );
}

function RevokeDialog({ plan, onClose }: AskedProps) {
  const t = usePlanTexts();
  const [reason, setReason] = useState('');
  const revoke = async (): Promise<void> => {
    await post('sdata/planCurve/revoke', { id: plan.id, reason }, { quiet: true });
  };
  return (
    <PlanDialog
      title={`${t('revokeTitle')} ${plan.planId} v${plan.version}`}
      okText={t('revoke')}
      danger
      disabled={reason.trim() === ''}
      onClose={onClose}
      onSubmit={revoke}
    >
      <p className={kit.note}>{t('revokeNote')}</p>
      <label className={`${kit.stackTight} ${kit.quiet}`}>
        {t('reason')}
        <Input
          value={reason}
          maxLength={200}
          data-focus
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
    </PlanDialog>
  );
}
