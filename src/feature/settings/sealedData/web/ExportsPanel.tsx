import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { get } from '#web/api.ts';
import { useMay } from '#web/session/session.ts';
import { deviceTime } from '#web/session/zone.ts';
import { isActive, tasksQuery } from '#web/shell/task.ts';
import { type Say, useTexts } from '#web/text/useTexts.ts';
import { sizeText } from '#web/text/sizeText.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { ReadingExport, ReadingExports } from '../contract.ts';
import { ExportDialog } from './ExportDialog.tsx';
import { FilesDialog } from './FilesDialog.tsx';
import { KeepDialog } from './KeepDialog.tsx';
import { type Act, ProveDialog } from './ProveDialog.tsx';
import styles from './SealedData.module.css';
import type { texts } from './texts.ts';

const TASKS = ['readingExport', 'readingRemoval', 'readingReturn'];

type Opened =
  | { readonly what: 'export' }
  | { readonly what: 'keep' }
  | { readonly what: 'files'; readonly one: ReadingExport }
  | { readonly what: Act; readonly one: ReadingExport };

/** What of an enterprise's raw readings is in files, and what may be done with them. */
export function ExportsPanel({ consumerId, name }: { readonly consumerId: number; readonly name: string }) {
  const t = useTexts<typeof texts>('sealedData');
  const may = useMay('readingExport.edit');
  const [opened, open] = useState<Opened | null>(null);
  const answer = useQuery({
    queryKey: ['readingExport', consumerId],
    queryFn: ({ signal }) =>
      get<ReadingExports>('sys/readingExport/getList', { consumerId }, { quiet: true, signal }),
  });
  const { refetch, data } = answer;
  const active = useQuery(tasksQuery).data?.filter((task) => TASKS.includes(task.kind) && isActive(task)).length ?? 0; // prettier-ignore
  // What a task did shows when it has ended.
  useEffect(() => void refetch(), [active, refetch]);
  const close = (): void => {
    open(null);
    void refetch();
  };
  return (
    <Panel
      flush
      title={t('exportsOf', { name })}
      extra={
        may && data ? (
          <>
            <Button onClick={() => open({ what: 'keep' })}>{t('changeKeep')}</Button>
            <Button kind="primary" onClick={() => open({ what: 'export' })}>
              {t('export')}
            </Button>
          </>
        ) : undefined
      }
    >
      {answer.isError && !data ? (
        <ErrorState what={answer.error.message} onRetry={() => void refetch()} height={160} />
      ) : !data ? (
        <LoadingState height={160} />
      ) : (
        <>
          <p className={styles.inside}>
            {data.keepYears === null ? t('keepAll') : t('keepYears', { n: data.keepYears })}{' '}
            {data.due !== null && t('due', { month: data.due })}
          </p>
          {data.list.length === 0 ? (
            <EmptyState why={t('noExports')} next={t('noExportsNext')} height={140} />
          ) : (
            <Table
              look="list"
              label={t('exportsOf', { name })}
              columns={columnsOf(t, may, open)}
              rows={data.list}
              keyOf={(one) => one.id}
            />
          )}
        </>
      )}
      {opened && data && (
        <OpenedDialog opened={opened} consumerId={consumerId} exports={data} may={may} onClose={close} />
      )}
    </Panel>
  );
}

function OpenedDialog({
  opened,
  consumerId,
  exports,
  may,
  onClose,
}: {
  readonly opened: Opened;
  readonly consumerId: number;
  readonly exports: ReadingExports;
  readonly may: boolean;
  readonly onClose: () => void;
}) {
  if (opened.what === 'export')
    return <ExportDialog consumerId={consumerId} exports={exports} onClose={onClose} />;
  if (opened.what === 'keep')
    return <KeepDialog consumerId={consumerId} keepYears={exports.keepYears} onClose={onClose} />;
  if (opened.what === 'files') return <FilesDialog one={opened.one} may={may} onClose={onClose} />;
  return <ProveDialog act={opened.what} one={opened.one} onClose={onClose} />;
}

/** What may be done with an export. */
function Acts({
  one,
  may,
  open,
}: {
  readonly one: ReadingExport;
  readonly may: boolean;
  readonly open: (what: Opened) => void;
}) {
  const t = useTexts<typeof texts>('sealedData');
  if (one.state === 'writing') return null;
  const acts: readonly (readonly [Act, boolean])[] = [
    ['remove', one.goneMeters < one.meters],
    ['bringBack', one.goneMeters > 0],
    ['dropFiles', one.keptBytes > 0],
  ];
  return (
    <span className={styles.acts}>
      <Button kind="link" onClick={() => open({ what: 'files', one })}>
        {t('files')}
      </Button>
      {acts.map(
        ([act, offered]) =>
          may &&
          offered && (
            <Button key={act} kind="link" onClick={() => open({ what: act, one })}>
              {t(act)}
            </Button>
          ),
      )}
    </span>
  );
}

function columnsOf(
  t: Say<typeof texts>,
  may: boolean,
  open: (what: Opened) => void,
): TableColumn<ReadingExport>[] {
  const room = (bytes: number): string => (bytes === 0 ? MISSING : sizeText(bytes));
  return [
    { key: 'before', title: t('before'), rowHead: true, render: (one) => one.before.slice(0, 7) },
    {
      key: 'state',
      title: t('state'),
      render: (one) =>
        one.state === 'removed' && one.goneMeters < one.meters
          ? t('stateSome', { n: one.goneMeters, of: one.meters })
          : t(`state_${one.state}`),
    },
    { key: 'meters', title: t('exportMeters'), end: true, render: (one) => formatNumber(one.meters, 0) },
    { key: 'values', title: t('values'), end: true, render: (one) => formatNumber(one.values, 0) },
    {
      key: 'files',
      title: t('files'),
      end: true,
      render: (one) => t('filesSize', { n: one.files, size: sizeText(one.bytes) }),
    },
    { key: 'kept', title: t('copies'), end: true, render: (one) => room(one.keptBytes) },
    { key: 'freed', title: t('freed'), end: true, render: (one) => room(one.freedBytes) },
    {
      key: 'by',
      title: t('by'),
      render: (one) =>
        one.removedAt === null
          ? `${one.createdBy} ${deviceTime(one.createdAt)}`
          : `${one.removedBy} ${deviceTime(one.removedAt)}`,
    },
    {
      key: 'act',
      title: '',
      label: t('actions'),
      render: (one) => <Acts one={one} may={may} open={open} />,
    },
  ];
}
