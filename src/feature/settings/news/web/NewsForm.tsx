import { textIn } from '#contract/text.ts';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { news } from '#resource/service/news.ts';
import { ApiError, type Params } from '#web/api.ts';
import { FormField } from '#web/resource/FormField.tsx';
import { newValues, readForm, rowValues, withoutLabel, type FormValues } from '#web/resource/form.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { rowsChanged } from '#web/resource/rows.ts';
import { useMay } from '#web/session/session.ts';
import { useLanguage } from '#web/text/language.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { Attachments } from './Attachments.tsx';
import { saveNews } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './News.module.css';
import { NewsPreview } from './NewsPreview.tsx';
import { slots } from './newsSlots.tsx';
import { useNewsTexts } from './useNewsTexts.ts';

const CONTENT = ['title', 'newsType', 'summary', 'info'];
const PUBLISHING = ['publishTime', 'consumerIdList', 'top', 'remark'];

export interface NewsFormProps {
  /** Null: a new one. */
  readonly row: ResourceRow | null;
  readonly onAdded: (id: number) => void;
}

/** Title, text and attachments at the left; when and for whom at the right. */
export function NewsForm({ row, onAdded }: NewsFormProps) {
  const t = useNewsTexts();
  const say = useText();
  const language = useLanguage();
  const navigate = useNavigate();
  const id = useId();
  const [before, setBefore] = useState<FormValues>(() => (row ? rowValues(news, row) : newValues(news)));
  const [typed, setTyped] = useState(before);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [preview, setPreview] = useState(false);
  const mayWrite = useMay(row ? 'service.news.edit' : 'service.news.add');
  const out = before['state'] === '1';
  const clean = files.length === 0 && JSON.stringify(typed) === JSON.stringify(before);

  const save = async (state: string): Promise<void> => {
    const wanted = { ...typed, state };
    const reading = readForm(news, wanted);
    const faults = Object.entries(reading.problems).map(([name, text]) => [name, textIn(text, language)]);
    setProblems(Object.fromEntries(faults) as Record<string, string>);
    setRefusal(null);
    if (faults.length > 0) return;
    setBusy(true);
    try {
      const saved = await saveNews(row?.id ?? null, reading.values as Params, files);
      const next = rowValues(news, saved);
      setBefore(next);
      setTyped(next);
      setFiles([]);
      notify(
        'success',
        t(state === '1' ? 'published' : state === '2' ? 'withdrawn' : row ? 'saved' : 'added'),
      );
      await rowsChanged();
      if (!row) onAdded(saved.id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const field = error.field === undefined ? undefined : news.fields[error.field as 'title'];
      if (error.field && field && error.field !== 'fileIdList')
        setProblems({ [error.field]: withoutLabel(error.message, say(field.label)) });
      else setRefusal(error.message);
    } finally {
      setBusy(false);
    }
  };
  const leave = async (): Promise<void> => {
    if (!clean && !(await confirm({ title: t('notSaved'), text: '', okText: t('leave'), danger: true })))
      return;
    await navigate({ to: '/SDNOperationAdmin/SDNNews' });
  };
  const fieldsOf = (names: readonly string[]) =>
    names.map((name) => (
      <FormField
        key={name}
        id={`${id}-${name}`}
        name={name}
        resource={news}
        slots={slots}
        value={typed[name]}
        title={undefined}
        onChange={(value) => setTyped({ ...typed, [name]: value })}
        problem={problems[name]}
        consumerId={null}
      />
    ));
  return (
    <div className={styles.edit}>
      <div className={kit.stack}>
        <Panel title={t('content')}>
          {refusal && (
            <p className={styles.refusal} role="alert">
              {refusal}
            </p>
          )}
          <div className={kit.stack}>{fieldsOf(CONTENT)}</div>
        </Panel>
        <Attachments
          kept={(typed['fileIdList'] as readonly number[] | null) ?? []}
          added={files}
          onKept={(ids) => setTyped({ ...typed, fileIdList: ids.length > 0 ? ids : null })}
          onAdded={setFiles}
        />
      </div>
      <Panel title={t('publishing')} className={styles.side ?? ''}>
        <div className={kit.stack}>{fieldsOf(PUBLISHING)}</div>
        <p className={styles.quiet}>{t('audience')}</p>
        <div className={kit.wrap}>
          {mayWrite && (
            <>
              <Button kind="primary" disabled={busy || (out && clean)} onClick={() => void save('1')}>
                {t(out ? 'save' : 'publish')}
              </Button>
              {out ? (
                <Button disabled={busy} onClick={() => void save('2')}>
                  {t('withdraw')}
                </Button>
              ) : (
                <Button disabled={busy || clean} onClick={() => void save('0')}>
                  {t('saveDraft')}
                </Button>
              )}
            </>
          )}
          <Button onClick={() => setPreview(true)}>{t('preview')}</Button>
          <Button onClick={() => void leave()}>{t('toList')}</Button>
        </div>
      </Panel>
      {preview && (
        <NewsPreview
          title={String(typed['title'] ?? '')}
          info={String(typed['info'] ?? '')}
          onClose={() => setPreview(false)}
        />
      )}
    </div>
  );
}
