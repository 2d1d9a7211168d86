import { Input, Select } from 'antd';
import { useState } from 'react';
import { fileRecord } from './fileRecord.ts';
import { ApiError, saveFile, upload } from '#web/api.ts';
import { Picker } from '#web/resource/Picker.tsx';
import { ResourceForm } from '#web/resource/ResourceForm.tsx';
import { rowsChanged } from '#web/resource/rows.ts';
import type { FormProps, WebSlots } from '#web/resource/slot.ts';
import { fileCells } from '#feature/archive/archiveFile/web/slots.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FileField } from '#web/ui/FileField.tsx';
import kit from '#web/ui/kit.module.css';
import styles from '#resource/sys/Upload.module.css';

const texts = {
  title: { zh: '上传文件', en: 'Upload a file' },
  file: { zh: '文件', en: 'File' },
  hint: {
    zh: '图片、PDF、Office、文本、zip，最大 50 MB；类型按内容识别',
    en: 'Pictures, PDF, Office, text, zip, at most 50 MB; the type is read from the content',
  },
  send: { zh: '上传', en: 'Upload' },
  sending: { zh: '已上传 {n}%', en: '{n}% sent' },
  cancel: { zh: '取消', en: 'Cancel' },
  download: { zh: '下载', en: 'Download' },
};

function FileForm(props: FormProps) {
  return props.row ? <ResourceForm {...props} slots={{}} /> : <UploadDialog {...props} />;
}

function UploadDialog({ consumerId, onClose }: FormProps) {
  const say = useText();
  const [file, setFile] = useState<File | null>(null);
  const [fileType, setFileType] = useState('document');
  const [owner, setOwner] = useState<number | null>(consumerId);
  const [remark, setRemark] = useState('');
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { fields } = fileRecord;
  const send = async (): Promise<void> => {
    if (!file) return;
    setProblem(null);
    setSent(0);
    try {
      await upload(
        'sys/fileRecord/add',
        { upFile: file, fileType, consumerId: owner, remark },
        { quiet: true, onProgress: setSent },
      );
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
      title={say(texts.title)}
      width={520}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{say(texts.cancel)}</Button>
          <Button kind="primary" disabled={!file || sent !== null} onClick={() => void send()}>
            {sent === null
              ? say(texts.send)
              : say(texts.sending).replace('{n}', String(Math.round(sent * 100)))}
          </Button>
        </>
      }
    >
      <div className={`${kit.stack} ${styles.form}`}>
        {problem && <p role="alert">{problem}</p>}
        <div className={kit.stackTight}>
          {say(texts.file)}
          <FileField label={say(texts.file)} file={file} onChange={setFile} />
          <small>{say(texts.hint)}</small>
        </div>
        <label className={kit.stackTight} htmlFor="upload-use">
          {say(fields.fileType.label)}
          <Select
            id="upload-use"
            value={fileType}
            onChange={setFileType}
            options={Object.entries(fields.fileType.options ?? {}).map(([value, label]) => ({
              value,
              label: say(label),
            }))}
          />
        </label>
        <label className={kit.stackTight} htmlFor="upload-owner">
          {say(fields.consumerId.label)}
          <Picker
            id="upload-owner"
            field={fields.consumerId}
            ids={owner === null ? [] : [owner]}
            onChange={([id]) => setOwner(id ?? null)}
            multiple={false}
            consumerId={null}
            label={say(fields.consumerId.label)}
          />
        </label>
        <label className={kit.stackTight}>
          {say(fields.remark.label)}
          <Input value={remark} maxLength={255} onChange={(event) => setRemark(event.target.value)} />
        </label>
      </div>
    </Dialog>
  );
}

/** Files are uploaded, not typed in. */
export const slots: WebSlots = {
  Form: FileForm,
  cells: fileCells,
  actions: [
    {
      key: 'download',
      label: texts.download,
      permission: 'view',
      run: (row) => saveFile('sys/fileRecord/download', { id: row.id }),
    },
  ],
};
