import { isActive, type Task } from '#web/shell/task.ts';
import { Button } from '#web/ui/Button.tsx';
import { formatPercent } from '#domain/figure/number.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { useDataInputTexts } from '../useDataInputTexts.ts';
import styles from './TaskProgress.module.css';

export interface TaskProgressProps {
  readonly task: Omit<Task, 'result'>;
  readonly label: string;
  /** null when it is too late to stop. */
  readonly onStop: (() => Promise<void>) | null;
}

/** How far a task is, with its stop; afterwards why it ended. */
export function TaskProgress({ task, label, onStop }: TaskProgressProps) {
  const t = useDataInputTexts();
  if (!isActive(task)) {
    const status = task.state === 'failed' ? 'alarm' : 'offline';
    return (
      <p role="alert" className={styles.end}>
        <StatusDot status={status} text={task.message ?? t(task.state === 'failed' ? 'failed' : 'stopped')} />
      </p>
    );
  }
  return (
    <div className={styles.progress}>
      <div className={styles.line}>
        <output>{task.message ?? label}</output>
        <span>{formatPercent(task.progress)}</span>
      </div>
      <progress value={task.progress} max={1} aria-label={label} />
      {onStop && (
        <Button disabled={task.state === 'stopping'} onClick={() => void onStop().catch(() => {})}>
          {task.state === 'stopping' ? t('stopping') : t('stop')}
        </Button>
      )}
    </div>
  );
}
