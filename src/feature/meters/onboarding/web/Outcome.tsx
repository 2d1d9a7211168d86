import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { PAGE_SIZE } from '#contract/envelope.ts';
import { TaskProgress } from '#feature/meters/dataInput/web/public.ts';
import { post, saveFile } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { rowsChanged } from '#web/resource/rows.ts';
import { refreshTasks, stopTask, type Task } from '#web/shell/task.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { formatNumber } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { OnboardingResult, OnboardingRow } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Outcome.module.css';

const AREA = 'communication/onboarding';
const STATUS = { new: 'normal', exists: 'offline', faulty: 'alarm' } as const;

export interface OutcomeProps {
  readonly task: (Omit<Task, 'result'> & { readonly result: OnboardingResult | null }) | null;
  readonly writing: boolean;
  readonly dryRun: number | null;
  readonly onWrite: (taskId: number) => void;
  readonly onAnother: () => void;
}

/** What a dry run found or a write made: figures, rows, faults, and the next step. */
export function Outcome({ task, writing, dryRun, onWrite, onAnother }: OutcomeProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('onboarding');
  const [page, setPage] = useState({ current: 1, size: PAGE_SIZE });
  const [busy, setBusy] = useState(false);
  const result = task?.state === 'done' ? task.result : null;
  const finished = writing && result !== null;
  useEffect(() => {
    if (finished) void rowsChanged();
  }, [finished]);
  if (!task) return <LoadingState height={320} />;
  const stop = async (): Promise<void> => {
    await stopTask(task.id);
    await queryClient.invalidateQueries({ queryKey: ['task', 'get', task.id] });
  };
  const another = <Button onClick={onAnother}>{t('another')}</Button>;
  if (!result)
    return (
      <div className={kit.stack}>
        <Panel title={t(writing ? 'done' : 'tried')}>
          <TaskProgress task={task} label={t(writing ? 'writing' : 'trying')} onStop={stop} />
        </Panel>
        <div className={styles.foot}>{another}</div>
      </div>
    );
  const { counts, list, faultFileId } = result;
  const write = async (): Promise<void> => {
    setBusy(true);
    try {
      const { taskId } = await post<{ taskId: number }>(`${AREA}/commit`, { taskId: dryRun });
      await refreshTasks();
      onWrite(taskId);
    } catch {
      // The call has told what failed.
      setBusy(false);
    }
  };
  const columns: TableColumn<OnboardingRow>[] = [
    { key: 'code', title: t('code'), render: (row) => row.code },
    { key: 'name', title: t('name'), render: (row) => row.name },
    { key: 'row', title: t('row'), end: true, render: (row) => row.row },
    {
      key: 'verdict',
      title: t('verdict'),
      render: (row) => <StatusDot status={STATUS[row.verdict]} text={t(`verdict_${row.verdict}`)} />,
    },
    {
      key: 'with',
      title: t('with'),
      render: (row) =>
        row.verdict === 'new'
          ? [row.ledger && t('ledger'), row.mapping && t('mapping')].filter(Boolean).join(' · ')
          : '',
    },
    {
      key: 'reasons',
      title: t('reasons'),
      render: (row) => <span className={styles.reasons}>{row.reasons.join('; ')}</span>,
    },
  ];
  const shown = list.slice((page.current - 1) * page.size, page.current * page.size);
  return (
    <div className={kit.stack}>
      <KeyFigures
        compact
        figures={[
          { key: 'new', label: t(writing ? 'written' : 'new'), value: formatNumber(counts.new, 0) },
          { key: 'exists', label: t('exists'), value: formatNumber(counts.exists, 0) },
          { key: 'faulty', label: t('faulty'), value: formatNumber(counts.faulty, 0) },
        ]}
      />
      <Panel
        flush
        title={t(writing ? 'done' : 'tried')}
        unit={t('shown', { n: list.length, all: result.rows })}
        extra={
          faultFileId !== null && (
            <Button
              kind="link"
              onClick={() => void saveFile(`${AREA}/importfaults`, { fileId: faultFileId })}
            >
              {t('download')}
            </Button>
          )
        }
      >
        <ListTable<OnboardingRow>
          label={t('rows')}
          columns={columns}
          rows={shown}
          keyOf={(row) => row.row}
          total={list.length}
          page={page}
          onPage={(current, size) => setPage({ current, size })}
          empty={null}
        />
      </Panel>
      <div className={styles.foot}>
        {another}
        {writing ? (
          <Link to="/SDNCommunication/SDNMeterCommunication">{t('toMeters')}</Link>
        ) : (
          <>
            <span className={kit.quiet}>{counts.new > 0 ? t('wholeRows') : t('nothing')}</span>
            <Button
              kind="primary"
              disabled={counts.new === 0 || busy || dryRun === null}
              onClick={() => void write()}
            >
              {t('write', { n: formatNumber(counts.new, 0) })}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
