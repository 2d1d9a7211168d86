import { useQuery } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { ApiError, post } from '#web/api.ts';
import { rowsChanged } from '#web/resource/rows.ts';
import type { ActionProps } from '#web/resource/slot.ts';
import { titleOf } from '#web/resource/target.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { notify } from '#web/ui/notice.ts';
import { templateQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Object.module.css';
import { useObjectTexts } from './useObjectTexts.ts';

/** Applies a template to a site: says what it brings before, and what came of it after. */
export function TemplateDialog({ resource, row, onClose }: ActionProps) {
  const t = useObjectTexts();
  const id = useId();
  const { data: templates = [], isPending } = useQuery(templateQuery);
  const [picked, setPicked] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const chosen = templates.find((one) => one.id === picked) ?? templates[0];
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!chosen) return;
    setBusy(true);
    try {
      const { objects, items } = await post<{ objects: number; items: number }>(
        'archive/monitorSite/selectTemplate',
        { siteId: row.id, templateId: chosen.id },
        { quiet: true },
      );
      notify('success', t('applied', { objects, items }));
      onClose();
      await rowsChanged();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      width={520}
      title={t('applyTitle', { name: titleOf(resource, row) })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form={id} disabled={busy || !chosen}>
            {t('apply')}
          </Button>
        </>
      }
    >
      {!isPending && templates.length === 0 ? (
        <EmptyState why={t('noTemplate')} />
      ) : (
        <form id={id} className={kit.stack} onSubmit={(event) => void send(event)}>
          {problem && (
            <p role="alert" className={kit.fault}>
              {problem}
            </p>
          )}
          <p className={styles.quiet}>{t('applyHint')}</p>
          <label className={`${kit.stackTight} ${styles.field}`}>
            {t('template')}
            <select value={chosen?.id ?? ''} onChange={(event) => setPicked(Number(event.target.value))}>
              {templates.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.templateName}
                </option>
              ))}
            </select>
            {chosen && (
              <small>{t('templateHas', { objects: chosen.objectCount, items: chosen.dataItemCount })}</small>
            )}
          </label>
        </form>
      )}
    </Dialog>
  );
}
