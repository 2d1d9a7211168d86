import { ApiError, upload } from '#web/api.ts';
import { notifyError } from '#web/ui/notice.ts';
import type { KeptPhoto, PhotoStore } from './keptPhotos.ts';

/** The order is over. */
const OVER = 409;

/**
 * Whether the server looked at what was sent and wants none of it: sending it again would change nothing. What is forbidden (403)
 * waits: a new password or a second factor is due first, or a right comes back.
 */
const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 404, OVER, 413].includes(error.code);

const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};

/** Hears whenever a photo was kept, sent or discarded, until the answered function is called. */
export function onPhotos(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let last: Promise<unknown> = Promise.resolve();

/** One work after the other, whichever part of the screen asks: no photo is sent twice at once. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}

const send = ({ workOrderId, consumerId, fileType, file }: KeptPhoto): Promise<unknown> =>
  upload('alarm/workOrderFile/add', { workOrderId, consumerId, fileType, upFile: file }, { quiet: true });

const drop = (store: PhotoStore, key: string): Promise<void> => store.drop(key).catch(() => undefined);

/** Sends a photo that waits. @returns whether it waits no longer: the server has it, or wants none of it */
async function deliver(store: PhotoStore, photo: KeptPhoto): Promise<boolean> {
  try {
    await send(photo);
  } catch (error) {
    if (!isRefused(error)) return false;
    notifyError(`${photo.file.name}: ${error.message}`);
    // It may be the only copy, and nobody may look when it is told: it stays listed until a person throws it away.
    const why: Pick<KeptPhoto, 'over' | 'refused'> = error.code === OVER ? { over: true } : { refused: error.message }; // prettier-ignore
    return store.keep({ ...photo, ...why }).then(() => true, () => true); // prettier-ignore
  }
  await drop(store, photo.key);
  return true;
}

/** Whether a photo is still to be sent: neither was its order over nor did the server refuse it. */
export const isToSend = ({ over, refused }: KeptPhoto): boolean =>
  over === undefined && refused === undefined;

/** Keeps a photo, then sends it. @returns what became of it: `lost` = not sent, and the browser keeps nothing */
export const keepAndSend = (store: PhotoStore, photo: KeptPhoto): Promise<'sent' | 'kept' | 'lost'> =>
  inTurn(async () => {
    const kept = await store.keep(photo).then(() => true, () => false); // prettier-ignore
    tell();
    const done = await deliver(store, photo);
    tell();
    return done ? 'sent' : kept ? 'kept' : 'lost';
  });

/** Sends all photos of an account that wait on the device. @returns whether one of them waits no longer */
export const sendAll = (store: PhotoStore, userId: number): Promise<boolean> =>
  inTurn(async () => {
    const photos = await store.of(userId).catch(() => []);
    let some = false;
    for (const photo of photos.filter(isToSend)) {
      if (!(await deliver(store, photo))) continue;
      some = true;
      // What became of it is shown at once: the next one may take long.
      tell();
    }
    return some;
  });

/** Throws a photo away. */
export async function discard(store: PhotoStore, key: string): Promise<void> {
  await drop(store, key);
  tell();
}
