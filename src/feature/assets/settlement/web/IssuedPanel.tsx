import { unitText } from '#web/ui/unit.ts';
import { formatDifference, formatFull, formatNumber, MISSING } from '#domain/figure/number.ts';
import { timeAt } from '#domain/time/text.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Table } from '#web/ui/Table.tsx';
import {
  type IssuedSettlement,
  REVENUE_COST_LABELS,
  SHARE_LABELS,
  type SettlementStatement,
} from '../contract.ts';
import { PeriodName } from './LinePanel.tsx';
import styles from './Settlement.module.css';

const yuan = (value: number | null): string => (value === null ? MISSING : formatNumber(value, 2));

/** The settlement as it was kept, what it would be now, and why. */
export function IssuedPanel({
  issued,
  statement: { settlement },
}: {
  readonly issued: IssuedSettlement;
  readonly statement: SettlementStatement;
}) {
  const t = useTexts<typeof import('./texts.ts').texts>('settlement');
  const say = useText();
  const { differences, shares, days, causes } = issued;
  const same = [differences, shares, days, causes].every(({ length }) => length === 0);
  return (
    <Panel
      title={t('keptBy', {
        at: timeAt(settlement.timeZone, issued.issuedAt),
        by: issued.issuedBy ?? MISSING,
      })}
      flush={!same}
    >
      {same ? (
        t('keptSame')
      ) : (
        <>
          {causes.length > 0 && (
            <ul className={styles['causes']} style={{ padding: '12px 16px 0 32px' }}>
              {causes.map((cause) => (
                <li key={cause.en}>{say(cause)}</li>
              ))}
            </ul>
          )}
          <Differences issued={issued} net={settlement.net} />
          <Days days={days} />
        </>
      )}
    </Panel>
  );
}

const energy = (value: number | null): string => (value === null ? MISSING : formatFull(value));

function Differences({ issued, net }: { readonly issued: IssuedSettlement; readonly net: number }) {
  const t = useTexts<typeof import('./texts.ts').texts>('settlement');
  const say = useText();
  const rows = [
    ...issued.differences.map((one) => ({ ...one, item: REVENUE_COST_LABELS[one.type] })),
    ...issued.shares.map((one) => ({ ...one, item: SHARE_LABELS[one.share], period: 0 })),
  ];
  return (
    <Table
      look="panel"
      label={t('difference')}
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { key: 'asset', title: t('asset'), rowHead: true, render: ({ assetName }) => assetName },
        { key: 'item', title: t('item'), render: ({ item }) => say(item) },
        { key: 'period', title: t('period'), render: ({ period }) => <PeriodName period={period} /> },
        {
          key: 'was',
          title: t('keptWas'),
          unit: unitText('CNY'),
          end: true,
          render: (row) => yuan(row.issued),
        },
        { key: 'now', title: t('now'), unit: unitText('CNY'), end: true, render: (row) => yuan(row.now) },
        {
          key: 'by',
          title: t('difference'),
          unit: unitText('CNY'),
          end: true,
          render: (row) => formatDifference(row.difference, 2),
        },
      ]}
      foot={[
        { content: t('net'), span: 3, rowHead: true },
        { content: yuan(issued.net), end: true },
        { content: yuan(net), end: true },
        {
          content: formatDifference((Math.round(net * 100) - Math.round(issued.net * 100)) / 100, 2),
          end: true,
        },
      ]}
    />
  );
}

function Days({ days }: { readonly days: IssuedSettlement['days'] }) {
  const t = useTexts<typeof import('./texts.ts').texts>('settlement');
  if (days.length === 0) return null;
  return (
    <Table
      look="panel"
      label={t('changedDays')}
      rows={days}
      keyOf={({ assetName, date }) => `${assetName} ${date}`}
      columns={[
        {
          key: 'asset',
          title: t('changedDays'),
          rowHead: true,
          render: ({ assetName }) => assetName,
        },
        {
          key: 'day',
          title: t('day'),
          render: ({ date, ammeterId }) => (
            <PageLink kind="meter" id={ammeterId}>
              {date}
            </PageLink>
          ),
        },
        {
          key: 'was',
          title: t('keptWas'),
          unit: 'kWh',
          end: true,
          render: (row) => energy(row.issued),
        },
        { key: 'now', title: t('now'), unit: 'kWh', end: true, render: (row) => energy(row.now) },
      ]}
    />
  );
}
