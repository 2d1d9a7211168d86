import { textIn } from '#contract/text.ts';
import { useNavigate } from '@tanstack/react-router';
import { useId, useMemo, useState } from 'react';
import { news } from '#resource/service/news.ts';
import { ApiError, type Params } from '#web/api.ts';
import { FormField } from '#web/resource/FormField.tsx';
import { changedValues, newValues, readForm, rowValues, withoutLabel } from '#web/resource/form.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { rowsChanged, seenOf } from '#web/resource/rows.ts';
import { useMay } from '#web/session/session.ts';
import { useLanguage } from '#web/text/language.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx';
import { Attachments } from './Attachments.tsx';
import { saveNews } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './News.module.css';
import { NewsPreview } from './NewsPreview.tsx';
import { slots } from './newsSlots.tsx';
import { useNewsTexts } from './useNewsTexts.ts';
import { writtenOn } from './writtenOn.ts';

const CONTENT = ['title', 'newsType', 'summary', 'info'];
const PUBLISHING = ['publishTime', 'consumerIdList', 'top', 'remark'];

export interface NewsFormProps {
  /** Null: a new one. */
  readonly row: ResourceRow | null;
  readonly onAdded: (row: ResourceRow) => void;
}

const LIST = '/SDNOperationAdmin/SDNNews';
const idOf = (search: unknown): number | null => Number((search as { id?: unknown } | undefined)?.id) || null;

/** Title, text and attachments at the left; when and for whom at the right. */
export function NewsForm({ row: given, onAdded }: NewsFormProps) {
  const t = useNewsTexts();
  const say = useText();
  const language = useLanguage();
  const navigate = useNavigate();
  const id = useId();
  // As it was seen or saved last: what is sent is what differs from it.
  const [row, setRow] = useState(given);
  const before = useMemo(() => (row ? rowValues(news, row) : newValues(news)), [row]);
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
    const reading = readForm(news, { ...typed, state });
    const faults = Object.entries(reading.problems).map(([name, text]) => [name, textIn(text, language)]);
    setProblems(Object.fromEntries(faults) as Record<string, string>);
    setRefusal(null);
    if (faults.length > 0) return;
    setBusy(true);
    try {
      const values = row ? changedValues(reading.values, before) : reading.values;
      const expected = row ? { expected: seenOf(row, Object.keys(values)) } : {};
      const saved = await saveNews(row?.id ?? null, { ...(values as Params), ...expected }, files);
      setRow(saved);
      setTyped((now) => writtenOn(now, typed, rowValues(news, saved)));
      setFiles((now) => now.filter((file) => !files.includes(file)));
      notify(
        'success',
        t(state === '1' ? 'published' : state === '2' ? 'withdrawn' : row ? 'saved' : 'added'),
      );
      await rowsChanged();
      if (!row) onAdded(saved);
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
        onChange={(value) => setTyped((now) => ({ ...now, [name]: value }))}
        problem={problems[name]}
        consumerId={null}
      />
    ));
  return (
    <div className={styles.edit}>
      <UnsavedGuard
        unsaved={!clean}
        question={{ title: t('notSaved'), text: '', okText: t('leave') }}
        stays={(next, at) => next.pathname === at.pathname && idOf(next.search) === (row?.id ?? null)}
      />
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
          onKept={(ids) => setTyped((now) => ({ ...now, fileIdList: ids.length > 0 ? ids : null }))}
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
          <Button onClick={() => void navigate({ to: LIST })}>{t('toList')}</Button>
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
