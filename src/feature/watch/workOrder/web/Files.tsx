import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isOver } from '#contract/workOrder.ts';
import { saveFile, upload } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notice.ts';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { OrderFile, OrderInfo } from '../contract.ts';
import { ordersKey } from './calls.ts';
import styles from './Order.module.css';
import { useOrderTexts } from './useOrderTexts.ts';

const KINDS = ['before', 'after', 'paper', 'other'] as const;
type Kind = (typeof KINDS)[number];

/** Photos before and after, papers; on a phone the button opens the camera. */
export function Files({ order, may }: { readonly order: OrderInfo; readonly may: boolean }) {
  const t = useOrderTexts();
  return (
    <section className={styles.part}>
      <h3>{t('files')}</h3>
      {order.files.length === 0 ? (
        <p className={styles.quiet}>{t('noFiles')}</p>
      ) : (
        <ul className={styles.files}>
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
      {may && !isOver(order.orderState) && <AddFile order={order} />}
    </section>
  );
}

const kindOf = ({ fileType }: OrderFile): Kind => KINDS.find((one) => one === fileType) ?? 'other';

function AddFile({ order }: { readonly order: OrderInfo }) {
  const t = useOrderTexts();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState<Kind>(order.orderState === 'working' ? 'after' : 'before');
  const [busy, setBusy] = useState(false);
  const send = async (file: File): Promise<void> => {
    setBusy(true);
    try {
      await upload('alarm/workOrderFile/add', {
        workOrderId: order.workOrderId,
        consumerId: order.consumerId,
        fileType: kind,
        upFile: file,
      });
      notify('success', t('added'));
      await queries.invalidateQueries({ queryKey: ordersKey });
    } catch {
      // The call has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.row}>
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
          if (file) void send(file);
        }}
      />
      <Button disabled={busy} onClick={() => input.current?.click()}>
        {t('photo')}
      </Button>
    </div>
  );
}
