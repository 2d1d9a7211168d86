import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '#domain/figure/number.ts';
import { ApiError, get, saveFile, upload } from '#web/api.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { sizeText } from '#web/text/sizeText.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FileField } from '#web/ui/FileField.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Table } from '#web/ui/Table.tsx';
import type { ExportedFile, ReadingExport } from '../contract.ts';
import styles from './SealedData.module.css';
import type { texts } from './texts.ts';

/** The files of an export: to be downloaded, or given back where their copy was deleted. */
export function FilesDialog({
  one,
  may,
  onClose,
}: {
  readonly one: ReadingExport;
  readonly may: boolean;
  readonly onClose: () => void;
}) {
  const t = useTexts<typeof texts>('sealedData');
  const [fault, setFault] = useState('');
  const answer = useQuery({
    queryKey: ['readingExport', 'files', one.id],
    queryFn: ({ signal }) =>
      get<{ list: readonly ExportedFile[] }>('sys/readingExport/getFileList', { id: one.id }, { quiet: true, signal }),
  }); // prettier-ignore
  const give = async (file: File | null): Promise<void> => {
    if (!file) return;
    try {
      await upload('sys/readingExport/upload', { id: one.id, upFile: file }, { quiet: true });
      setFault('');
      void answer.refetch();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.message);
    }
  };
  const missing = answer.data?.list.filter(({ here }) => !here).length ?? 0;
  return (
    <Dialog
      title={t('filesTitle', { month: one.before.slice(0, 7) })}
      width={760}
      onClose={onClose}
      foot={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <p className={styles.note}>{t('filesText')}</p>
      {answer.isError ? (
        <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} height={160} />
      ) : !answer.data ? (
        <LoadingState height={160} />
      ) : (
        <Table
          look="small"
          label={t('files')}
          rows={answer.data.list}
          keyOf={(file) => file.id}
          columns={[
            { key: 'name', title: t('fileName'), rowHead: true, render: (file) => file.fileName },
            { key: 'rows', title: t('rows'), end: true, render: (file) => formatNumber(file.rows, 0) },
            { key: 'size', title: t('size'), end: true, render: (file) => sizeText(file.size) },
            {
              key: 'hash',
              title: 'SHA-256',
              hint: (file) => file.sha256,
              render: (file) => `${file.sha256.slice(0, 12)}…`,
            },
            {
              key: 'act',
              title: '',
              label: t('actions'),
              render: (file) =>
                !file.here ? (
                  t('copyDropped')
                ) : may ? (
                  <Button
                    kind="link"
                    onClick={() => void saveFile('sys/readingExport/download', { id: file.id })}
                  >
                    {t('download')}
                  </Button>
                ) : null,
            },
          ]}
        />
      )}
      {may && missing > 0 && (
        <div className={styles.give}>
          <p>{t('giveText', { n: missing })}</p>
          <FileField label={t('give')} file={null} accept=".gz" onChange={(file) => void give(file)} />
        </div>
      )}
      {fault !== '' && <p role="alert">{fault}</p>}
    </Dialog>
  );
}
