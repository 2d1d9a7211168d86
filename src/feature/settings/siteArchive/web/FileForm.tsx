import { useId, useState } from 'react';
import { ApiError, saveFile, upload } from '#web/api.ts';
import { Picker } from '#web/resource/Picker.tsx';
import { ResourceForm } from '#web/resource/ResourceForm.tsx';
import { callOf, rowsChanged } from '#web/resource/rows.ts';
import type { FormProps, WebSlots } from '#web/resource/slot.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FileField } from '#web/ui/FileField.tsx';
import { notify } from '#web/ui/notice.ts';
import kit from '#web/ui/kit.module.css';
import { useArchiveTexts } from './useArchiveTexts.ts';

/** A new file is uploaded; what is said about one is edited as usual. */
function FileForm(props: FormProps) {
  return props.row ? <ResourceForm {...props} slots={{}} /> : <UploadDialog {...props} />;
}

/** The field by which a file hangs on something. */
const HOLDERS = ['deviceId', 'deviceModelId', 'orgId'] as const;

function UploadDialog({ resource, consumerId, onClose }: FormProps) {
  const t = useArchiveTexts();
  const say = useText();
  const id = useId();
  const holder = HOLDERS.find((name) => name in resource.fields) ?? 'deviceId';
  const field = resource.fields[holder];
  const kinds = resource.fields['fileType'];
  const [file, setFile] = useState<File | null>(null);
  const [held, setHeld] = useState<number | null>(null);
  const [type, setType] = useState(String(kinds?.initial ?? 'other'));
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    if (!file) return;
    setProblem(null);
    setSent(0);
    try {
      await upload(
        callOf(resource, 'add'),
        { upFile: file, type, [holder]: held },
        { quiet: true, onProgress: setSent },
      );
      notify('success', t('sent'));
      onClose();
      await rowsChanged();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    } finally {
      setSent(null);
    }
  };
  return (
    <Dialog
      width={520}
      title={t('upload')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            kind="primary"
            disabled={!file || held === null || sent !== null}
            onClick={() => void send()}
          >
            {sent === null ? t('send') : t('sending', { n: Math.round(sent * 100) })}
          </Button>
        </>
      }
    >
      <div className={kit.stack}>
        {problem && (
          <p role="alert" className={kit.fault}>
            {problem}
          </p>
        )}
        {field && (
          <div className={kit.stackTight}>
            <label htmlFor={`${id}-holder`}>{say(field.label)}</label>
            <Picker
              id={`${id}-holder`}
              field={field}
              ids={held === null ? [] : [held]}
              onChange={([one]) => setHeld(one ?? null)}
              multiple={false}
              consumerId={consumerId}
              label={say(field.label)}
            />
          </div>
        )}
        {kinds && (
          <label className={kit.stackTight}>
            {say(kinds.label)}
            <select value={type} onChange={(event) => setType(event.target.value)}>
              {Object.entries(kinds.options ?? {}).map(([code, label]) => (
                <option key={code} value={code}>
                  {say(label)}
                </option>
              ))}
            </select>
          </label>
        )}
        <div className={kit.stackTight}>
          {t('file')}
          <FileField label={t('file')} file={file} onChange={setFile} />
          <small className={kit.note}>{t('hint')}</small>
        </div>
      </div>
    </Dialog>
  );
}

/** The slots of a resource whose rows are files. */
export const fileSlots = (address: string): WebSlots => ({
  Form: FileForm,
  actions: [
    {
      key: 'download',
      label: { zh: '下载', en: 'Download' },
      permission: 'view',
      run: (row) => saveFile(`${address}/download`, { id: row.id }),
    },
  ],
});
