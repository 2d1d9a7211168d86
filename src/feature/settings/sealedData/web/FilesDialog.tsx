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
  const answer = useQuery({
    queryKey: ['readingExport', 'files', one.id],
    queryFn: async ({ signal }) => {
      const params = { id: one.id };
      const options = { quiet: true, signal };
      return (await get<{ list: readonly ExportedFile[] }>('sys/readingExport/getFileList', params, options))
        .list;
    },
  });
  const { data } = answer;
  const missing = data?.filter(({ here }) => !here).length ?? 0;
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
      ) : !data ? (
        <LoadingState height={160} />
      ) : (
        <FileTable files={data} may={may} />
      )}
      {may && missing > 0 && (
        <GiveBack exportId={one.id} missing={missing} onGiven={() => void answer.refetch()} />
      )}
    </Dialog>
  );
}

function FileTable({ files, may }: { readonly files: readonly ExportedFile[]; readonly may: boolean }) {
  const t = useTexts<typeof texts>('sealedData');
  const act = (file: ExportedFile) => {
    if (!file.here) return t('copyDropped');
    if (!may) return null;
    return (
      <Button kind="link" onClick={() => void saveFile('sys/readingExport/download', { id: file.id })}>
        {t('download')}
      </Button>
    );
  };
  return (
    <Table
      look="small"
      label={t('files')}
      rows={files}
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
        { key: 'act', title: '', label: t('actions'), render: act },
      ]}
    />
  );
}

/** Takes a file back of which the copy was deleted. */
function GiveBack({
  exportId,
  missing,
  onGiven,
}: {
  readonly exportId: number;
  readonly missing: number;
  readonly onGiven: () => void;
}) {
  const t = useTexts<typeof texts>('sealedData');
  const [fault, setFault] = useState('');
  const give = async (file: File | null): Promise<void> => {
    if (!file) return;
    try {
      await upload('sys/readingExport/upload', { id: exportId, upFile: file }, { quiet: true });
      setFault('');
      onGiven();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.message);
    }
  };
  return (
    <div className={styles.give}>
      <p>{t('giveText', { n: missing })}</p>
      <FileField label={t('give')} file={null} accept=".gz" onChange={(file) => void give(file)} />
      {fault !== '' && <p role="alert">{fault}</p>}
    </div>
  );
}
