import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fileRecord } from '#resource/sys/fileRecord.ts';
import { callAddress, saveFile, upload } from '#web/api.ts';
import type { CellProps, InputProps } from '#web/resource/kindWeb.ts';
import { rowQuery } from '#web/resource/rows.ts';
import { Button } from '#web/ui/Button.tsx';
import { FileField } from '#web/ui/FileField.tsx';
import { Missing } from '#web/ui/NumberText.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Picture.module.css';
import { useArchiveTexts } from './useArchiveTexts.ts';

const PICTURES = 'image/png,image/jpeg';

const CALL = 'sys/fileRecord/download';

/** A picture of a paper: uploaded where it is asked for, kept among the files. */
export function PictureInput({ value, onChange, consumerId, label }: InputProps) {
  const t = useArchiveTexts();
  const [busy, setBusy] = useState(false);
  const id = typeof value === 'number' ? value : null;
  const send = async (file: File | null): Promise<void> => {
    if (!file) return;
    setBusy(true);
    try {
      const answer = await upload<{ readonly id: number }>('sys/fileRecord/add', {
        upFile: file,
        fileType: 'document',
        consumerId,
      });
      onChange(answer.id);
    } catch {
      // The refusal was told; the field stays as it was.
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={`${kit.bar} ${styles.input}`}>
      {id !== null && <img src={callAddress(CALL, { id })} alt={label ?? ''} className={styles.thumb} />}
      <FileField
        label={label ?? t('upload')}
        file={null}
        accept={PICTURES}
        onChange={(file) => void send(file)}
      />
      <small>{busy ? t('uploading') : t('pictureHint')}</small>
      {id !== null && (
        <Button kind="link" onClick={() => onChange(null)}>
          {t('remove')}
        </Button>
      )}
    </div>
  );
}

/** A picture by its name; a press saves it. */
export function PictureCell({ value }: CellProps) {
  const file = useQuery({ ...rowQuery(fileRecord, Number(value)), enabled: value != null });
  if (value == null) return <Missing />;
  const name = file.data ? String(file.data['fileName']) : `#${String(value)}`;
  return (
    <Button kind="link" title={name} onClick={() => void saveFile(CALL, { id: Number(value) })}>
      {name}
    </Button>
  );
}
