import { useId, useState } from 'react';
import { ApiError, upload } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Choice } from '#web/ui/Choice.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import { DOCUMENT_KINDS } from '../contract.ts';
import type { DocumentKind } from '../contract.ts';
import { documentsQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Help.module.css';
import type { texts } from './texts.ts';

const KINDS = Object.keys(DOCUMENT_KINDS) as DocumentKind[];

/** A document for everybody: its title, its kind, its file. Stays open while the server refuses. */
export function UploadDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts<typeof texts>('help');
  const say = useText();
  const id = useId();
  const [title, setTitle] = useState('');
  const [kind, setKind] = useState<DocumentKind>('manual');
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    if (!file) return;
    setBusy(true);
    setProblem(null);
    try {
      await upload('sys/help/addDocument', { title, kind, upFile: file }, { quiet: true });
      notify('success', t('uploaded'));
      onClose();
      await queryClient.invalidateQueries({ queryKey: documentsQuery.queryKey });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('upload')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form={id} disabled={busy || !file || title.trim() === ''}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className={kit.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <label className={`${kit.stackTight} ${kit.quiet}`}>
          {t('title')}
          <input
            className={styles.search}
            value={title}
            maxLength={120}
            onChange={(event) => setTitle(event.target.value)}
          />
        </label>
        <Choice
          label={t('kind')}
          columns={2}
          value={kind}
          options={KINDS.map((value) => ({ value, text: say(DOCUMENT_KINDS[value]) }))}
          onChange={setKind}
        />
        <label className={`${kit.stackTight} ${kit.quiet}`}>
          {t('file')}
          <input
            type="file"
            onChange={(event) => {
              const [chosen] = event.target.files ?? [];
              setFile(chosen ?? null);
              if (chosen && title === '') setTitle(chosen.name.replace(/\.[^.]+$/, ''));
            }}
          />
        </label>
      </form>
    </Dialog>
  );
}
