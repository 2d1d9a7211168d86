import { PERIODS } from '#contract/period.ts';
import type { CostOrigin } from '#feature/meters/reading/contract.ts';
import { useText } from '#web/text/useTexts.ts';
import { ProvenanceStep } from '#web/ui/ProvenanceDrawer.tsx';
import { Table } from '#web/ui/Table.tsx';
import { formatFull } from '#domain/figure/number.ts';
import { dateAt, timeAt } from '#domain/time/text.ts';
import styles from './OriginPanel.module.css';
import { useProvenanceTexts } from './useProvenanceTexts.ts';

/** What the bucket costs: energy × price of each period, and the version of the scheme that says the price. */
export function OriginCost({ cost, timeZone }: { readonly cost: CostOrigin; readonly timeZone: string }) {
  const t = useProvenanceTexts();
  const text = useText();
  return (
    <ProvenanceStep title={t('cost')} aside={t('costIs', { amount: cost.exact ?? '--' })}>
      {cost.parts.map((part) => (
        <div key={part.from}>
          <p className={styles.note}>
            {t(part.spot ? 'priceBySpot' : part.since === null ? 'priceBy' : 'priceBySince', {
              scheme: part.schemeName,
              account: part.account,
              since: part.since ?? '',
              from: dateAt(timeZone, part.from),
              to: dateAt(timeZone, part.to - 1),
            })}
          </p>
          {part.changed && (
            <p className={styles.note}>
              {t('priceChanged', {
                when: timeAt(timeZone, part.changed.at),
                by: part.changed.by ?? '--',
                what: text(part.changed.what),
              })}
            </p>
          )}
          <Products lines={part.lines} />
        </div>
      ))}
      {cost.credit !== null && (
        <p className={styles.note}>{t('creditIs', { amount: formatFull(cost.credit) })}</p>
      )}
    </ProvenanceStep>
  );
}

/** Energy × price of each period. */
function Products({ lines }: Pick<CostOrigin['parts'][number], 'lines'>) {
  const t = useProvenanceTexts();
  const text = useText();
  return (
    <Table
      look="small"
      headless
      className={styles.rows}
      columns={[
        {
          key: 'period',
          title: '',
          className: styles.period,
          render: ({ period }) => (
            <>
              {period !== 0 && <i style={{ background: `var(--tariff-${period})` }} />}
              {period === 0 ? t('noPeriod') : text(PERIODS[period])}
            </>
          ),
        },
        {
          key: 'product',
          title: '',
          render: ({ energy, price }) => `${formatFull(energy)} kWh × ${price}`,
        },
        {
          key: 'amount',
          title: '',
          end: true,
          className: styles.number,
          render: ({ amount }) => formatFull(amount),
        },
      ]}
      rows={lines}
      keyOf={({ period }) => period}
    />
  );
}
