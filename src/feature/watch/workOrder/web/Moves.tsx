import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { useState } from 'react';
import type { WorkOrderState } from '#contract/workOrder.ts';
import { post } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import type { OrderInfo } from '../contract.ts';
import { ordersKey, workersQuery } from './calls.ts';
import styles from './Order.module.css';
import { useDraft } from './useDraft.ts';
import { useOrderTexts } from './useOrderTexts.ts';

/** What may be done next: a button a move, then what the move asks for; and a comment at any time. */
export function Moves({ order }: { readonly order: OrderInfo }) {
  const t = useOrderTexts();
  const queries = useQueryClient();
  const [to, setTo] = useState<WorkOrderState | null>(null);
  const [assigneeId, setAssignee] = useState<number | null>(order.assigneeId);
  const [busy, setBusy] = useState(false);
  const note = useDraft(`${order.workOrderId}`);
  const { data: workers = [] } = useQuery(workersQuery(order.consumerId, to === 'assigned'));
  const word = (state: WorkOrderState): string =>
    state === 'assigned'
      ? t(order.orderState === 'new' ? 'toAssigned' : 'toReassigned')
      : state === 'working'
        ? t(order.orderState === 'done' ? 'toBack' : 'toWorking')
        : t(state === 'done' ? 'toDone2' : state === 'accepted' ? 'toAccepted' : 'toCancelled');
  const asks = to === 'assigned' || to === 'done' || to === 'cancelled';
  const act = async (by: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    const sent = await note.send(by);
    setBusy(false);
    if (!sent) return;
    setTo(null);
    await queries.invalidateQueries({ queryKey: ordersKey });
  };
  const move = (state: WorkOrderState): Promise<void> =>
    act(() =>
      post('alarm/workOrder/move', {
        id: order.workOrderId,
        orderState: state,
        assigneeId: state === 'assigned' ? assigneeId : null,
        procInfo: note.text.trim() || null,
      }),
    );
  const chosen = (state: WorkOrderState): void => {
    if (state === 'working' || state === 'accepted') void move(state);
    else setTo(state);
  };
  return (
    <section className={styles.moves}>
      <div className={styles.buttons}>
        {order.next.map((state, i) => (
          <Button
            key={state}
            kind={i === 0 && to === null ? 'primary' : 'default'}
            disabled={busy}
            onClick={() => chosen(state)}
          >
            {word(state)}
          </Button>
        ))}
      </div>
      {to === 'assigned' && (
        <Select
          aria-label={t('assignee')}
          placeholder={t('assignee')}
          showSearch={{ optionFilterProp: 'label' }}
          value={assigneeId}
          options={workers.map((one) => ({ value: one.employeeId, label: one.name }))}
          onChange={setAssignee}
        />
      )}
      <Input.TextArea
        aria-label={asks ? t(to === 'cancelled' ? 'why' : 'whatDone') : t('say')}
        placeholder={asks ? t(to === 'cancelled' ? 'why' : 'whatDone') : t('sayPlace')}
        rows={2}
        maxLength={1000}
        value={note.text}
        onChange={(event) => note.change(event.target.value)}
      />
      <div className={styles.buttons}>
        {to !== null ? (
          <>
            <Button
              kind="primary"
              disabled={busy || (to === 'assigned' ? assigneeId === null : note.text.trim() === '')}
              onClick={() => void move(to)}
            >
              {word(to)}
            </Button>
            <Button onClick={() => setTo(null)}>{t('cancel')}</Button>
          </>
        ) : (
          <Button
            disabled={busy || note.text.trim() === ''}
            onClick={() =>
              void act(() =>
                post('alarm/workOrder/comment', { id: order.workOrderId, note: note.text.trim() }),
              )
            }
          >
            {t('send')}
          </Button>
        )}
      </div>
    </section>
  );
}
