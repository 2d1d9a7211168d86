import { useQuery } from '@tanstack/react-query';
import { checkplanCheckfile } from '#resource/yunshui/checkplanCheckfile.ts';
import { callAddress } from '#web/api.ts';
import { rowQuery } from '#web/resource/rows.ts';
import { shownValue } from '#web/resource/shownValue.ts';
import { deviceSecond } from '#web/session/zone.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import styles from './ArchiveFile.module.css';
import { saveCheckFile, shownAs, useFileTexts } from './file.ts';

interface PreviewDialogProps {
  readonly row: { readonly id: number } & Readonly<Record<string, unknown>>;
  readonly onClose: () => void;
}

/** A file of the archive in the page: pictures and PDFs. */
export function PreviewDialog({ row, onClose }: PreviewDialogProps) {
  const t = useFileTexts();
  const as = shownAs(row['mimeType']);
  const name = String(shownValue(row, 'fileName'));
  // A frame shows whatever comes, also a refusal: what the session allows is asked first.
  const allowed = useQuery({ ...rowQuery(checkplanCheckfile, row.id), staleTime: 0, gcTime: 0 });
  const address = callAddress('yunshui/checkplanCheckfile/preview', { id: row.id });
  const when = typeof row['uploadedAt'] === 'string' ? deviceSecond(row['uploadedAt']) : '--';
  return (
    <Dialog
      title={`${name} · ${t('version', { n: String(row['version'] ?? 1) })}`}
      width={1000}
      onClose={onClose}
      foot={
        <>
          <span className={styles['who']}>
            {t('who', { who: String(shownValue(row, 'uploadedBy') ?? '--'), when })}
          </span>
          <Button onClick={() => void saveCheckFile(row.id)}>{t('download')}</Button>
        </>
      }
    >
      {allowed.isError ? (
        <ErrorState what={allowed.error.message} onRetry={() => void allowed.refetch()} height={200} />
      ) : !allowed.data ? (
        <LoadingState height={200} />
      ) : as === 'picture' ? (
        <img className={styles['picture']} src={address} alt={name} />
      ) : as === 'pdf' ? (
        <iframe className={styles['pdf']} src={address} title={name} />
      ) : (
        <EmptyState why={t('noPreview')} next={t('noPreviewNext')} height={200} />
      )}
    </Dialog>
  );
}
