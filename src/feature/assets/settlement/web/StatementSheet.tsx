import { unitText } from '#web/ui/unit.ts';
import { PERIODS } from '#contract/period.ts';
import { formatDifference, formatFull, formatNumber, MISSING } from '#domain/figure/number.ts';
import { spanText, timeAt } from '#domain/time/text.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Table } from '#web/ui/Table.tsx';
import { type AssetSettlement, REVENUE_COST_LABELS, type SettlementStatement } from '../contract.ts';
import styles from './Statement.module.css';

/** A settlement on paper: whose it is, its lines, shares, proof, doubts, and where it is signed. */
export function StatementSheet({ statement }: { readonly statement: SettlementStatement }) {
  const t = useTexts<typeof import('./texts.ts').texts>('settlement');
  const { settlement, month, consumerName, issued, preparedAt, preparedBy } = statement;
  const clock = (at: number): string => timeAt(settlement.timeZone, at);
  const facts = [
    [t('account'), consumerName],
    [t('site'), settlement.siteName],
    [t('time'), `${clock(settlement.from)} – ${clock(settlement.to)}`],
    [t('coverage'), settlement.coverage === null ? MISSING : `${settlement.coverage}%`],
  ];
  const state = issued
    ? t('keptBy', { at: clock(issued.issuedAt), by: issued.issuedBy ?? MISSING })
    : settlement.unfinished
      ? t('unfinished')
      : t('draft');
  return (
    <article className={styles['sheet']} aria-label={t('paperTitle')}>
      <header>
        <h1>
          {t('paperTitle')} {month}
        </h1>
        <p>{state}</p>
      </header>
      <dl className={styles['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {settlement.assets.map((asset) => (
        <AssetPart key={`${asset.asset} ${asset.assetId}`} asset={asset} timeZone={settlement.timeZone} />
      ))}
      <p className={styles['sum']}>
        {t('net')} <b>¥ {formatNumber(settlement.net, 2)}</b>
      </p>
      <p>{t('roundNote')}</p>
      <div className={styles['signatures']}>
        {[t('signOwner'), t('signCustomer'), t('signDate')].map((name) => (
          <p key={name}>
            <span />
            {name}
          </p>
        ))}
      </div>
      <footer>
        {t('prepared')} {preparedBy} • {clock(preparedAt)}
      </footer>
    </article>
  );
}

function AssetPart({ asset, timeZone }: { readonly asset: AssetSettlement; readonly timeZone: string }) {
  const t = useTexts<typeof import('./texts.ts').texts>('settlement');
  const energies = (
    [
      [t('charged'), asset.charged],
      [t('discharged'), asset.discharged],
      [t('generated'), asset.generated],
      [t('selfUsed'), asset.selfUsed],
      [t('fedIn'), asset.fedIn],
    ] as const
  ).filter(([, value]) => value !== null);
  return (
    <section>
      <h2>{asset.assetName}</h2>
      <p>
        {energies.map(([name, value]) => `${name} ${formatFull(value)} kWh`).join(' • ')}
        {asset.efficiency !== null && ` • ${t('efficiency')} ${formatNumber(asset.efficiency, 2)}%`}
        {asset.cycles !== null && ` • ${t('cycles')} ${formatNumber(asset.cycles, 4)}`}
      </p>
      <Lines asset={asset} />
      {asset.gross !== null && (
        <p>
          {t('gross')} {formatDifference(asset.gross, 2)} •{' '}
          {t('shares', { customer: formatNumber(asset.customer, 2), owner: formatNumber(asset.owner, 2) })} (
          {asset.customerShare}%)
        </p>
      )}
      {asset.demands.map((demand) => (
        <p key={demand.from}>
          {t('demandProof')}: {t('withoutBattery')} {formatNumber(demand.without, 2)} kW (
          {timeAt(timeZone, demand.withoutAt)}), {t('withBattery')} {formatNumber(demand.actual, 2)} kW (
          {timeAt(timeZone, demand.actualAt)}),{' '}
          {t('savedBy', { price: formatFull(demand.price), amount: formatDifference(demand.amount, 2) })}
        </p>
      ))}
      {asset.doubts.map(({ reason, quarters, from, to }) => (
        <p key={reason} className={styles['doubt']}>
          {t(reason)} ({t(reason === 'sessions' ? 'times' : 'quarters', { n: quarters })},{' '}
          {spanText(timeZone, from, to)})
        </p>
      ))}
    </section>
  );
}

function Lines({ asset }: { readonly asset: AssetSettlement }) {
  const t = useTexts<typeof import('./texts.ts').texts>('settlement');
  const say = useText();
  return (
    <Table
      look="lines"
      label={asset.assetName}
      rows={asset.rows}
      keyOf={({ key }) => key}
      columns={[
        {
          key: 'item',
          title: t('item'),
          rowHead: true,
          render: ({ type }) => say(REVENUE_COST_LABELS[type]),
        },
        {
          key: 'period',
          title: t('period'),
          render: ({ period }) => (period === 0 ? '' : say(PERIODS[period as keyof typeof PERIODS])),
        },
        {
          key: 'energy',
          title: t('energy'),
          unit: 'kWh',
          end: true,
          render: ({ quantity }) => (quantity === null ? '' : formatFull(quantity)),
        },
        {
          key: 'price',
          title: t('price'),
          unit: unitText('CNY'),
          end: true,
          render: ({ price }) => (price === null ? '' : formatFull(price)),
        },
        {
          key: 'amount',
          title: t('amount'),
          unit: unitText('CNY'),
          end: true,
          render: ({ amount }) => (amount === null ? t('noPrice') : formatDifference(amount, 2)),
        },
      ]}
      foot={[
        { content: t('net'), span: 4, rowHead: true },
        { content: formatDifference(asset.net, 2), end: true },
      ]}
    />
  );
}
