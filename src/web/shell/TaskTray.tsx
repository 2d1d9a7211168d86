import ScheduleOutlined from '@ant-design/icons-svg/es/asn/ScheduleOutlined';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '#web/text/useTexts.ts';
import type { Status } from '#web/theme/palette.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { formatPercent } from '#domain/figure/number.ts';
import { Popup } from '#web/ui/Popup.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { dismissTask, isActive, stopTask, tasksQuery, type Task } from './task.ts';
import kit from '#web/ui/kit.module.css';
import styles from './TaskTray.module.css';

/** Long work: progress, stop, result. The list is the server's, so it outlives a reload. */
export function TaskTray() {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const { data = [] } = useQuery(tasksQuery);
  const running = data.filter(isActive).length;
  return (
    <Popup
      label={running ? t('tasksRunning', { n: running }) : t('tasks')}
      width={360}
      button={
        <>
          <Icon icon={ScheduleOutlined} size={16} />
          {running > 0 && <span className={styles.badge}>{running}</span>}
        </>
      }
    >
      {() =>
        data.length ? (
          <ul className={`${kit.list} ${styles.list}`}>
            {data.map((task) => (
              <TaskRow key={task.id} task={task} />
            ))}
          </ul>
        ) : (
          <p className={styles.none}>{t('noTask')}</p>
        )
      }
    </Popup>
  );
}

const ENDED: Partial<Record<Task['state'], Status>> = { done: 'normal', failed: 'alarm', stopped: 'offline' };

function TaskRow({ task }: { task: Task }) {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const active = isActive(task);
  const ended = ENDED[task.state];
  return (
    <li>
      <div className={styles.line}>
        <span className={styles.label}>{task.label}</span>
        <span className={`${kit.quiet} ${styles.state}`}>
          {ended ? (
            <StatusDot status={ended} text={t(task.state)} />
          ) : (
            `${t(task.state)} ${formatPercent(task.progress)}`
          )}
        </span>
      </div>
      {active && <progress value={task.progress} max={1} aria-label={task.label} />}
      <div className={styles.line}>
        <span className={`${kit.quiet} ${styles.message}`}>{task.message}</span>
        <Button
          kind="link"
          disabled={task.state === 'stopping'}
          onClick={() => void (active ? stopTask(task.id) : dismissTask(task.id))}
        >
          {active ? t('stop') : t('dismiss')}
        </Button>
      </div>
    </li>
  );
}
