import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '#domain/figure/number.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { ShedPlanWire } from '../contract.ts';
import { armPlan, type Proof, SHED_KEY } from './calls.ts';
import { LoadTable } from './LoadTable.tsx';
import { ProofForm } from './ProofForm.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Shed.module.css';
import { useShedTexts } from './useShedTexts.ts';

/** What a plan will do once it is enabled, how it acts, and the own password. */
export function EnableDialog({
  plan,
  onClose,
}: {
  readonly plan: ShedPlanWire;
  readonly onClose: () => void;
}) {
  const t = useShedTexts();
  const client = useQueryClient();
  const [automatic, setAutomatic] = useState(false);
  const enable = async (proof: Proof): Promise<void> => {
    await armPlan(plan.planId, automatic, proof);
    notify('success', t('enabledDone'));
    await client.invalidateQueries({ queryKey: SHED_KEY });
    onClose();
  };
  return (
    <Dialog title={t('enableTitle', { name: plan.planName })} width={760} onClose={onClose}>
      <div className={`${kit.stack} ${styles.page}`}>
        <p>{t('enableText', { limit: formatNumber(plan.window?.limit ?? null, 0) })}</p>
        <LoadTable loads={plan.loads} running={false} />
        <div>
          <Segmented
            label={t('how')}
            value={automatic ? 'itself' : 'approval'}
            options={[
              { value: 'approval', text: t('byApproval') },
              { value: 'itself', text: t('byItself') },
            ]}
            onChange={(next) => setAutomatic(next === 'itself')}
          />
        </div>
        <ProofForm
          proven={plan.provenUntil !== null && plan.provenUntil > plan.now}
          ok={t('enable')}
          onOk={enable}
        />
      </div>
    </Dialog>
  );
}
