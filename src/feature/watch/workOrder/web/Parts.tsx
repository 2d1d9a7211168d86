import { useQueryClient } from '@tanstack/react-query';
import { Input, InputNumber } from 'antd';
import { useState } from 'react';
import { isOver } from '#contract/workOrder.ts';
import { formatFull, formatNumber, MISSING } from '#domain/figure/number.ts';
import { post } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Table } from '#web/ui/Table.tsx';
import type { OrderInfo, OrderPart } from '../contract.ts';
import { ordersKey } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Order.module.css';
import { useOrderTexts } from './useOrderTexts.ts';

/** Parts that were used up, with what they cost. */
export function Parts({ order, may }: { readonly order: OrderInfo; readonly may: boolean }) {
  const t = useOrderTexts();
  return (
    <section className={styles.part}>
      <h3>
        {t('parts')}
        {order.partsCost !== null && <small>{t('partsCost', { cost: formatNumber(order.partsCost) })}</small>}
      </h3>
      <Table<OrderPart>
        look="list"
        label={t('parts')}
        columns={[
          { key: 'part', title: t('part'), rowHead: true, render: (row) => row.partName },
          {
            key: 'quantity',
            title: t('quantity'),
            end: true,
            render: (row) => `${formatFull(row.quantity)} ${row.unit ?? ''}`.trim(),
          },
          {
            key: 'cost',
            title: t('cost'),
            end: true,
            render: (row) => (row.cost === null ? MISSING : formatNumber(row.cost)),
          },
        ]}
        rows={order.parts}
        keyOf={(row) => row.id}
        empty={<p className={styles.quiet}>{t('noParts')}</p>}
      />
      {may && !isOver(order.orderState) && <AddPart order={order} />}
    </section>
  );
}

function AddPart({ order }: { readonly order: OrderInfo }) {
  const t = useOrderTexts();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [quantity, setQuantity] = useState<number | null>(1);
  const [unit, setUnit] = useState('');
  const [cost, setCost] = useState<number | null>(null);
  const add = async (): Promise<void> => {
    await post('alarm/workOrderPart/add', {
      workOrderId: order.workOrderId,
      consumerId: order.consumerId,
      partName: name.trim(),
      quantity,
      unit: unit.trim() || null,
      cost,
    });
    setName('');
    setCost(null);
    await queries.invalidateQueries({ queryKey: ordersKey });
  };
  return (
    <div className={`${kit.wrap} ${styles.row}`}>
      <Input
        aria-label={t('part')}
        placeholder={t('part')}
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <InputNumber
        aria-label={t('quantity')}
        min={0}
        value={quantity}
        onChange={setQuantity}
        style={{ width: 80 }}
      />
      <Input
        aria-label={t('unit')}
        placeholder={t('unit')}
        maxLength={20}
        value={unit}
        onChange={(event) => setUnit(event.target.value)}
        style={{ width: 80 }}
      />
      <InputNumber
        aria-label={t('cost')}
        placeholder={t('cost')}
        min={0}
        value={cost}
        onChange={setCost}
        style={{ width: 110 }}
      />
      <Button disabled={name.trim() === '' || quantity === null} onClick={() => void add().catch(() => {})}>
        {t('addPart')}
      </Button>
    </div>
  );
}
