import { Input, Select } from 'antd';
import { useState } from 'react';
import { CHECK_FILE_TYPES, type CheckFileType } from '#resource/yunshui/checkplanCheckfile.ts';
import { ApiError, upload } from '#web/api.ts';
import { rowsChanged } from '#web/resource/rows.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FileField } from '#web/ui/FileField.tsx';
import { notify } from '#web/ui/notice.ts';
import kit from '#web/ui/kit.module.css';
import styles from './ArchiveFile.module.css';
import { useFileTexts } from './file.ts';

interface UploadDialogProps {
  readonly orgId: number | null;
  /** What the file is; a person chooses where it is not said. */
  readonly type?: CheckFileType;
  readonly more?: Readonly<Record<string, number>>;
  readonly onClose: () => void;
  readonly onSent?: () => void;
}

const TYPES = Object.entries(CHECK_FILE_TYPES) as [CheckFileType, (typeof CHECK_FILE_TYPES)[19]][];

/** Sends a file to the archive. */
export function UploadDialog({ orgId, type, more = {}, onClose, onSent }: UploadDialogProps) {
  const t = useFileTexts();
  const say = useText();
  const [file, setFile] = useState<File | null>(null);
  const [kind, setKind] = useState<CheckFileType>(type ?? '19');
  const [remark, setRemark] = useState('');
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    setProblem(null);
    setSent(0);
    try {
      await upload(
        'yunshui/checkplanCheckfile/add',
        { upFile: file, orgId, type: kind, remark, ...more },
        { quiet: true, onProgress: setSent },
      );
      notify('success', t('sent'));
      onClose();
      onSent?.();
      await rowsChanged();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
      setSent(null);
    }
  };
  return (
    <Dialog
      title={t('upload')}
      width={480}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" disabled={!file || sent !== null} onClick={() => void send()}>
            {sent === null ? t('send') : t('sending', { n: Math.round(sent * 100) })}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        {problem && (
          <p role="alert" className={kit.fault}>
            {problem}
          </p>
        )}
        {type === undefined && (
          <label htmlFor="archive-kind" className={kit.stackTight}>
            {t('kind')}
            <Select
              id="archive-kind"
              value={kind}
              onChange={setKind}
              options={TYPES.map(([value, label]) => ({ value, label: say(label) }))}
            />
          </label>
        )}
        <div className={kit.stackTight}>
          {t('file')}
          <FileField label={t('file')} file={file} onChange={setFile} />
          <small>{t('hint')}</small>
        </div>
        <label className={kit.stackTight}>
          {t('remark')}
          <Input value={remark} maxLength={255} onChange={(event) => setRemark(event.target.value)} />
        </label>
      </div>
    </Dialog>
  );
}
