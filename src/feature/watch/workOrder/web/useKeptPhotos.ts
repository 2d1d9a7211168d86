import { useEffect, useRef, useState } from 'react';
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

/** Sends a photo that waits. @returns whether it waits no longer: the server has it, or wants none of it */
async function deliver(store: PhotoStore, photo: KeptPhoto): Promise<boolean> {
  try {
    await send(photo);
  } catch (error) {
    if (!isRefused(error)) return false;
    notifyError(`${photo.file.name}: ${error.message}`);
  }
  await store.drop(photo.key).catch(() => undefined);
  return true;
}

/** Sends all that waits, when the order is opened and whenever the network is back. @returns sends it by hand */
function useSending(sendAll: () => Promise<void>): () => Promise<void> {
  const latest = useRef(sendAll);
  useEffect(() => {
    latest.current = sendAll;
  });
  useEffect(() => {
    const act = (): void => void latest.current();
    act();
    window.addEventListener('online', act);
    return () => window.removeEventListener('online', act);
  }, []);
  return sendAll;
}

/**
 * Photos of a work order: each is put down on the device before it is sent, and stays there until the server has it.
 * @param onSent the order has one more
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
  const look = async (): Promise<readonly KeptPhoto[]> => {
    const photos = await store.of(userId, workOrderId).catch(() => []);
    setWaiting(photos);
    return photos;
  };
  const again = useSending(async () => {
    const photos = await look();
    let some = false;
    for (const photo of photos) some = (await deliver(store, photo)) || some;
    if (!some) return;
    await look();
    await onSent();
  });
  const add = async (file: File, fileType: OrderFile['fileType']): Promise<void> => {
    setBusy(true);
    // Without TLS a browser makes no UUID.
    const photo = {
      key: `${userId} ${workOrderId} ${Date.now()}`,
      userId,
      workOrderId,
      consumerId,
      fileType,
      file,
    };
    // A browser that keeps nothing still sends it.
    const kept = await store.keep(photo).then(
      () => true,
      () => false,
    );
    const done = await deliver(store, photo);
    if (done) await onSent();
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
