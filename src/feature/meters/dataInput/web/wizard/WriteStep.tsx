import { useEffect } from 'react';
import { queryClient } from '#web/api/queryClient.ts';
import { isActive, stopTask } from '#web/shell/task.ts';
import { Button } from '#web/ui/Button.tsx';
import { formatNumber } from '#domain/figure/number.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { type Receipt, WRITTEN_AT } from '../../contract.ts';
import { figuresChanged, type ImportDetail } from '../calls.ts';
import { daysText } from '../moment.ts';
import { useDataInputTexts } from '../useDataInputTexts.ts';
import { useTask } from '#web/shell/useTask.ts';
import { useUndo } from '../useUndo.ts';
import { Counts } from './Counts.tsx';
import { Faults } from './Faults.tsx';
import { MissingPanel } from './MissingPanel.tsx';
import { StepBar, type Step } from './StepBar.tsx';
import { TaskProgress } from './TaskProgress.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './wizard.module.css';

export interface WriteStepProps {
  readonly data: ImportDetail;
  readonly taskId: number | null;
  readonly notes: Partial<Record<Step, string>>;
  readonly onLeave: () => void;
  readonly onAnother: () => void;
}

/** The write with its stop, then the receipt with its undo. */
export function WriteStep({ data, taskId, notes, onLeave, onAnother }: WriteStepProps) {
  const t = useDataInputTexts();
  const task = useTask<Receipt | null>(taskId);
  const receipt = task?.state === 'done' ? task.result : null;
  useEffect(() => {
    if (receipt) void figuresChanged();
  }, [receipt]);
  if (!task) return <LoadingState height={320} />;
  const foot = (
    <div className={styles.foot}>
      <Button onClick={onLeave}>{t('back')}</Button>
      <span className={styles.footNote} />
      {!isActive(task) && <Button onClick={onAnother}>{t('anotherFile')}</Button>}
    </div>
  );
  if (receipt) {
    return (
      <>
        <StepBar at="receipt" notes={notes} />
        <ReceiptPanel data={data} receipt={receipt} onLeave={onLeave} />
        {foot}
      </>
    );
  }
  const title =
    task.state === 'stopped' ? 'stoppedTitle' : task.state === 'failed' ? 'failedTitle' : 'writingTitle';
  const stop = async (): Promise<void> => {
    await stopTask(task.id);
    await queryClient.invalidateQueries({ queryKey: ['task', 'get', task.id] });
  };
  return (
    <>
      <StepBar at="write" notes={notes} />
      <Panel title={t(title)}>
        <TaskProgress
          task={task}
          label={t('writingTitle')}
          onStop={task.progress >= WRITTEN_AT ? null : stop}
        />
        {isActive(task) && <p className={styles.quiet}>{t('stopSafe')}</p>}
      </Panel>
      {foot}
    </>
  );
}

function ReceiptPanel({
  data,
  receipt,
  onLeave,
}: {
  data: ImportDetail;
  receipt: Receipt;
  onLeave: () => void;
}) {
  const t = useDataInputTexts();
  const undo = useUndo();
  const undoAll = async (): Promise<void> => {
    if (await undo(data.id, data.fileName, receipt.rows)) onLeave();
  };
  const zone = data.mapping?.zone ?? HOME_ZONE;
  const facts = [
    [t('file'), data.fileName],
    [t('rows'), formatNumber(receipt.rows, 0)],
    [t('metersTouched'), formatNumber(receipt.meters, 0)],
    [t('data'), daysText(receipt.from, receipt.to, zone)],
  ];
  return (
    <>
      <Panel
        title={t('receiptTitle')}
        extra={
          <>
            <a href="#/SDNMonitoring/overview">{t('seeOverview')}</a>
            {data.state !== 'undone' && (
              <Button kind="danger" onClick={() => void undoAll()}>
                {t('undoAll')}
              </Button>
            )}
          </>
        }
      >
        <dl className={`${kit.facts} ${styles.facts}`}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {!receipt.folded && <p className={styles.quiet}>{t('notFolded')}</p>}
      </Panel>
      <Panel flush>
        <Counts counts={receipt.counts} past />
      </Panel>
      {receipt.counts.faulty > 0 && (
        <Faults
          faults={receipt.faults}
          total={receipt.counts.faulty}
          importDataId={receipt.faultFileId === null ? null : data.id}
        />
      )}
      {receipt.missing && <MissingPanel missing={receipt.missing} importDataId={data.id} zone={zone} />}
    </>
  );
}
