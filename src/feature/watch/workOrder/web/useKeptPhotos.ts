import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useSession } from '#web/session/session.ts';
import { ordersKey } from './calls.ts';
import { type KeptPhoto, photosOnDevice, type PhotoStore } from './keptPhotos.ts';
import { onPhotos, sendAll } from './sendPhotos.ts';

/**
 * The photos of the account that wait on this device, of whatever order. They are sent when a part of the screen begins to
 * show them and whenever the network is back. @returns them, and what sends them by hand
 */
export function useKeptPhotos(store: PhotoStore = photosOnDevice) {
  const { userId } = useSession().user;
  const queries = useQueryClient();
  const [waiting, setWaiting] = useState<readonly KeptPhoto[]>([]);
  const again = useCallback(async (): Promise<void> => {
    if (await sendAll(store, userId)) await queries.invalidateQueries({ queryKey: ordersKey });
  }, [store, userId, queries]);
  useEffect(() => {
    const look = (): void => void store.of(userId).then(setWaiting, () => setWaiting([]));
    const act = (): void => void again();
    const stop = onPhotos(look);
    look();
    act();
    window.addEventListener('online', act);
    return () => {
      stop();
      window.removeEventListener('online', act);
    };
  }, [store, userId, again]);
  return { waiting, again };
}
