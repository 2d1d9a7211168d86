import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { iRemoteControl } from '#resource/archive/iRemoteControl.ts';
import { shedPlan } from '#resource/archive/shedPlan.ts';
import { useAddress } from '#web/address.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { ShedPlanWire } from '../contract.ts';
import { ApproveDialog } from './ApproveDialog.tsx';
import { type ChangeShed, readShed } from './address.ts';
import { plansQuery } from './calls.ts';
import { EnableDialog } from './EnableDialog.tsx';
import { PlanPanel } from './PlanPanel.tsx';
import { RunDrawer } from './RunDrawer.tsx';
import { RunList } from './RunList.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Shed.module.css';
import { useShedTexts } from './useShedTexts.ts';

/** The plans of shedding as they stand, and what was shed. */
export default function ShedPage() {
  const { consumer } = useConsumer();
  const [address, change] = useAddress(readShed);
  if (!consumer) return <NoConsumer />;
  return (
    <div className={`${kit.stack} ${styles.page}`}>
      <Plans consumerId={consumer.orgId} onChange={change} />
      <RunList consumerId={consumer.orgId} address={address} onChange={change} />
      {address.run !== null && (
        <RunDrawer
          key={address.run}
          runId={address.run}
          onClose={() => change({ run: undefined }, { push: true })}
        />
      )}
    </div>
  );
}

/** Which dialog is open, of which plan. */
interface Opened {
  readonly plan: ShedPlanWire;
  readonly what: 'enable' | 'approve';
}

function Plans({ consumerId, onChange }: { readonly consumerId: number; readonly onChange: ChangeShed }) {
  const { data, error, refetch } = useQuery(plansQuery(consumerId));
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  if (error)
    return (
      <Panel>
        <ErrorState what={error.message} onRetry={() => void refetch()} height={240} />
      </Panel>
    );
  if (!data)
    return (
      <Panel>
        <LoadingState height={240} />
      </Panel>
    );
  if (data.length === 0) return <NoPlan />;
  return (
    <>
      {data.map((plan) => (
        <PlanPanel
          key={plan.planId}
          plan={plan}
          onEnable={() => setOpened({ plan, what: 'enable' })}
          onApprove={() => setOpened({ plan, what: 'approve' })}
          onRun={(run) => onChange({ run }, { push: true })}
        />
      ))}
      {opened?.what === 'enable' && <EnableDialog plan={opened.plan} onClose={close} />}
      {opened?.what === 'approve' && <ApproveDialog plan={opened.plan} onClose={close} />}
    </>
  );
}

function NoPlan() {
  const t = useShedTexts();
  const mayPlan = usePermissions(shedPlan);
  const mayPoint = usePermissions(iRemoteControl);
  return (
    <Panel>
      <EmptyState why={t('noPlan')} next={t('noPlanNext')} height={240}>
        <span className={styles.links}>
          {mayPoint('view') && <GoLink goal={{ to: iRemoteControl.screen }}>{t('outputs')}</GoLink>}
          {mayPlan('view') && <GoLink goal={{ to: shedPlan.screen }}>{t('plans')}</GoLink>}
        </span>
      </EmptyState>
    </Panel>
  );
}
