import { Input } from 'antd';
import { useState } from 'react';
import { queryClient } from '#web/api/queryClient.ts';
import { stopTask, type Task } from '#web/shell/task.ts';
import { Button } from '#web/ui/Button.tsx';
import { formatNumber } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { Preview } from '../../contract.ts';
import { useDataInputTexts } from '../useDataInputTexts.ts';
import { Counts } from './Counts.tsx';
import { DayTotals } from './DayTotals.tsx';
import { Faults } from './Faults.tsx';
import { MissingPanel } from './MissingPanel.tsx';
import { TaskProgress } from './TaskProgress.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './wizard.module.css';

export interface DryRunStepProps {
  readonly task: Omit<Task, 'result'> & { readonly result: Preview | null };
  readonly importDataId: number;
  readonly fileName: string;
  /** In which the file's times are written. */
  readonly zone: string;
  readonly remembered: string | null;
  /** A file without headers is not known again. */
  readonly hasHeaders: boolean;
  readonly onBack: () => void;
  readonly onWrite: (mappingName: string) => Promise<void>;
}

/** What a write would do: counts, faults, day totals. Nothing is written before the button is pressed. */
export function DryRunStep({
  task,
  importDataId,
  fileName,
  zone,
  remembered,
  hasHeaders,
  onBack,
  onWrite,
}: DryRunStepProps) {
  const t = useDataInputTexts();
  const [name, setName] = useState(remembered ?? fileName.replace(/\.\w+$/, '').slice(0, 60));
  const [busy, setBusy] = useState(false);
  const preview = task.state === 'done' ? task.result : null;
  const back = (
    <div className={styles.foot}>
      <Button onClick={onBack}>{t('previous')}</Button>
    </div>
  );
  if (!preview) {
    return (
      <>
        <Panel title={t('dryRun')}>
          <TaskProgress
            task={task}
            label={t('trying')}
            onStop={async () => {
              await stopTask(task.id);
              await queryClient.invalidateQueries({ queryKey: ['task', 'get', task.id] });
            }}
          />
        </Panel>
        {back}
      </>
    );
  }
  const count = preview.counts.new + preview.counts.changed;
  const write = (): void => {
    setBusy(true);
    // The refusal was shown by the call.
    onWrite(hasHeaders ? name.trim() : '').catch(() => setBusy(false));
  };
  return (
    <div className={styles.columns}>
      <div className={kit.stack}>
        <Panel flush>
          <Counts counts={preview.counts} />
          {preview.held > 0 && (
            <p className={styles.held}>
              <StatusDot status="warning" text={t('held', { n: formatNumber(preview.held, 0) })} />
            </p>
          )}
        </Panel>
        <Faults
          faults={preview.faults}
          total={preview.counts.faulty}
          importDataId={preview.faultFileId === null ? null : importDataId}
        />
        {preview.missing && (
          <MissingPanel missing={preview.missing} importDataId={importDataId} zone={zone} />
        )}
      </div>
      <div className={kit.stack}>
        <DayTotals preview={preview} />
        {hasHeaders && (
          <Panel>
            <label className={`${kit.stackTight} ${kit.quiet}`}>
              {t('rememberAs')}
              <Input maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
            </label>
          </Panel>
        )}
        <div className={styles.foot}>
          <Button onClick={onBack}>{t('previous')}</Button>
          <span className={styles.footNote}>{count > 0 ? t('canUndo') : t('nothingToWrite')}</span>
          <Button kind="primary" disabled={count === 0 || busy} onClick={write}>
            {t('write', { n: formatNumber(count, 0) })}
          </Button>
        </div>
      </div>
    </div>
  );
}
