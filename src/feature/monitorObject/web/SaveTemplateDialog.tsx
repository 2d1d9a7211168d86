import { useId, useState, type FormEvent } from 'react';
import { ApiError, post } from '#web/api.ts';
import { rowsChanged } from '#web/resource/rows.ts';
import type { ActionProps } from '#web/resource/slot.ts';
import { titleOf } from '#web/resource/target.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import styles from './Object.module.css';
import { useObjectTexts } from './useObjectTexts.ts';

/** Makes a template of the objects of a site. */
export function SaveTemplateDialog({ resource, row, onClose }: ActionProps) {
  const t = useObjectTexts();
  const id = useId();
  const [templateName, setName] = useState('');
  const [templateCode, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      const params = { siteId: row.id, templateName, templateCode };
      await post('archive/template/addFromSite', params, { quiet: true });
      notify('success', t('added'));
      onClose();
      await rowsChanged();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <Dialog
      width={480}
      title={t('asTemplateTitle', { name: titleOf(resource, row) })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            kind="primary"
            type="submit"
            form={id}
            disabled={!templateName.trim() || !templateCode.trim()}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.form} onSubmit={(event) => void send(event)}>
        {problem && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        <label className={styles.field}>
          {t('name')}
          <input value={templateName} maxLength={60} onChange={(event) => setName(event.target.value)} />
        </label>
        <label className={styles.field}>
          {t('code')}
          <input value={templateCode} maxLength={30} onChange={(event) => setCode(event.target.value)} />
        </label>
      </form>
    </Dialog>
  );
}
