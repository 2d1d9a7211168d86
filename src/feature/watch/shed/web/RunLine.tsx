import { useQueryClient } from '@tanstack/react-query';
import { formatNumber } from '#domain/figure/number.ts';
import { MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { clockAt } from '#domain/time/text.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { notify } from '#web/ui/notice.ts';
import { useOneAtATime } from '#web/ui/useOneAtATime.ts';
import { RUN_WAITS, type ShedPlanWire, type ShedRunWire } from '../contract.ts';
import { SHED_KEY, stopRun } from './calls.ts';
import styles from './Shed.module.css';
import { useShedTexts } from './useShedTexts.ts';

interface RunLineProps {
  readonly plan: ShedPlanWire;
  readonly run: ShedRunWire;
  /** Left out where it is only told. */
  readonly onApprove?: () => void;
  readonly onRun?: (runId: number) => void;
}

/** The open run of a plan: what is proposed, or how far it is, and what may be done with it. */
export function RunLine({ plan, run, onApprove, onRun }: RunLineProps) {
  const t = useShedTexts();
  const say = useText();
  const mayApprove = useMay('archive.iRemoteControl.approve');
  const n = plan.loads.filter(({ place }) => place !== null).length;
  const whole = (value: number | null): string => formatNumber(value, 0);
  return (
    <output className={styles.run}>
      <span>
        <b>
          {run.state === 'proposed'
            ? t('proposal', {
                needed: whole(run.needed),
                n,
                until: clockAt(plan.timeZone, run.windowFrom + QUARTER_MS - MINUTE_MS),
              })
            : t('running', {
                proven: run.proven,
                commanded: run.commanded,
                promised: whole(run.promised),
                verified: whole(run.verified),
              })}
        </b>
        {run.waits && <small>{say(RUN_WAITS[run.waits])}</small>}
      </span>
      {onRun && (
        <span className={styles.links}>
          {run.state === 'proposed' && mayApprove && onApprove && (
            <Button kind="primary" onClick={onApprove}>
              {t('approve')}
            </Button>
          )}
          <StopButton run={run} />
          <Button onClick={() => onRun(run.runId)}>{t('detail')}</Button>
        </span>
      )}
    </output>
  );
}

function StopButton({ run }: { readonly run: ShedRunWire }) {
  const t = useShedTexts();
  const client = useQueryClient();
  const may = useMay('archive.iRemoteControl.operate');
  const [busy, once] = useOneAtATime();
  if (!may) return null;
  const stop = (): void =>
    void once(async () => {
      if (!(await confirm({ title: t('stop'), text: t('stopAsk'), danger: true }))) return;
      await stopRun(run.runId);
      notify('success', t('stopped'));
      await client.invalidateQueries({ queryKey: SHED_KEY });
    }).catch(() => {});
  return (
    <Button disabled={busy} onClick={stop}>
      {t('stop')}
    </Button>
  );
}
