import CheckOutlined from '@ant-design/icons-svg/es/asn/CheckOutlined';
import DeleteOutlined from '@ant-design/icons-svg/es/asn/DeleteOutlined';
import EditOutlined from '@ant-design/icons-svg/es/asn/EditOutlined';
import StarFilled from '@ant-design/icons-svg/es/asn/StarFilled';
import StarOutlined from '@ant-design/icons-svg/es/asn/StarOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { type Params, post } from '#web/api.ts';
import { useHeldAddress } from '#web/heldAddress.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { notify } from '#web/ui/notice.ts';
import { Popup } from '#web/ui/Popup.tsx';
import type { SavedView } from '../contract.ts';
import { SaveDialog } from './SaveDialog.tsx';
import { shows } from './settings.ts';
import { type SavedViews, settingsNow } from './useSavedViews.ts';
import styles from './ViewMenu.module.css';

/** The views of a screen: open, keep, update, rename, share, delete, and which one the screen opens with. */
export function ViewMenu(props: { views: SavedViews }) {
  return useHeldAddress() ? null : <Menu {...props} />;
}

function Menu({ views }: { views: SavedViews }) {
  const t = useTexts<typeof import('./texts.ts').texts>('savedView');
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<{ view: SavedView | null } | null>(null);
  const { list, current, search, screen, consumerId } = views;
  const changed = current !== null && !shows(current, search);
  const again = (): Promise<void> =>
    queries.invalidateQueries({ queryKey: ['savedView', consumerId, screen] });
  const send = async (verb: string, params: Params, done?: string): Promise<void> => {
    try {
      await post(`analysis/savedView/${verb}`, params);
      if (done !== undefined) notify('success', done);
    } finally {
      // A failed change was said; the list may be older than what stands there.
      await again();
    }
  };
  const remove = async (view: SavedView): Promise<void> => {
    const sure = await confirm({
      title: t('removeTitle', { name: view.name }),
      text: view.shared ? t('removeShared') : t('removeText'),
      danger: true,
    });
    if (sure) await send('del', { id: view.id }, t('removed'));
  };
  const act = (doing: Promise<void>): void => void doing.catch(() => undefined);
  const row = (view: SavedView, close: () => void) => (
    <li key={view.id} className={styles['row']}>
      <button
        type="button"
        className={styles['open']}
        aria-current={view.id === current?.id}
        onClick={() => {
          close();
          views.open(view);
        }}
      >
        <span className={styles['mark']}>
          {view.id === current?.id && <Icon icon={CheckOutlined} size={12} />}
        </span>
        <span className={styles['title']} title={view.name}>
          {view.name}
        </span>
        {(view.shared || !view.own) && (
          <span className={styles['hint']}>
            {view.own ? t('isShared') : t('sharedBy', { owner: view.owner })}
          </span>
        )}
      </button>
      <Button
        kind="icon"
        aria-pressed={view.isDefault}
        aria-label={`${view.isDefault ? t('noDefault') : t('makeDefault')}: ${view.name}`}
        title={view.isDefault ? t('noDefault') : t('makeDefault')}
        className={view.isDefault ? styles['first'] : undefined}
        onClick={() => act(send('setDefault', { id: view.id, isDefault: view.isDefault ? '0' : '1' }))}
      >
        <Icon icon={view.isDefault ? StarFilled : StarOutlined} />
      </Button>
      {view.own && (
        <>
          <Button
            kind="icon"
            aria-label={`${t('edit')}: ${view.name}`}
            title={t('edit')}
            onClick={() => {
              close();
              setDialog({ view });
            }}
          >
            <Icon icon={EditOutlined} />
          </Button>
          <Button
            kind="icon"
            aria-label={`${t('remove')}: ${view.name}`}
            title={t('remove')}
            onClick={() => {
              close();
              act(remove(view));
            }}
          >
            <Icon icon={DeleteOutlined} />
          </Button>
        </>
      )}
    </li>
  );
  const groups = [
    { title: t('own'), rows: list.filter(({ own }) => own) },
    { title: t('sharedOnes'), rows: list.filter(({ own }) => !own) },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <>
      <Popup
        label={t('views')}
        width={320}
        className={styles['place'] ?? ''}
        buttonClass={styles['button'] ?? ''}
        button={
          <>
            <span className={styles['title']}>
              {current ? t('shown', { name: current.name }) : t('views')}
            </span>
            {changed && <span className={styles['hint']}>{t('changed')}</span>}
            <span aria-hidden>▾</span>
          </>
        }
      >
        {(close) => (
          <div className={styles['menu']}>
            {groups.length === 0 && <p className={styles['empty']}>{t('none')}</p>}
            {groups.map(({ title, rows }) => (
              <Fragment key={title}>
                <h3 className={styles['group']}>{title}</h3>
                <ul className={styles['list']} aria-label={title}>
                  {rows.map((view) => row(view, close))}
                </ul>
              </Fragment>
            ))}
            <div className={styles['foot']}>
              {groups.length > 0 && (
                <button
                  type="button"
                  className={styles['act']}
                  onClick={() => {
                    close();
                    views.open(null);
                  }}
                >
                  {t('shipped')}
                </button>
              )}
              {changed && current.own && (
                <button
                  type="button"
                  className={styles['act']}
                  onClick={() => {
                    close();
                    act(send('edit', { id: current.id, settings: settingsNow(views) }, t('updated')));
                  }}
                >
                  {t('overwrite', { name: current.name })}
                </button>
              )}
              <button
                type="button"
                className={styles['act']}
                onClick={() => {
                  close();
                  setDialog({ view: null });
                }}
              >
                {t('save')}
              </button>
            </div>
          </div>
        )}
      </Popup>
      {dialog && (
        <SaveDialog
          view={dialog.view}
          more={{ consumerId, screen, settings: settingsNow(views) }}
          onClose={() => setDialog(null)}
          onDone={(id) => {
            const added = dialog.view === null;
            setDialog(null);
            notify('success', added ? t('saved') : t('updated'));
            void again();
            if (added) views.open({ id, settings: search });
          }}
        />
      )}
    </>
  );
}
