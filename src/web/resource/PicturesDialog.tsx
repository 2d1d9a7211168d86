import { useState } from 'react';
import { ApiError, upload } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FileField } from '#web/ui/FileField.tsx';
import { notify } from '#web/ui/notice.ts';
import kit from '#web/ui/kit.module.css';
import styles from './PicturesDialog.module.css';
import { rowsChanged } from './rows.ts';
import { useResourceTexts } from './useResourceTexts.ts';

/** A picture that a row may have. */
interface Picture {
  /** The part of the upload that carries it. */
  readonly name: string;
  readonly label: string;
  /** The address of the present one; null when there is none. */
  readonly address: string | null;
  /** What it is used for. */
  readonly hint?: string;
}

export interface PicturesDialogProps {
  readonly title: string;
  readonly pictures: readonly Picture[];
  /** The call that takes `id` and the chosen files by their names. */
  readonly call: string;
  readonly id: number;
  readonly onClose: () => void;
}

/** Pictures of a row: what is there, and others to be sent. */
export function PicturesDialog({ title, pictures, call, id, onClose }: PicturesDialogProps) {
  const t = useResourceTexts();
  const [files, setFiles] = useState<Readonly<Record<string, File>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await upload(call, { id, ...files }, { quiet: true });
      notify('success', t('picturesSent'));
      onClose();
      await rowsChanged();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  const none = Object.keys(files).length === 0;
  return (
    <Dialog
      title={title}
      width={560}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" disabled={busy || none} onClick={() => void save()}>
            {t('sendPictures')}
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
        {pictures.map(({ name, label, address, hint }) => (
          <figure key={name}>
            <figcaption>{label}</figcaption>
            {address ? (
              <img src={address} alt={label} />
            ) : (
              <span className={styles.none}>{t('noPicture')}</span>
            )}
            <FileField
              label={label}
              file={files[name] ?? null}
              accept="image/png,image/jpeg,image/gif,image/webp"
              onChange={(file) => {
                const { [name]: _, ...rest } = files;
                setFiles(file ? { ...rest, [name]: file } : rest);
              }}
            />
            {hint && <small>{hint}</small>}
          </figure>
        ))}
      </div>
      <p className={`${kit.quiet} ${styles.limit}`}>{t('pictureLimit')}</p>
    </Dialog>
  );
}
