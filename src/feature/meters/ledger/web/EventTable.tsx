import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { MISSING } from '#domain/figure/number.ts';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { Life } from '../contract.ts';
import { beginning, describe, eventWords } from './describe.ts';
import type { Editing } from './EventDialog.tsx';
import styles from './MeterLife.module.css';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import { useLedgerTexts } from './useLedgerTexts.ts';

export interface EventTableProps {
  readonly life: Life;
  readonly selected: number | null;
  readonly onSelect: (id: number | null) => void;
  readonly onEdit: (editing: Editing) => void;
}

interface Event {
  readonly row: Life['rows'][number];
  /** Its place in the life, from 0. */
  readonly i: number;
}

/** The events of a life, newest first, by the numbers of the bar. */
export function EventTable({ life, selected, onSelect, onEdit }: EventTableProps) {
  const t = useLedgerTexts();
  if (life.rows.length === 0) return <EmptyState why={t('noEvents')} next={t('noEventsNext')} height={120} />;
  const rows = life.rows.map((row, i) => ({ row, i })).toReversed();
  const columns: TableColumn<Event>[] = [
    { key: 'number', title: t('number'), render: ({ i }) => i + 1 },
    {
      key: 'date',
      title: t('date'),
      classOf: () => styles.date,
      render: ({ row }) => beginning(row, life.zone, t),
    },
    { key: 'event', title: t('event'), render: ({ row }) => eventWords(row.events, t) },
    { key: 'changed', title: t('changed'), render: ({ row }) => describe(row, t) },
    {
      key: 'registers',
      title: t('registers'),
      render: ({ row: { startRegister: first }, i }) => {
        const last = life.rows[i - 1]?.endRegister ?? null;
        if (last === null && first === null) return MISSING;
        return t('lastFirst', { last: last ?? MISSING, first: first ?? MISSING });
      },
    },
    { key: 'remark', title: t('remark'), render: ({ row }) => row.remark ?? MISSING },
    {
      key: 'actions',
      title: '',
      label: t('actions'),
      classOf: () => styles.rowActions,
      render: (event) => <Actions event={event} onEdit={onEdit} />,
    },
  ];
  return (
    <ScrollArea label={null} className={styles.scroll}>
      <Table<Event>
        look="lines"
        className={styles.table}
        columns={columns}
        rows={rows}
        keyOf={({ row, i }) => row.id ?? i}
        rowOf={({ row: { id } }) => ({
          selected: selected === id,
          onClick: () => onSelect(selected === id ? null : id),
        })}
      />
    </ScrollArea>
  );
}

interface ActionsProps extends Pick<EventTableProps, 'onEdit'> {
  readonly event: Event;
}

function Actions({ event: { row, i }, onEdit }: ActionsProps) {
  const t = useLedgerTexts();
  const mayEdit = useMay('archive.ledger.edit');
  const mayDelete = useMay('archive.ledger.del');
  return (
    <>
      {mayEdit && (
        <Button kind="link" aria-label={t('edit', { n: i + 1 })} onClick={() => onEdit({ row, del: false })}>
          {t('editShort')}
        </Button>
      )}
      {mayDelete && (
        <Button kind="link" aria-label={t('del', { n: i + 1 })} onClick={() => onEdit({ row, del: true })}>
          {t('delete')}
        </Button>
      )}
    </>
  );
}
