import { useText, useTexts } from '#web/text/useTexts.ts';
import { formatDifference, formatFull, formatNumber } from '#domain/figure/number.ts';
import { timeAt } from '#domain/time/text.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { Table } from '#web/ui/Table.tsx';
import type { IssuedBill } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Bill.module.css';

export interface IssuedPanelProps {
  readonly issued: IssuedBill;
  readonly timeZone: string;
  readonly onOpen: (day: number) => void;
}

/** The bill as it was issued, what would be different now, and why. */
export function IssuedPanel({ issued, timeZone, onOpen }: IssuedPanelProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  const say = useText();
  const at = timeAt(timeZone, issued.issuedAt);
  const by = issued.issuedBy ?? '--';
  return (
    <Panel
      title={t('issued')}
      flush
      extra={
        <span className={kit.quiet}>{t('issuedAt', { at, by, total: formatNumber(issued.total, 2) })}</span>
      }
    >
      {issued.differences.length === 0 && issued.days.length === 0 ? (
        <p className={styles['note']}>{t('same')}</p>
      ) : (
        <>
          <Table
            look="panel"
            className={styles['table']}
            scroll={{ label: t('issued') }}
            columns={[
              { key: 'item', title: t('item'), render: ({ item }) => say(item) },
              {
                key: 'issued',
                title: t('wasIssued'),
                end: true,
                render: ({ issued: was }) => formatNumber(was, 2),
              },
              { key: 'now', title: t('now'), end: true, render: ({ now }) => formatNumber(now, 2) },
              {
                key: 'difference',
                title: t('difference'),
                end: true,
                classOf: () => styles['off'],
                render: ({ difference }) => formatDifference(difference, 2),
              },
            ]}
            rows={issued.differences}
            keyOf={({ item }) => say(item)}
          />
          <ul className={styles['list']} aria-label={t('causes')}>
            {issued.causes.map((cause) => (
              <li key={say(cause)}>{say(cause)}</li>
            ))}
          </ul>
          <div className={styles['days']}>
            {issued.days.map(({ date, at: day, issued: was, now }) => (
              <button key={date} type="button" className={styles['press']} onClick={() => onOpen(day)}>
                {date}: {formatFull(was)} → {formatFull(now)} kWh
              </button>
            ))}
          </div>
        </>
      )}
    </Panel>
  );
}
