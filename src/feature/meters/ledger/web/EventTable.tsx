import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { MISSING } from '#domain/figure/number.ts';
import type { Life } from '../contract.ts';
import { beginning, describe, eventWords } from './describe.ts';
import type { Editing } from './EventDialog.tsx';
import styles from './MeterLife.module.css';
import { useLedgerTexts } from './useLedgerTexts.ts';

export interface EventTableProps {
  readonly life: Life;
  readonly selected: number | null;
  readonly onSelect: (id: number | null) => void;
  readonly onEdit: (editing: Editing) => void;
}

/** The events of a life, newest first, by the numbers of the bar. */
export function EventTable({ life, selected, onSelect, onEdit }: EventTableProps) {
  const t = useLedgerTexts();
  const mayEdit = useMay('archive.ledger.edit');
  const mayDelete = useMay('archive.ledger.del');
  if (life.rows.length === 0) return <EmptyState why={t('noEvents')} next={t('noEventsNext')} height={120} />;
  const rows = life.rows.map((row, i) => ({ row, i })).toReversed();
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>{t('number')}</th>
            <th>{t('date')}</th>
            <th>{t('event')}</th>
            <th>{t('changed')}</th>
            <th>{t('registers')}</th>
            <th>{t('remark')}</th>
            <th aria-label={t('actions')} />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, i }) => {
            const last = life.rows[i - 1]?.endRegister ?? null;
            return (
              <tr
                key={row.id}
                aria-selected={selected === row.id}
                onClick={() => onSelect(selected === row.id ? null : row.id)}
              >
                <td>{i + 1}</td>
                <td>{beginning(row, life.zone, t)}</td>
                <td>{eventWords(row.events, t)}</td>
                <td>{describe(row, t)}</td>
                <td>
                  {last === null && row.startRegister === null
                    ? MISSING
                    : t('lastFirst', { last: last ?? MISSING, first: row.startRegister ?? MISSING })}
                </td>
                <td>{row.remark ?? MISSING}</td>
                <td className={styles.rowActions}>
                  {mayEdit && (
                    <Button
                      kind="link"
                      aria-label={t('edit', { n: i + 1 })}
                      onClick={() => onEdit({ row, del: false })}
                    >
                      {t('editShort')}
                    </Button>
                  )}
                  {mayDelete && (
                    <Button
                      kind="link"
                      aria-label={t('del', { n: i + 1 })}
                      onClick={() => onEdit({ row, del: true })}
                    >
                      {t('delete')}
                    </Button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
