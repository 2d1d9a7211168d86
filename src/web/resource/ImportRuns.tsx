import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { Resource } from '#contract/define.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { formatNumber } from '#domain/figure/number.ts';
import { notify } from '#web/ui/notice.ts';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import styles from './ImportDialog.module.css';
import { type ImportRun, runsQuery, undoRun, writtenBy } from './importing.ts';
import { rowsChanged } from './rows.ts';
import { useResourceTexts } from './useResourceTexts.ts';

/** The last imports into a resource, each with what it wrote and its undo. */
export function ImportRuns({ resource }: { readonly resource: Resource }) {
  const t = useResourceTexts();
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
      // The refusal was shown by the call.
    } finally {
      setUndoing(null);
      await queryClient.invalidateQueries({ queryKey: runsQuery(resource).queryKey });
    }
  };
  return (
    <>
      <h3 className={styles.runs}>{t('lastImports')}</h3>
      <ScrollArea className={styles.rows} label={t('lastImports')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('time')}</th>
              <th scope="col">{t('file')}</th>
              <th scope="col">{t('person')}</th>
              <th scope="col" className={styles.number}>
                {t('verdict_new')}
              </th>
              <th scope="col" className={styles.number}>
                {t('verdict_changed')}
              </th>
              <th scope="col">{t('actions')}</th>
            </tr>
          </thead>
          <tbody>
            {data.list.map((run) => (
              <tr key={run.id}>
                <td>{dayjs(run.at).format('YYYY-MM-DD HH:mm')}</td>
                <td>{run.fileName}</td>
                <td>{run.userName ?? t('system')}</td>
                <td className={styles.number}>{formatNumber(run.counts.new, 0)}</td>
                <td className={styles.number}>{formatNumber(run.counts.changed, 0)}</td>
                <td>
                  {run.state === 'undone' ? (
                    <StatusDot status="offline" text={t('undone')} />
                  ) : (
                    <Button
                      kind="link"
                      disabled={undoing !== null || writtenBy(run) === 0}
                      onClick={() => void undo(run)}
                    >
                      {t(undoing === run.id ? 'undoing' : 'undo')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </>
  );
}
