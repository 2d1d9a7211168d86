import { useId, useState } from 'react';
import { ApiError, type Params, post } from '#web/api.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { NAME_MAX, type SavedView } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './ViewMenu.module.css';

export interface SaveDialogProps {
  /** The view that is changed; null = a new one. */
  readonly view: SavedView | null;
  /** What a new one is sent with beside its name: where it belongs, what it keeps. */
  readonly more: Params;
  readonly onDone: (id: number) => void;
  readonly onClose: () => void;
}

/** Name of a view, who sees it, whether the screen opens with it. */
export function SaveDialog({ view, more, onDone, onClose }: SaveDialogProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('savedView');
  const id = useId();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [first, setFirst] = useState(view?.isDefault ?? false);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const said = { name, shared: shared ? '1' : '0' };
    const quiet = { quiet: true };
    try {
      if (view) {
        await post('analysis/savedView/edit', { id: view.id, ...said }, quiet);
        if (first !== view.isDefault)
          await post('analysis/savedView/setDefault', { id: view.id, isDefault: first ? '1' : '0' }, quiet);
        onDone(view.id);
      } else {
        const added = await post<{ id: number }>(
          'analysis/savedView/add',
          { ...more, ...said, isDefault: first ? '1' : '0' },
          quiet,
        );
        onDone(added.id);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
      setBusy(false);
    }
  };
  const tick = (label: string, value: boolean, change: (next: boolean) => void) => (
    <label className={kit.row}>
      <input type="checkbox" checked={value} onChange={(event) => change(event.target.checked)} />
      {label}
    </label>
  );
  return (
    <Dialog
      title={view ? t('edit') : t('saveTitle')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form={id} disabled={busy}>
            {t('confirm')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={`${kit.stack} ${styles.form}`}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label className={styles['name']}>
          <span>{t('name')}</span>
          <input
            data-focus
            required
            maxLength={NAME_MAX}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        {tick(t('share'), shared, setShared)}
        {tick(t('first'), first, setFirst)}
        {!view && <p className={styles['hint']}>{t('kept')}</p>}
        {problem && (
          <p role="alert" className={kit.fault}>
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  );
}
