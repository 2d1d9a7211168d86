import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { RawAddress } from '#web/address.ts';
import { get } from '#web/api.ts';
import { useHeldAddress } from '#web/heldAddress.ts';
import { useConsumer } from '#web/session/consumer.ts';
import type { SavedView } from '../contract.ts';
import { addressOf, isBare, settingsOf } from './settings.ts';

/** The views of a screen, as its menu needs them. */
export interface SavedViews {
  readonly screen: string;
  readonly consumerId: number;
  readonly list: readonly SavedView[];
  /** The address as it is. */
  readonly search: RawAddress;
  /** The view that was opened, whether or not anything was changed since. */
  readonly current: SavedView | null;
  /** Opens a view; null = the screen as it comes. */
  readonly open: (view: Pick<SavedView, 'id' | 'settings'> | null) => void;
  /** Wait with asking: the screen was entered and may open with a view. */
  readonly opening: boolean;
}

/**
 * The views that the person keeps of a screen or that the enterprise shares there. A screen that is entered with
 * nothing in its address opens with the person's default. Settings stay in the address alone; `saved` names the view.
 * Inside a page about one thing there are none: they say what else a screen is about.
 */
export function useSavedViews(screen: string): SavedViews {
  const { consumer } = useConsumer();
  const search: RawAddress = useSearch({ strict: false });
  const navigate = useNavigate();
  const held = useHeldAddress() !== null;
  const consumerId = consumer?.orgId ?? 0;
  const { data, isPending } = useQuery({
    queryKey: ['savedView', consumerId, screen],
    queryFn: ({ signal }) =>
      get<SavedView[]>('analysis/savedView/getList', { consumerId, screen }, { quiet: true, signal }),
    enabled: consumer !== null && !held,
    staleTime: 60_000,
    retry: false,
  });
  const list = data ?? [];
  const bare = isBare(search) && !held;
  const named = search['saved'] !== undefined;
  // Filters that a person empties one by one leave a bare address too: that enters nothing.
  const [entering, setEntering] = useState(true);
  const first = list.find((view) => view.isDefault);
  const next = bare ? entering && (isPending || first !== undefined) : named;
  if (entering !== next) setEntering(next);
  const opening = bare && entering && consumer !== null && (isPending || first !== undefined);
  useEffect(() => {
    if (!opening || !first) return;
    void navigate({ to: '.', search: addressOf(first, search) as never, replace: true, resetScroll: false });
  }, [opening, first, navigate, search]);
  return {
    screen,
    consumerId,
    list,
    search,
    current: list.find((view) => view.id === Number(search['saved'])) ?? null,
    open: (view) =>
      void navigate({
        to: '.',
        search: addressOf(view ?? { id: 0, settings: {} }, search) as never,
        resetScroll: false,
      }),
    opening,
  };
}

/** The settings that a view would keep now. */
export const settingsNow = ({ search }: SavedViews): string => JSON.stringify(settingsOf(search));
