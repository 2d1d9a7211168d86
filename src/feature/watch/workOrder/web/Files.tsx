import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isOver } from '#contract/workOrder.ts';
import { saveFile } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { OrderFile, OrderInfo } from '../contract.ts';
import { ordersKey } from './calls.ts';
import type { PhotoStore } from './keptPhotos.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Order.module.css';
import { useKeptPhotos } from './useKeptPhotos.ts';
import { useOrderTexts } from './useOrderTexts.ts';

const KINDS = ['before', 'after', 'paper', 'other'] as const;
type Kind = (typeof KINDS)[number];

export interface FilesProps {
  readonly order: OrderInfo;
  readonly may: boolean;
  readonly store?: PhotoStore;
}

/** Photos before and after, papers; on a phone the button opens the camera. What could not be sent waits on the device. */
export function Files({ order, may, store }: FilesProps) {
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
              <small>{t(kindOf(file))}</small>
            </li>
          ))}
        </ul>
      )}
      {may && !isOver(order.orderState) && (
        <AddFile key={order.workOrderId} order={order} {...(store ? { store } : {})} />
      )}
    </section>
  );
}

const kindOf = ({ fileType }: Pick<OrderFile, 'fileType'>): Kind =>
  KINDS.find((one) => one === fileType) ?? 'other';

function AddFile({ order, store }: Omit<FilesProps, 'may'>) {
  const t = useOrderTexts();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState<Kind>(order.orderState === 'working' ? 'after' : 'before');
  const onSent = (): Promise<void> => queries.invalidateQueries({ queryKey: ordersKey });
  const { waiting, busy, add, again, drop } = useKeptPhotos(order, onSent, store);
  return (
    <>
      {waiting.length > 0 && (
        <ul className={`${kit.list} ${styles.files}`} aria-label={t('waiting')}>
          {waiting.map(({ key, file, fileType }) => (
            <li key={key}>
              <span>{file.name}</span>
              <small>
                {t(kindOf({ fileType }))} · {t('notSent')}
              </small>
              <Button kind="link" disabled={busy} onClick={() => void again()}>
                {t('sendAgain')}
              </Button>
              <Button kind="link" disabled={busy} onClick={() => void drop(key)}>
                {t('dropPhoto', { name: file.name })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={`${kit.wrap} ${styles.row}`}>
        <Segmented
          small
          label={t('kind')}
          value={kind}
          options={KINDS.map((value) => ({ value, text: t(value) }))}
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
