import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resource } from '#contract/define.ts';
import { timeAt } from '#domain/time/text.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { useShownZone } from '#web/session/zone.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { formatNumber } from '#domain/figure/number.ts';
import { notify } from '#web/ui/notice.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import styles from './ImportDialog.module.css';
import { type ImportRun, runsQuery, undoRun, writtenBy } from './importing.ts';
import { rowsChanged } from './rows.ts';
import { useResourceTexts } from './useResourceTexts.ts';

/** The last imports into a resource, each with what it wrote and its undo. */
export function ImportRuns({ resource }: { readonly resource: Resource }) {
  const t = useResourceTexts();
  const zone = useShownZone();
  const { data } = useQuery(runsQuery(resource));
  const [undoing, setUndoing] = useState<number | null>(null);
  if (!data || data.list.length === 0) return null;
  const undo = async (run: ImportRun): Promise<void> => {
    const yes = await confirm({
      title: t('undoTitle', { file: run.fileName }),
      text: t('undoEffect', { added: run.counts.new, changed: run.counts.changed }),
      okText: t('undo'),
      danger: true,
    });
    if (!yes) return;
    setUndoing(run.id);
    try {
      if (await undoRun(run.id)) notify('success', t('undone'));
      await rowsChanged();
    } catch {
      // The refusal was shown.
    } finally {
      setUndoing(null);
      await queryClient.invalidateQueries({ queryKey: runsQuery(resource).queryKey });
    }
  };
  const columns: TableColumn<ImportRun>[] = [
    { key: 'time', title: t('time'), render: ({ at }) => timeAt(zone, at) },
    { key: 'file', title: t('file'), className: styles.cut, render: ({ fileName }) => fileName },
    {
      key: 'person',
      title: t('person'),
      className: styles.cut,
      render: ({ userName }) => userName ?? t('system'),
    },
    ...(['new', 'changed'] as const).map((verdict) => ({
      key: verdict,
      title: t(`verdict_${verdict}`),
      end: true,
      className: styles.number,
      render: ({ counts }: ImportRun) => formatNumber(counts[verdict], 0),
    })),
    {
      key: 'actions',
      title: t('actions'),
      render: (run) =>
        run.state === 'undone' ? (
          <StatusDot status="offline" text={t('undone')} />
        ) : (
          <Button
            kind="link"
            disabled={undoing !== null || writtenBy(run) === 0}
            onClick={() => void undo(run)}
          >
            {t(undoing === run.id ? 'undoing' : 'undo')}
          </Button>
        ),
    },
  ];
  return (
    <>
      <h3 className={styles.runs}>{t('lastImports')}</h3>
      <Table<ImportRun>
        look="rows"
        scroll={{ label: t('lastImports'), height: '40vh', framed: true }}
        columns={columns}
        rows={data.list}
        keyOf={({ id }) => id}
      />
    </>
  );
}
