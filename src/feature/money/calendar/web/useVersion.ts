import { useState } from 'react';
import { ApiError } from '#web/api.ts';
import { notify } from '#web/ui/notice.ts';
import { askEffect } from './askEffect.tsx';
import { previewRemoval, previewVersion, removeRow, saveVersion, type VersionDraft } from './calls.ts';
import { useCalendarTexts } from './useCalendarTexts.ts';

/** Saving and deleting a version: each after its effect was shown. */
export function useVersion(draft: VersionDraft, onSaved: (id: number | null) => void) {
  const t = useCalendarTexts();
  const [busy, setBusy] = useState(false);

  /** Runs a change after its effect was shown; what the server refuses, the call has told already. */
  const run = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  const save = (): Promise<void> =>
    run(async () => {
      if (!(await askEffect(t, t('saveTitle'), await previewVersion(draft)))) return;
      const id = await saveVersion(draft);
      notify('success', t('saved'));
      onSaved(id);
    });
  const del = (id: number): Promise<void> =>
    run(async () => {
      const effect = await previewRemoval('archive/timezone', id);
      if (!(await askEffect(t, t('deleteTitle', { name: draft.timezoneName }), effect, true))) return;
      await removeRow('archive/timezone', id);
      notify('success', t('deleted'));
      onSaved(null);
    });
  return { busy, save: () => void save(), del: (id: number) => void del(id) };
}
