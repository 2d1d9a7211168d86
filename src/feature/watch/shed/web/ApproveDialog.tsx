import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useConsumer } from '#web/session/consumer.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import type { ShedPlanWire } from '../contract.ts';
import { approveRun, plansQuery, type Proof, SHED_KEY } from './calls.ts';
import { LoadTable } from './LoadTable.tsx';
import { ProofForm } from './ProofForm.tsx';
import { RunLine } from './RunLine.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Shed.module.css';
import { useShedTexts } from './useShedTexts.ts';

interface ApproveDialogProps {
  readonly plan: ShedPlanWire;
  readonly onClose: () => void;
}

/** The sequence of a run as it stands now, and one opinion on all of it. */
export function ApproveDialog({ plan: opened, onClose }: ApproveDialogProps) {
  const t = useShedTexts();
  const client = useQueryClient();
  const { consumer } = useConsumer();
  // It follows the forecast while it is read.
  const { data } = useQuery(plansQuery(consumer?.orgId ?? 0));
  const plan = data?.find(({ planId }) => planId === opened.planId) ?? opened;
  const { run } = plan;
  const loads = plan.loads.filter(({ place }) => place !== null);
  const answer =
    (agreed: boolean) =>
    async (proof: Proof): Promise<void> => {
      if (!run) return;
      const shown = loads.map(({ controlId }) => controlId);
      await approveRun(run.runId, agreed, shown, proof);
      notify('success', agreed ? t('approvedDone') : t('turnedDone'));
      await client.invalidateQueries({ queryKey: SHED_KEY });
      onClose();
    };
  return (
    <Dialog title={t('approveTitle', { name: plan.planName })} width={760} onClose={onClose}>
      <div className={`${kit.stack} ${styles.page}`}>
        {run?.state === 'proposed' ? (
          <>
            <RunLine plan={plan} run={run} />
            <LoadTable loads={loads} running={false} />
            <p className={kit.quiet}>{t('approveText')}</p>
            <ProofForm
              proven={plan.provenUntil !== null && plan.provenUntil > plan.now}
              ok={t('approve')}
              onOk={answer(true)}
              other={{ text: t('turnDown'), act: answer(false) }}
            />
          </>
        ) : (
          <p>{t('proposalOver')}</p>
        )}
      </div>
    </Dialog>
  );
}
