import { useId, useState, type FormEvent } from 'react';
import { monitorObject } from '#resource/archive/monitorObject.ts';
import { ApiError, post } from '#web/api.ts';
import { Picker } from '#web/resource/Picker.tsx';
import { rowsChanged } from '#web/resource/rows.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Object.module.css';
import { useObjectTexts } from './useObjectTexts.ts';

/** Leads to a new template made of a site; seen by whoever may add one. */
export function FromSiteButton() {
  const t = useObjectTexts();
  const may = useMay('archive.template.add');
  const [open, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('asTemplate')}</Button>
      {open && <SaveTemplateDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Makes a template of the objects of a site. */
function SaveTemplateDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useObjectTexts();
  const id = useId();
  const { consumer } = useConsumer();
  const [siteId, setSite] = useState<number | null>(null);
  const [templateName, setName] = useState('');
  const [templateCode, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      await post('archive/template/addFromSite', { siteId, templateName, templateCode }, { quiet: true });
      notify('success', t('added'));
      onClose();
      await rowsChanged();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
  };
  const ready = siteId !== null && templateName.trim() !== '' && templateCode.trim() !== '';
  return (
    <Dialog
      width={480}
      title={t('asTemplate')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form={id} disabled={!ready}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={id} className={kit.stack} onSubmit={(event) => void send(event)}>
        {problem && (
          <p role="alert" className={kit.fault}>
            {problem}
          </p>
        )}
        <p className={styles.quiet}>{t('asTemplateHint')}</p>
        <div className={`${kit.stackTight} ${styles.field}`}>
          <label htmlFor={`${id}-site`}>{t('site')}</label>
          <Picker
            id={`${id}-site`}
            field={monitorObject.fields.siteId}
            ids={siteId === null ? [] : [siteId]}
            onChange={([one]) => setSite(one ?? null)}
            multiple={false}
            consumerId={consumer?.orgId ?? null}
            label={t('site')}
          />
        </div>
        <label className={`${kit.stackTight} ${styles.field}`}>
          {t('name')}
          <input value={templateName} maxLength={60} onChange={(event) => setName(event.target.value)} />
        </label>
        <label className={`${kit.stackTight} ${styles.field}`}>
          {t('code')}
          <input value={templateCode} maxLength={30} onChange={(event) => setCode(event.target.value)} />
        </label>
      </form>
    </Dialog>
  );
}
