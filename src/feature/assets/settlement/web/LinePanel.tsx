import { QUARTER_MS } from '#domain/time/duration.ts';
import { PERIODS } from '#contract/period.ts';
import { formatDifference, formatFull, formatNumber, MISSING } from '#domain/figure/number.ts';
import { spanText, timeAt } from '#domain/time/text.ts';
import type { Opening } from '#web/provenance/useOpened.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Table } from '#web/ui/Table.tsx';
import { REVENUE_COST_LABELS, type SettlementRow, type SiteSettlement } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Settlement.module.css';

interface Props {
  readonly settlement: SiteSettlement;
  readonly onOpen: (bucket: Opening) => void;
}

/** A tariff period with its colour. */
export function PeriodName({ period }: { readonly period: number }) {
  const say = useText();
  if (period === 0) return <>{MISSING}</>;
  return (
    <>
      <i className={styles['dot']} style={{ background: `var(--tariff-${period})` }} aria-hidden />
      {say(PERIODS[period as keyof typeof PERIODS])}
    </>
  );
}

/** The lines of a settlement; an energy opens where it comes from. */
export function LinePanel({ settlement, onOpen }: Props) {
  const t = useTexts<typeof import('./texts.ts').texts>('settlement');
  const say = useText();
  const rows = settlement.assets.flatMap((asset) => asset.rows);
  const middle = Math.floor((settlement.from + settlement.to) / 2);
  const energy = (row: SettlementRow) =>
    row.quantity === null || row.ammeterId === null ? (
      MISSING
    ) : (
      <button
        type="button"
        className={styles['link']}
        title={t('openOrigin')}
        onClick={() => onOpen({ level: 4, at: middle, meter: row.ammeterId })}
      >
        {formatFull(row.quantity)}
      </button>
    );
  return (
    <Panel title={t('lines')} unit="CNY" flush>
      <Table
        look="panel"
        label={t('lines')}
        scroll={{ label: t('lines') }}
        rows={rows}
        keyOf={(row) => row.key}
        empty={<EmptyState why={t('noRows')} height={160} />}
        columns={[
          { key: 'asset', title: t('asset'), rowHead: true, render: (row) => row.assetName },
          {
            key: 'item',
            title: t('item'),
            render: (row) => [say(REVENUE_COST_LABELS[row.type]), row.month].filter(Boolean).join(' '),
          },
          { key: 'period', title: t('period'), render: (row) => <PeriodName period={row.period} /> },
          { key: 'energy', title: t('energy'), unit: 'kWh', end: true, render: energy },
          {
            key: 'price',
            title: t('price'),
            end: true,
            render: (row) => (row.price === null ? MISSING : formatFull(row.price)),
          },
          {
            key: 'amount',
            title: t('amount'),
            end: true,
            render: (row) => (row.amount === null ? t('noPrice') : formatDifference(row.amount, 2)),
          },
        ]}
        foot={[
          { content: t('net'), span: 5, rowHead: true },
          { content: formatDifference(settlement.net, 2), end: true },
        ]}
      />
      <p className={`${kit.quiet} ${styles.quiet}`} style={{ padding: '0 16px 12px' }}>
        {t('roundNote')}
      </p>
    </Panel>
  );
}

/** The quarter of an hour in which a window ends: its origin tells the window too. */
const quarterOf = (at: number): number => Math.ceil(at / QUARTER_MS) * QUARTER_MS;

/** The two windows that prove what a battery saved of the demand. */
export function ProofPanel({ settlement, onOpen }: Props) {
  const t = useTexts<typeof import('./texts.ts').texts>('settlement');
  const proofs = settlement.assets.flatMap((asset) => asset.demands);
  if (proofs.length === 0) return null;
  const clock = (at: number): string => timeAt(settlement.timeZone, at);
  return (
    <Panel title={t('demandProof')}>
      {proofs.map((demand) => (
        <dl key={`${demand.stationId} ${demand.from}`} className={styles['proof']}>
          {(
            [
              [t('withoutBattery'), demand.without, demand.withoutAt],
              [t('withBattery'), demand.actual, demand.actualAt],
            ] as const
          ).map(([label, kW, at]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <button
                  type="button"
                  className={styles['link']}
                  title={t('openOrigin')}
                  onClick={() => onOpen({ level: 1, at: quarterOf(at), meter: demand.ammeterId })}
                >
                  {formatNumber(kW, 2)}
                </button>{' '}
                <small>kW • {clock(at)}</small>
              </dd>
            </div>
          ))}
          <div>
            <dt>{t('window')}</dt>
            <dd>
              <small>{demand.slip === 15 ? t('windowBlock') : t('windowSlides', { n: demand.slip })}</small>
            </dd>
          </div>
          <div>
            <dt>{t('difference')}</dt>
            <dd>
              {formatNumber(demand.without - demand.actual, 2)}{' '}
              <small>
                kW{' '}
                {t('savedBy', {
                  price: formatFull(demand.price),
                  amount: formatDifference(demand.amount, 2),
                })}
              </small>
            </dd>
          </div>
        </dl>
      ))}
    </Panel>
  );
}

/** What is missing or in doubt, of which asset and when; nothing where all is sure. */
export function DoubtPanel({ settlement }: { readonly settlement: SiteSettlement }) {
  const t = useTexts<typeof import('./texts.ts').texts>('settlement');
  const doubts = settlement.assets.flatMap((asset) => asset.doubts);
  if (doubts.length === 0) return null;
  return (
    <Panel title={t('doubts')} flush>
      <Table
        look="rows"
        label={t('doubts')}
        rows={doubts}
        keyOf={({ assetId, reason, assetName }) => `${assetName} ${assetId} ${reason}`}
        columns={[
          { key: 'asset', title: t('asset'), rowHead: true, render: ({ assetName }) => assetName },
          {
            key: 'why',
            title: t('item'),
            render: ({ reason, quarters, from, to }) => (
              <>
                {t(reason)}{' '}
                <small>
                  ({t(reason === 'sessions' ? 'times' : 'quarters', { n: quarters })},{' '}
                  {spanText(settlement.timeZone, from, to)})
                </small>
              </>
            ),
          },
        ]}
      />
    </Panel>
  );
}
