import { useState } from 'react';
import { ApiError, downloadAddress, upload } from '#web/api.ts';
import { callOf, rowsChanged } from '#web/resource/rows.ts';
import type { ActionProps, WebSlots } from '#web/resource/slot.ts';
import { titleOf } from '#web/resource/target.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FileField } from '#web/ui/FileField.tsx';
import { notify } from '#web/ui/notice.ts';
import styles from './Archive.module.css';
import { useArchiveTexts } from './useArchiveTexts.ts';

const ICONS = { showIcon: 'showIconId', listIcon: 'listIconId', icon: 'iconId' } as const;
type IconName = keyof typeof ICONS;

/** The icons of a type: what is there, and others. */
function IconDialog({ resource, row, onClose }: ActionProps) {
  const t = useArchiveTexts();
  const [files, setFiles] = useState<Readonly<Partial<Record<string, File>>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const names = (Object.keys(ICONS) as IconName[]).filter((name) => ICONS[name] in resource.fields);
  const save = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await upload(callOf(resource, 'edit'), { id: row.id, ...files }, { quiet: true });
      notify('success', t('saved'));
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
      title={t('icons', { name: titleOf(resource, row) })}
      width={520}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            kind="primary"
            disabled={busy || Object.keys(files).length === 0}
            onClick={() => void save()}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.pictures}>
        {names.map((name) => {
          const there = row[ICONS[name]];
          return (
            <figure key={name}>
              <figcaption>{t(name)}</figcaption>
              {typeof there === 'number' ? (
                <img
                  src={downloadAddress(callOf(resource, 'icon'), {
                    id: row.id,
                    kind: name,
                    v: String(there),
                  })}
                  alt={t(name)}
                />
              ) : (
                <span className={styles.quiet}>{t('noIcon')}</span>
              )}
              <FileField
                label={t(name)}
                file={files[name] ?? null}
                accept="image/png,image/jpeg,image/gif,image/webp"
                onChange={(file) => {
                  const { [name]: _, ...rest } = files;
                  setFiles(file ? { ...rest, [name]: file } : rest);
                }}
              />
            </figure>
          );
        })}
      </div>
      <p className={styles.quiet}>{t('iconHint')}</p>
    </Dialog>
  );
}

export const slots: WebSlots = {
  actions: [{ key: 'icons', label: { zh: '图标', en: 'Icons' }, permission: 'edit', Dialog: IconDialog }],
};
