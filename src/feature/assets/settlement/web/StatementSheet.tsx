import { unitText } from '#web/ui/unit.ts';
import { PERIODS } from '#contract/period.ts';
import { formatDifference, formatFull, formatNumber, MISSING } from '#domain/figure/number.ts';
import { spanText, timeAt } from '#domain/time/text.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import {
  type AssetSettlement,
  type IssuedSettlement,
  REVENUE_COST_LABELS,
  type SettlementStatement,
} from '../contract.ts';
import { between, type PaperAsset, type PaperLine, paperOf } from '../domain/statementPaper.ts';
import styles from './Statement.module.css';

/**
 * A settlement on paper: whose it is, its lines, shares, proof, doubts, and where it is signed. Of a month that was kept it is what
 * was kept, with what it would be now beside it.
 */
export function StatementSheet({ statement }: { readonly statement: SettlementStatement }) {
  const t = useTexts<typeof import('./texts.ts').texts>('settlement');
  const { month, consumerName, issued, preparedAt, preparedBy } = statement;
  const { settlement, assets, differs } = paperOf(statement);
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
      {issued && <KeptNote issued={issued} differs={differs} />}
      {assets.map((part) => (
        <AssetPart
          key={`${part.asset.asset} ${part.asset.assetId}`}
          part={part}
          differs={differs}
          timeZone={settlement.timeZone}
        />
      ))}
      <p className={styles['sum']}>
        {t('net')} <b>¥ {formatNumber(settlement.net, 2)}</b>
        {differs && ` (${nowNet(t, settlement.net, statement.settlement.net)})`}
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

type Say = ReturnType<typeof useTexts<typeof import('./texts.ts').texts>>;

const nowNet = (t: Say, was: number, now: number): string =>
  t('nowNet', { net: formatNumber(now, 2), by: formatDifference(between(was, now), 2) });

const nowShares = (
  t: Say,
  { customer, owner, customerShare }: NonNullable<PaperAsset['sharesNow']>,
): string =>
  t('sharesNow', {
    customer: formatNumber(customer, 2),
    owner: formatNumber(owner, 2),
    share: formatFull(customerShare),
  });

/** That the figures are those that were kept, what was not kept, and why they would be others now. */
function KeptNote({ issued, differs }: { readonly issued: IssuedSettlement; readonly differs: boolean }) {
  const t = useTexts<typeof import('./texts.ts').texts>('settlement');
  const say = useText();
  return (
    <>
      <p>{differs ? t('keptBeside') : t('keptAgrees')}</p>
      {issued.amountsAlone && <p className={styles['doubt']}>{t('keptAmountsAlone')}</p>}
      {issued.causes.length > 0 && (
        <p>
          {t(differs ? 'whyNow' : 'changedSince')}: {issued.causes.map((cause) => say(cause)).join('; ')}
        </p>
      )}
    </>
  );
}

interface AssetPartProps {
  readonly part: PaperAsset;
  readonly differs: boolean;
  readonly timeZone: string;
}

/** The round trip of a battery, of how many days, or that no day is known in full. */
function tripOf({ efficiency, efficiencyDays: days }: AssetSettlement, t: Say): string {
  if (!days) return '';
  if (efficiency === null)
    return days.known === 0 && days.of > 0 ? ` • ${t('efficiency')} ${MISSING} (${t('noWholeDay')})` : '';
  const told = days.known < days.of ? ` (${t('wholeDays', days)})` : '';
  return ` • ${t('efficiency')} ${formatNumber(efficiency, 2)}%${told}`;
}

function AssetPart({ part, differs, timeZone }: AssetPartProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('settlement');
  const { asset, sharesNow } = part;
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
        {tripOf(asset, t)}
        {asset.cycles !== null && ` • ${t('cycles')} ${formatNumber(asset.cycles, 4)}`}
      </p>
      <Lines part={part} differs={differs} />
      {asset.gross !== null && (
        <p>
          {t('gross')} {formatDifference(asset.gross, 2)} •{' '}
          {t('shares', { customer: formatNumber(asset.customer, 2), owner: formatNumber(asset.owner, 2) })} (
          {asset.customerShare}%){sharesNow && ` (${nowShares(t, sharesNow)})`}
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

const yuan = (key: string, title: string, of: (line: PaperLine) => string): TableColumn<PaperLine> => ({
  key,
  title,
  unit: unitText('CNY'),
  end: true,
  render: of,
});

function Lines({ part, differs }: Pick<AssetPartProps, 'part' | 'differs'>) {
  const t = useTexts<typeof import('./texts.ts').texts>('settlement');
  const say = useText();
  const { asset, lines, netNow } = part;
  return (
    <Table
      look="lines"
      label={asset.assetName}
      rows={lines}
      keyOf={({ key }) => key}
      columns={[
        {
          key: 'item',
          title: t('item'),
          rowHead: true,
          render: ({ type, added }) => `${say(REVENUE_COST_LABELS[type])}${added ? ` (${t('added')})` : ''}`,
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
        yuan('price', t('price'), ({ price }) => (price === null ? '' : formatFull(price))),
        yuan('amount', differs ? t('keptWas') : t('amount'), ({ amount, added }) =>
          added ? MISSING : amount === null ? t('noPrice') : formatDifference(amount, 2),
        ),
        ...(differs
          ? [
              yuan('now', t('now'), ({ now }) => signed(now)),
              yuan('by', t('difference'), ({ difference }) =>
                difference === null ? '' : signed(difference),
              ),
            ]
          : []),
      ]}
      foot={[
        { content: t('net'), span: 4, rowHead: true },
        { content: formatDifference(asset.net, 2), end: true },
        ...(differs
          ? [
              { content: signed(netNow), end: true },
              { content: formatDifference(between(asset.net, netNow ?? 0), 2), end: true },
            ]
          : []),
      ]}
    />
  );
}

const signed = (value: number | null): string => (value === null ? MISSING : formatDifference(value, 2));
