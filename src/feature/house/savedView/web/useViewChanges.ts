import { useQueryClient } from '@tanstack/react-query';
import { type Params, post } from '#web/api.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { confirm } from '#web/ui/Confirm.tsx';
import { notify } from '#web/ui/notice.ts';
import type { SavedView } from '../contract.ts';
import { type SavedViews, settingsNow } from './useSavedViews.ts';

/** What can be done to the views of a screen; a refusal was shown by the call. */
export interface ViewChanges {
  /** Asks for the list again. */
  readonly again: () => void;
  readonly setDefault: (view: SavedView) => void;
  /** Keeps in a view what the screen shows now. */
  readonly overwrite: (view: SavedView) => void;
  /** Deletes a view after one question. */
  readonly remove: (view: SavedView) => void;
}

export function useViewChanges(views: SavedViews): ViewChanges {
  const t = useTexts<typeof import('./texts.ts').texts>('savedView');
  const queries = useQueryClient();
  const again = (): Promise<void> =>
    queries.invalidateQueries({ queryKey: ['savedView', views.consumerId, views.screen] });
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
  return {
    again: () => void again(),
    setDefault: ({ id, isDefault }) => act(send('setDefault', { id, isDefault: isDefault ? '0' : '1' })),
    overwrite: ({ id }) => act(send('edit', { id, settings: settingsNow(views) }, t('updated'))),
    remove: (view) => act(remove(view)),
  };
}
