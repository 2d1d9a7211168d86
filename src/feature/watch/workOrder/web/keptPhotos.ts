import type { OrderFile } from '../contract.ts';

/** A photo that was taken and is not sent yet. */
export interface KeptPhoto {
  readonly key: string;
  /** Of whoever took it: nobody else on the device sends it. */
  readonly userId: number;
  readonly workOrderId: number;
  readonly consumerId: number;
  readonly fileType: OrderFile['fileType'];
  readonly file: File;
  /** It came when its order was over: it is not sent again, whoever took it throws it away. */
  readonly over?: true;
  /** Why the server takes it not: it may be the only copy, so whoever took it saves it or throws it away. */
  readonly refused?: string;
}

/** Where photos wait on the device. */
export interface PhotoStore {
  keep(photo: KeptPhoto): Promise<void>;
  /** Those of an account. */
  of(userId: number): Promise<KeptPhoto[]>;
  drop(key: string): Promise<void>;
}

const NAME = 'meterhouse.photos';
const STORE = 'photo';

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser keeps nothing'));
  });

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'key' });
  const db = await answered(opening);
  const transaction = db.transaction(STORE, mode);
  transaction.oncomplete = () => db.close();
  transaction.onabort = () => db.close();
  return transaction.objectStore(STORE);
}

/** Photos in the database of the browser: they outlive a reload, a dead network and an empty battery. */
export const photosOnDevice: PhotoStore = {
  keep: async (photo) => {
    await answered((await store('readwrite')).put(photo));
  },
  of: async (userId) => {
    const all = await answered((await store('readonly')).getAll() as IDBRequest<KeptPhoto[]>);
    return all.filter((one) => one.userId === userId);
  },
  drop: async (key) => {
    await answered((await store('readwrite')).delete(key));
  },
};
