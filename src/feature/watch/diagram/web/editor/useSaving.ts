import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Picture } from '#contract/scene/scene.ts';
import { ApiError, post, postJson } from '#web/api.ts';
import { confirm } from '#web/ui/Confirm.tsx';
import { notify, notifyError } from '#web/ui/notice.ts';
import type { DiagramHead } from '../../contract.ts';
import { AREA } from '../sceneQuery.ts';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import { useBenchTexts } from './useBenchTexts.ts';
import type { Steps } from './useSteps.ts';

const CONFLICT = 409;

/** What is done beside saving. */
export interface SavingOptions {
  /** Keeps all of the picture, as it is then, in this browser; false = it cannot. */
  readonly keep: () => boolean;
  /** Loads the newest version in its place. */
  readonly onReload: () => void;
}

/** Somebody else saved: what is on the bench is kept in this browser, then the newest is loaded; else nothing is. */
function useConflict<S extends Picture>(
  editing: Steps<S>,
  { keep, onReload }: SavingOptions,
): (error: unknown) => Promise<void> {
  const t = useDiagramTexts();
  const bench = useBenchTexts();
  return async (error) => {
    if (!(error instanceof ApiError)) throw error;
    if (error.code !== CONFLICT) return notifyError(error.message);
    if (!(await confirm({ title: t('conflict'), text: `${error.message} ${t('conflictNext')}` }))) return;
    if (!keep()) return notifyError(bench('notKept'));
    editing.saved(editing.now());
    onReload();
  };
}

/** Runs one work at a time, and asks for the versions anew after it. */
function useOneAtATime(meet: (error: unknown) => Promise<void>) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
      await client.invalidateQueries({ queryKey: [AREA, 'getVersions'] });
    } catch (error) {
      await meet(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}

/** Saving and publishing of what is edited, one at a time. @param first the version that was loaded; 0 = there is none */
export function useSaving<S extends Picture>(
  diagram: DiagramHead,
  first: number,
  editing: Steps<S>,
  options: SavingOptions,
) {
  const t = useDiagramTexts();
  const client = useQueryClient();
  const { monitorDiagramId: id } = diagram;
  const [base, setBase] = useState(first);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [publishedNo, setPublishedNo] = useState(diagram.publishedNo);
  const meet = useConflict(editing, options);
  const { busy, run } = useOneAtATime(meet);
  const saveNow = async (): Promise<number> => {
    if (!editing.dirty) return base;
    const { scene } = editing.history;
    const { no } = await postJson<{ no: number }>(`${AREA}/saveScene`, { id, base, scene }, { quiet: true });
    editing.saved(scene);
    setBase(no);
    setSavedAt(Date.now());
    return no;
  };
  const publish = async (): Promise<void> => {
    const no = await saveNow();
    await post(`${AREA}/publish`, { id, no }, { quiet: true });
    setPublishedNo(no);
    notify('success', t('publishedNow', { no }));
    await client.invalidateQueries({ queryKey: [AREA, 'getScene', { id, published: 1 }] });
  };
  const restore = async (no: number): Promise<void> => {
    if (!(await confirm({ title: t('restoreAsk', { no }), text: t('restoreEffect') }))) return;
    await post(`${AREA}/restore`, { id, base: await saveNow(), no }, { quiet: true });
    options.onReload();
  };
  const save = async (): Promise<void> => void (await saveNow());
  return {
    base,
    busy,
    savedAt,
    publishedNo,
    save: () => run(save),
    publish: () => run(publish),
    restore: (no: number) => run(() => restore(no)),
  };
}

export type Saving = ReturnType<typeof useSaving>;
