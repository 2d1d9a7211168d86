import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isOver } from '#contract/workOrder.ts';
import { saveFile } from '#web/api.ts';
import { useSession } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notice.ts';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { OrderInfo } from '../contract.ts';
import { ordersKey } from './calls.ts';
import { photosOnDevice, type PhotoStore } from './keptPhotos.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Order.module.css';
import { kindOf, PHOTO_KINDS, type PhotoKind } from './photoKind.ts';
import { keepAndSend } from './sendPhotos.ts';
import { useKeptPhotos } from './useKeptPhotos.ts';
import { useOrderTexts } from './useOrderTexts.ts';
import { PhotoList } from './WaitingPhotos.tsx';

export interface FilesProps {
  readonly order: OrderInfo;
  readonly may: boolean;
  readonly store?: PhotoStore;
}

/** Photos before and after, papers; on a phone the button opens the camera. What could not be sent waits on the device. */
export function Files({ order, may, store = photosOnDevice }: FilesProps) {
  const t = useOrderTexts();
  return (
    <section className={styles.part}>
      <h3>{t('files')}</h3>
      {order.files.length === 0 ? (
        <p className={styles.quiet}>{t('noFiles')}</p>
      ) : (
        <ul className={`${kit.list} ${styles.files}`}>
          {order.files.map((file) => (
            <li key={file.id}>
              <Button
                kind="link"
                onClick={() => void saveFile('alarm/workOrderFile/download', { id: file.id })}
              >
                {file.fileName}
              </Button>
              <small>{t(kindOf(file.fileType))}</small>
            </li>
          ))}
        </ul>
      )}
      {may && !isOver(order.orderState) && <AddFile key={order.workOrderId} order={order} store={store} />}
    </section>
  );
}

/**
 * Adds photos to a work order: each is put down on the device before it is sent, and stays there until the server has it.
 * @returns what adds one, and whether that is on its way
 */
function useAdding({ workOrderId, consumerId }: OrderInfo, store: PhotoStore) {
  const t = useOrderTexts();
  const queries = useQueryClient();
  const { userId } = useSession().user;
  const [busy, setBusy] = useState(false);
  const add = async (file: File, fileType: PhotoKind): Promise<void> => {
    setBusy(true);
    // Without TLS a browser makes no UUID.
    const key = `${userId} ${workOrderId} ${Date.now()}`;
    const became = await keepAndSend(store, { key, userId, workOrderId, consumerId, fileType, file });
    if (became === 'sent') await queries.invalidateQueries({ queryKey: ordersKey });
    else notify('warning', t(became === 'kept' ? 'photoKept' : 'photoLost'));
    setBusy(false);
  };
  return { busy, add };
}

function AddFile({ order, store }: { readonly order: OrderInfo; readonly store: PhotoStore }) {
  const t = useOrderTexts();
  const input = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState<PhotoKind>(order.orderState === 'working' ? 'after' : 'before');
  const { waiting, again } = useKeptPhotos(store);
  const { busy, add } = useAdding(order, store);
  const own = waiting.filter(({ workOrderId }) => workOrderId === order.workOrderId);
  return (
    <>
      {own.length > 0 && <PhotoList photos={own} store={store} onAgain={() => void again()} />}
      <div className={`${kit.wrap} ${styles.row}`}>
        <Segmented
          small
          label={t('kind')}
          value={kind}
          options={PHOTO_KINDS.map((value) => ({ value, text: t(value) }))}
          onChange={setKind}
        />
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg,application/pdf"
          aria-label={t('photo')}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) void add(file, kind);
          }}
        />
        <Button disabled={busy} onClick={() => input.current?.click()}>
          {t('photo')}
        </Button>
      </div>
    </>
  );
}
