import { Fragment, useState } from 'react';
import { useHeldAddress } from '#web/heldAddress.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { notify } from '#web/ui/notice.ts';
import { Popup } from '#web/ui/Popup.tsx';
import type { SavedView } from '../contract.ts';
import { SaveDialog } from './SaveDialog.tsx';
import { shows } from './settings.ts';
import { type SavedViews, settingsNow } from './useSavedViews.ts';
import { useViewChanges, type ViewChanges } from './useViewChanges.ts';
import kit from '#web/ui/kit.module.css';
import styles from './ViewMenu.module.css';
import { ViewRow } from './ViewRow.tsx';

/** The views of a screen: open, keep, update, rename, share, delete, and which one the screen opens with. */
export function ViewMenu(props: { views: SavedViews }) {
  return useHeldAddress() ? null : <Menu {...props} />;
}

function Menu({ views }: { views: SavedViews }) {
  const t = useTexts<typeof import('./texts.ts').texts>('savedView');
  const changes = useViewChanges(views);
  const [dialog, setDialog] = useState<{ view: SavedView | null } | null>(null);
  const { current, search, screen, consumerId } = views;
  const changed = isChanged(views);
  const done = (id: number): void => {
    const added = dialog?.view === null;
    setDialog(null);
    notify('success', added ? t('saved') : t('updated'));
    changes.again();
    if (added) views.open({ id, settings: search });
  };
  return (
    <>
      <Popup
        label={t('views')}
        width={320}
        className={styles['place'] ?? ''}
        buttonClass={styles['button'] ?? ''}
        button={
          <>
            <span className={kit.clip}>{current ? t('shown', { name: current.name }) : t('views')}</span>
            {changed && <span className={styles['hint']}>{t('changed')}</span>}
            <span aria-hidden>▾</span>
          </>
        }
      >
        {(close) => (
          <div className={styles['menu']}>
            <ViewGroups
              views={views}
              changes={changes}
              close={close}
              onEdit={(view) => setDialog({ view })}
            />
            <Foot views={views} changes={changes} close={close} onSave={() => setDialog({ view: null })} />
          </div>
        )}
      </Popup>
      {dialog && (
        <SaveDialog
          view={dialog.view}
          more={{ consumerId, screen, settings: settingsNow(views) }}
          onClose={() => setDialog(null)}
          onDone={done}
        />
      )}
    </>
  );
}

/** The screen shows a view, but no longer as it was kept. */
const isChanged = ({ current, search }: SavedViews): boolean => current !== null && !shows(current, search);

interface PartProps {
  readonly views: SavedViews;
  readonly changes: ViewChanges;
  readonly close: () => void;
}

/** One's own views, then those of others. */
function ViewGroups({ views, changes, close, onEdit }: PartProps & { onEdit: (view: SavedView) => void }) {
  const t = useTexts<typeof import('./texts.ts').texts>('savedView');
  const groups = [
    { title: t('own'), rows: views.list.filter(({ own }) => own) },
    { title: t('sharedOnes'), rows: views.list.filter(({ own }) => !own) },
  ].filter(({ rows }) => rows.length > 0);
  const closing = (act: (view: SavedView) => void, view: SavedView) => () => {
    close();
    act(view);
  };
  if (groups.length === 0) return <p className={styles['empty']}>{t('none')}</p>;
  return groups.map(({ title, rows }) => (
    <Fragment key={title}>
      <h3 className={styles['group']}>{title}</h3>
      <ul className={kit.list} aria-label={title}>
        {rows.map((view) => (
          <ViewRow
            key={view.id}
            view={view}
            current={view.id === views.current?.id}
            onOpen={closing(views.open, view)}
            onDefault={() => changes.setDefault(view)}
            onEdit={closing(onEdit, view)}
            onRemove={closing(changes.remove, view)}
          />
        ))}
      </ul>
    </Fragment>
  ));
}

/** What can be done with the screen as it is: back to how it ships, keep it in the view, keep it as another. */
function Foot({ views, changes, close, onSave }: PartProps & { onSave: () => void }) {
  const t = useTexts<typeof import('./texts.ts').texts>('savedView');
  const { list, current } = views;
  const entry = (text: string, act: () => void) => (
    <button
      type="button"
      className={styles['act']}
      onClick={() => {
        close();
        act();
      }}
    >
      {text}
    </button>
  );
  return (
    <div className={styles['foot']}>
      {list.length > 0 && entry(t('shipped'), () => views.open(null))}
      {current?.own &&
        isChanged(views) &&
        entry(t('overwrite', { name: current.name }), () => changes.overwrite(current))}
      {entry(t('save'), onSave)}
    </div>
  );
}
