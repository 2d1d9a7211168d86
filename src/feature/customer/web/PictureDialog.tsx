import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, get, upload } from '#web/api.ts';
import { rowsChanged } from '#web/resource/rows.ts';
import type { ActionProps } from '#web/resource/slot.ts';
import { titleOf } from '#web/resource/target.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FileField } from '#web/ui/FileField.tsx';
import { notify } from '#web/ui/notice.ts';
import styles from './Customer.module.css';
import { useCustomerTexts } from './useCustomerTexts.ts';

const KINDS = ['logo', 'icon'] as const;

/** The logo and the icon of an enterprise: what is there, and another. */
export function PictureDialog({ resource, row, onClose }: ActionProps) {
  const t = useCustomerTexts();
  const [files, setFiles] = useState<Readonly<Partial<Record<string, File>>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: ['sys', 'consumer', 'getConsumerInfo', row.id],
    queryFn: ({ signal }) =>
      get<Readonly<Record<string, unknown>>>(
        'sys/consumer/getConsumerInfo',
        { orgId: row.id },
        { quiet: true, signal },
      ),
  });
  const save = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await upload('sys/consumer/edit', { id: row.id, ...files }, { quiet: true });
      notify('success', t('saved'));
      onClose();
      await rowsChanged();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={titleOf(resource, row)}
      width={560}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            kind="primary"
            disabled={busy || Object.values(files).length === 0}
            onClick={() => void save()}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.pictures}>
        {KINDS.map((kind) => {
          const address = data?.[kind];
          return (
            <figure key={kind}>
              <figcaption>{t(kind)}</figcaption>
              {typeof address === 'string' ? (
                <img src={address} alt={t(kind)} />
              ) : (
                <span className={styles.none}>{t('noPicture')}</span>
              )}
              <FileField
                label={t(kind)}
                file={files[kind] ?? null}
                accept="image/png,image/jpeg,image/gif,image/webp"
                onChange={(file) => {
                  const { [kind]: _, ...rest } = files;
                  setFiles(file ? { ...rest, [kind]: file } : rest);
                }}
              />
              <small>{t(kind === 'logo' ? 'logoHint' : 'iconHint')}</small>
            </figure>
          );
        })}
      </div>
    </Dialog>
  );
}
