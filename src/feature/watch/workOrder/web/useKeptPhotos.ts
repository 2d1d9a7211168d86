import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, upload } from '#web/api.ts';
import { useSession } from '#web/session/session.ts';
import { notify, notifyError } from '#web/ui/notice.ts';
import type { OrderFile, OrderInfo } from '../contract.ts';
import { type KeptPhoto, photosOnDevice, type PhotoStore } from './keptPhotos.ts';
import { useOrderTexts } from './useOrderTexts.ts';

/** Whether the server looked at what was sent and wants none of it: sending it again would change nothing. */
const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 403, 404, 409, 413].includes(error.code);

const send = ({ workOrderId, consumerId, fileType, file }: KeptPhoto): Promise<unknown> =>
  upload('alarm/workOrderFile/add', { workOrderId, consumerId, fileType, upFile: file }, { quiet: true });

/**
 * Photos of a work order: each is put down on the device before it is sent, and stays there until the server has it. What
 * waits is sent when the order is opened and when the network is back. @param onSent the order has one more
 */
export function useKeptPhotos(
  { workOrderId, consumerId }: OrderInfo,
  onSent: () => Promise<void>,
  store: PhotoStore = photosOnDevice,
) {
  const t = useOrderTexts();
  const { userId } = useSession().user;
  const [waiting, setWaiting] = useState<readonly KeptPhoto[]>([]);
  const [busy, setBusy] = useState(false);
  const sent = useRef(onSent);
  useEffect(() => {
    sent.current = onSent;
  });
  const look = useCallback(
    () => store.of(userId, workOrderId).then(setWaiting, () => setWaiting([])),
    [store, userId, workOrderId],
  );
  /** @returns whether nothing of it waits any more */
  const attempt = useCallback(
    async (photo: KeptPhoto): Promise<boolean> => {
      try {
        await send(photo);
      } catch (error) {
        if (!isRefused(error)) return false;
        notifyError(`${photo.file.name}: ${error.message}`);
      }
      await store.drop(photo.key).catch(() => undefined);
      return true;
    },
    [store],
  );
  const again = useCallback(async (): Promise<void> => {
    setBusy(true);
    const photos = await store.of(userId, workOrderId).catch(() => []);
    let some = false;
    for (const photo of photos) some = (await attempt(photo)) || some;
    await look();
    if (some) await sent.current();
    setBusy(false);
  }, [store, userId, workOrderId, attempt, look]);
  useEffect(() => {
    void again();
    const onLine = (): void => void again();
    window.addEventListener('online', onLine);
    return () => window.removeEventListener('online', onLine);
  }, [again]);
  const add = async (file: File, fileType: OrderFile['fileType']): Promise<void> => {
    setBusy(true);
    const photo = { key: crypto.randomUUID(), userId, workOrderId, consumerId, fileType, file };
    // A browser that keeps nothing still sends it.
    const kept = await store.keep(photo).then(
      () => true,
      () => false,
    );
    const done = await attempt(photo);
    if (done) await sent.current();
    else notify('warning', t(kept ? 'photoKept' : 'photoLost'));
    await look();
    setBusy(false);
  };
  const drop = async (key: string): Promise<void> => {
    await store.drop(key).catch(() => undefined);
    await look();
  };
  return { waiting, busy, add, again, drop };
}
