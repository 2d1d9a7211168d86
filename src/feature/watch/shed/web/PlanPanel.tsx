import { useQueryClient } from '@tanstack/react-query';
import { formatNumber } from '#domain/figure/number.ts';
import { clockAt } from '#domain/time/text.ts';
import { shedPlan } from '#resource/archive/shedPlan.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { useOneAtATime } from '#web/ui/useOneAtATime.ts';
import type { ShedPlanWire, ShedWindowWire } from '../contract.ts';
import { disarmPlan, SHED_KEY } from './calls.ts';
import { LoadTable } from './LoadTable.tsx';
import { RunLine } from './RunLine.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Shed.module.css';
import { useShedTexts } from './useShedTexts.ts';

export interface PlanPanelProps {
  readonly plan: ShedPlanWire;
  readonly onEnable: () => void;
  readonly onApprove: () => void;
  readonly onRun: (runId: number) => void;
}

/** A plan as it stands: the running window, who enabled it, its run, and its loads in their order. */
export function PlanPanel({ plan, onEnable, onApprove, onRun }: PlanPanelProps) {
  const t = useShedTexts();
  const mayPlan = usePermissions(shedPlan);
  const { holdSeconds: hold, gapSeconds: gap, marginPercent: margin } = plan;
  return (
    <Panel
      flush
      title={
        mayPlan('view') ? <GoLink goal={{ to: shedPlan.screen }}>{plan.planName}</GoLink> : plan.planName
      }
      unit={plan.guardName}
      extra={<Enabled plan={plan} onEnable={onEnable} />}
    >
      <div className={styles.top}>
        {plan.window ? (
          <Window window={plan.window} zone={plan.timeZone} />
        ) : (
          <p className={styles.warn}>{t('guardOff')}</p>
        )}
        {plan.changed && <p className={styles.warn}>{t('changed')}</p>}
        {plan.run && <RunLine plan={plan} run={plan.run} onApprove={onApprove} onRun={onRun} />}
        <p className={kit.quiet}>{t('rule', { hold, gap, margin })}</p>
      </div>
      <LoadTable loads={plan.loads} running={plan.run !== null} />
    </Panel>
  );
}

/** Whether it may act, and the buttons for that. */
function Enabled({ plan, onEnable }: { readonly plan: ShedPlanWire; readonly onEnable: () => void }) {
  const t = useShedTexts();
  const client = useQueryClient();
  const may = useMay('archive.iRemoteControl.operate');
  const [busy, run] = useOneAtATime();
  const { armedByName: name, automatic } = plan;
  const disable = (): void =>
    void run(async () => {
      if (!(await confirm({ title: `${t('disable')} ${plan.planName}`, text: t('disableAsk') }))) return;
      await disarmPlan(plan.planId);
      notify('success', t('disabledDone'));
      await client.invalidateQueries({ queryKey: SHED_KEY });
    }).catch(() => {});
  return (
    <span className={styles.links}>
      {name === null ? (
        <StatusDot status="offline" text={plan.inUse ? t('offByPerson') : t('outOfUse')} />
      ) : (
        <StatusDot
          status={automatic ? 'warning' : 'normal'}
          text={t(automatic ? 'automatic' : 'approving', { name })}
        />
      )}
      {may && (name !== null || plan.changed) && (
        <Button disabled={busy} aria-label={`${t('disable')} ${plan.planName}`} onClick={disable}>
          {t('disable')}
        </Button>
      )}
      {may && name === null && plan.inUse && (
        <Button kind="primary" aria-label={`${t('enable')} ${plan.planName}`} onClick={onEnable}>
          {t('enable')}
        </Button>
      )}
    </span>
  );
}

/** The running window of the limit, in figures. */
function Window({ window, zone }: { readonly window: ShedWindowWire; readonly zone: string }) {
  const t = useShedTexts();
  const { from, to, projected, limit, power, needed, covers, basis } = window;
  const over = projected !== null && projected > limit;
  const figures = [
    ['projected', projected, over],
    ['limit', limit, false],
    ['powerNow', power, false],
    ['needed', needed, needed !== null && needed > 0],
  ] as const;
  return (
    <>
      <dl
        className={styles.figures}
        aria-label={t('window', { from: clockAt(zone, from), to: clockAt(zone, to) })}
      >
        <div>
          <dt>{t('window', { from: clockAt(zone, from), to: clockAt(zone, to) })}</dt>
          <dd aria-hidden="true" className={styles.bar}>
            <i
              className={over ? styles.over : styles.below}
              style={{ width: `${Math.min(100, ((projected ?? 0) / (limit || 1)) * 80)}%` }}
            />
            <i className={styles.limit} />
          </dd>
        </div>
        {figures.map(([key, value, bad]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd className={bad ? styles.bad : undefined}>
              {formatNumber(value, 0)} <small className={kit.quiet}>kW</small>
            </dd>
          </div>
        ))}
      </dl>
      {needed !== null && needed > covers && (
        <p className={styles.warn}>{t('tooLittle', { n: formatNumber(covers, 0) })}</p>
      )}
      {basis !== 'power' && <p className={styles.warn}>{t('noPower')}</p>}
    </>
  );
}
