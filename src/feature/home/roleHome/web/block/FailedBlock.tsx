import { ageText } from '#web/ui/age.ts';
import { Slot } from '#web/ui/Slot.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { FailedTasks } from '../../contract.ts';
import { goals } from '../goals.ts';
import { type BlockProps, EVERY_MS, useBlock } from '../useBlock.ts';
import { useHomeTexts } from '../useHomeTexts.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Block.module.css';

/** Tasks that failed, whoever started them. */
export default function FailedBlock(_: BlockProps) {
  const t = useHomeTexts();
  const answer = useBlock<FailedTasks>('getFailedTasks', {}, EVERY_MS.now);
  return (
    <Slot query={answer} title={t('failedTasks')}>
      {({ list, count, now }) => (
        <Panel
          title={`${t('failedTasks')} ${count}`}
          unit={t('in7Days')}
          extra={<GoLink goal={goals.tasks()}>{t('logs')}</GoLink>}
        >
          {list.length === 0 ? (
            <EmptyState why={t('noneFailed')} height={72} />
          ) : (
            <ul className={`${kit.list} ${styles.lines}`} aria-label={t('failedTasks')}>
              {list.map((task) => (
                <li key={task.id}>
                  <span className={styles.dot}>
                    <StatusDot status="warning" />
                  </span>
                  <div className={styles.what}>
                    <p className={styles.name}>{task.label}</p>
                    <p className={styles.small}>
                      {[task.message, task.consumerName, task.employeeName].filter(Boolean).join(' • ')}
                    </p>
                  </div>
                  <span className={`${styles.end} ${styles.small}`}>
                    {t('ago', { age: ageText((now - task.endedAt) / 1000) })}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      )}
    </Slot>
  );
}
