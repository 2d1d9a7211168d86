import { useQuery } from '@tanstack/react-query';
import { WORK_DEMANDS, WORK_ORDER_STATES } from '#contract/workOrder.ts';
import { MISSING } from '#domain/figure/number.ts';
import { timeAt } from '#domain/time/text.ts';
import { LevelMark } from '#web/ui/LevelMark.tsx';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import type { OrderRow } from '../contract.ts';
import { About } from './About.tsx';
import type { Change, OrderAddress } from './address.ts';
import { ordersQuery } from './calls.ts';
import { useOrderTexts } from './useOrderTexts.ts';

export interface OrderListProps {
  readonly query: Readonly<Record<string, string | number>>;
  readonly address: OrderAddress;
  readonly onChange: Change;
  readonly onOpen: (id: number) => void;
}

/** All work orders of the query, what is open first. */
export function OrderList({ query, address, onChange, onOpen }: OrderListProps) {
  const t = useOrderTexts();
  const { page, size, q, mine, late } = address;
  const answer = useQuery(ordersQuery({ ...query, current: page, pageSize: size }));
  const filtered = q !== '' || mine || late;
  return (
    <Panel flush>
      <ListTable<OrderRow>
        {...answerOf(answer)}
        label={t('orders')}
        columns={useColumns(onOpen)}
        keyOf={(row) => row.workOrderId}
        page={{ current: page, size }}
        onPage={(current, next) => onChange({ page: current, size: next })}
        empty={
          filtered ? (
            <EmptyState why={t('none')} height={200} />
          ) : (
            <EmptyState why={t('noneYet')} next={t('noneNext')} height={240} />
          )
        }
      />
    </Panel>
  );
}

function useColumns(onOpen: (id: number) => void): TableColumn<OrderRow>[] {
  const t = useOrderTexts();
  const say = useText();
  const at = (row: OrderRow, ms: number | null): string => (ms === null ? MISSING : timeAt(row.timeZone, ms));
  return [
    {
      key: 'order',
      title: t('order'),
      render: (row) => (
        <Button kind="link" onClick={() => onOpen(row.workOrderId)}>
          {row.orderName}
        </Button>
      ),
    },
    { key: 'number', title: t('number'), end: true, render: (row) => row.workOrderId },
    { key: 'urgency', title: t('urgency'), render: (row) => <LevelMark level={row.urgency} /> },
    { key: 'state', title: t('state'), render: (row) => say(WORK_ORDER_STATES[row.orderState]) },
    { key: 'demand', title: t('demand'), render: (row) => say(WORK_DEMANDS[row.demand]) },
    { key: 'site', title: t('site'), render: (row) => row.siteName ?? MISSING },
    {
      key: 'about',
      title: t('about'),
      render: (row) => <About row={row} />,
    },
    { key: 'assignee', title: t('assignee'), render: (row) => row.assigneeName ?? t('nobody') },
    {
      key: 'due',
      title: t('due'),
      render: (row) =>
        row.late ? (
          <StatusDot
            status="alarm"
            text={`${at(row, row.dueAt)} ${row.doneAt === null ? t('late') : t('doneLate')}`}
          />
        ) : (
          at(row, row.dueAt)
        ),
    },
    { key: 'created', title: t('created'), render: (row) => at(row, row.createdAt) },
  ];
}
