import { downloadAddress } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
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
  const name = String(row['fileName']);
  const address = downloadAddress('yunshui/checkplanCheckfile/preview', { id: row.id });
  const when =
    typeof row['uploadedAt'] === 'string' ? new Date(row['uploadedAt']).toLocaleString('sv') : '--';
  return (
    <Dialog
      title={`${name} · ${t('version', { n: String(row['version'] ?? 1) })}`}
      width={1000}
      onClose={onClose}
      foot={
        <>
          <span className={styles['who']}>{t('who', { who: String(row['uploadedBy'] ?? '--'), when })}</span>
          <Button onClick={() => void saveCheckFile(row.id).catch(() => {})}>{t('download')}</Button>
        </>
      }
    >
      {as === 'picture' ? (
        <img className={styles['picture']} src={address} alt={name} />
      ) : as === 'pdf' ? (
        <iframe className={styles['pdf']} src={address} title={name} />
      ) : (
        <EmptyState why={t('noPreview')} next={t('noPreviewNext')} height={200} />
      )}
    </Dialog>
  );
}
