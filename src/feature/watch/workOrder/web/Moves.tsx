import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { useState } from 'react';
import type { WorkOrderState } from '#contract/workOrder.ts';
import { post } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import type { OrderInfo } from '../contract.ts';
import { ordersKey, workersQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Order.module.css';
import { useDraft } from './useDraft.ts';
import { useOrderTexts } from './useOrderTexts.ts';
import { useSentKey } from './useSentKey.ts';

/** What a move is called, by where it comes from. */
function useMoveWord({ orderState }: OrderInfo): (state: WorkOrderState) => string {
  const t = useOrderTexts();
  return (state) =>
    state === 'assigned'
      ? t(orderState === 'new' ? 'toAssigned' : 'toReassigned')
      : state === 'working'
        ? t(orderState === 'done' ? 'toBack' : 'toWorking')
        : t(state === 'done' ? 'toDone2' : state === 'accepted' ? 'toAccepted' : 'toCancelled');
}

/** Moves that ask for nothing are made at once. */
const ASKS: readonly WorkOrderState[] = ['assigned', 'done', 'cancelled'];

/** Sends moves and comments, each under a key until an answer came; their words stay on the device as long. */
function useSending({ workOrderId, orderState, steps }: OrderInfo) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const note = useDraft(`${workOrderId}`);
  const moveKey = useSentKey(`${workOrderId}.move`);
  const noteKey = useSentKey(`${workOrderId}.comment`);
  const said = note.text.trim();
  const act = async (by: () => Promise<object>): Promise<boolean> => {
    setBusy(true);
    const sent = await note.send(by);
    setBusy(false);
    if (sent) for (const key of [moveKey, noteKey]) key.forget();
    // Refused or unanswered, it may look otherwise by now.
    void queries.invalidateQueries({ queryKey: ordersKey });
    return sent !== null;
  };
  return {
    busy,
    note: note.text,
    said,
    // Other words are another comment, also where they become the same again.
    write: (text: string): void => {
      note.change(text);
      noteKey.forget();
    },
    move: (state: WorkOrderState, assigneeId: number | null): Promise<boolean> => {
      const given = { assigneeId: state === 'assigned' ? assigneeId : null, procInfo: said || null };
      const fields = { id: workOrderId, fromState: orderState, orderState: state, ...given };
      // The same move of an order that went on meanwhile is another one.
      const sentKey = moveKey.keyOf({ ...fields, after: steps.at(-1)?.id ?? null });
      return act(() => post('alarm/workOrder/move', { ...fields, sentKey }));
    },
    comment: (): Promise<boolean> => {
      const fields = { id: workOrderId, note: said };
      const sentKey = noteKey.keyOf(fields);
      return act(() => post('alarm/workOrder/comment', { ...fields, sentKey }));
    },
  };
}

/** What may be done next: a button a move, then what the move asks for; and a comment at any time. */
export function Moves({ order }: { readonly order: OrderInfo }) {
  const t = useOrderTexts();
  const word = useMoveWord(order);
  const [to, setTo] = useState<WorkOrderState | null>(null);
  const [assigneeId, setAssignee] = useState<number | null>(order.assigneeId);
  const { busy, note, said, write, move, comment } = useSending(order);
  const finish = async (state: WorkOrderState): Promise<void> => {
    if (await move(state, assigneeId)) setTo(null);
  };
  const begin = (state: WorkOrderState): void => (ASKS.includes(state) ? setTo(state) : void finish(state));
  return (
    <section className={styles.moves}>
      <NextButtons order={order} chosen={to} busy={busy} onChoose={begin} />
      {order.own && <p className={styles.own}>{t('ownWork')}</p>}
      {to === 'assigned' && <WorkerField order={order} value={assigneeId} onChange={setAssignee} />}
      <Words to={to} text={note} onChange={write} />
      <div className={`${kit.wrap} ${styles.buttons}`}>
        {to === null ? (
          <Button disabled={busy || said === ''} onClick={() => void comment()}>
            {t('send')}
          </Button>
        ) : (
          <>
            <Button
              kind="primary"
              disabled={busy || (to === 'assigned' ? assigneeId === null : said === '')}
              onClick={() => void finish(to)}
            >
              {word(to)}
            </Button>
            <Button onClick={() => setTo(null)}>{t('cancel')}</Button>
          </>
        )}
      </div>
    </section>
  );
}

function NextButtons({
  order,
  chosen,
  busy,
  onChoose,
}: {
  readonly order: OrderInfo;
  readonly chosen: WorkOrderState | null;
  readonly busy: boolean;
  readonly onChoose: (state: WorkOrderState) => void;
}) {
  const word = useMoveWord(order);
  return (
    <div className={`${kit.wrap} ${styles.buttons}`}>
      {order.next.map((state, i) => (
        <Button
          key={state}
          kind={i === 0 && chosen === null ? 'primary' : 'default'}
          disabled={busy}
          onClick={() => onChoose(state)}
        >
          {word(state)}
        </Button>
      ))}
    </div>
  );
}

function WorkerField({
  order,
  value,
  onChange,
}: {
  readonly order: OrderInfo;
  readonly value: number | null;
  readonly onChange: (id: number) => void;
}) {
  const t = useOrderTexts();
  const { data: workers = [] } = useQuery(workersQuery(order.consumerId, true));
  return (
    <Select
      aria-label={t('assignee')}
      placeholder={t('assignee')}
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      options={workers.map((one) => ({ value: one.employeeId, label: one.name }))}
      onChange={onChange}
    />
  );
}

/** What is said with the move, or by itself. */
function Words({
  to,
  text,
  onChange,
}: {
  readonly to: WorkOrderState | null;
  readonly text: string;
  readonly onChange: (text: string) => void;
}) {
  const t = useOrderTexts();
  const label =
    to === null
      ? t('sayPlace')
      : to === 'cancelled'
        ? t('why')
        : to === 'assigned'
          ? t('say')
          : t('whatDone');
  return (
    <Input.TextArea
      aria-label={label}
      placeholder={label}
      rows={2}
      maxLength={1000}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
