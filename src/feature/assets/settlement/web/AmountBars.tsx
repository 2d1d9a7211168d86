import { sumOf } from '#domain/decimal/sum.ts';
import { formatDifference, MISSING } from '#domain/figure/number.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { RevenueChart } from '../contract.ts';
import styles from './Settlement.module.css';

/** What each type came to, as bars to both sides of zero; hatched where it is a cost. */
export function AmountBars({
  chart,
  names,
}: {
  readonly chart: RevenueChart;
  readonly names?: ReadonlyMap<string, string>;
}) {
  const t = useTexts<typeof import('./texts.ts').texts>('settlement');
  const rows = chart.types.map(({ code, name, kind }) => {
    const amounts = chart.total.assets.flatMap((asset) => asset.rows.filter(({ type }) => type === code));
    const value = sumOf(amounts.map(({ amount }) => amount));
    return { code, name: names?.get(code) ?? name, kind, value };
  });
  const shown = rows.filter(({ value }) => value !== null);
  if (shown.length === 0) return <EmptyState why={t('noRows')} height={120} />;
  const most = Math.max(1, ...shown.map(({ value }) => Math.abs(value ?? 0)));
  return (
    <dl className={styles['bars']}>
      {shown.map(({ code, name, value, kind }) => (
        <div key={code}>
          <dt>{name}</dt>
          <dd>
            <span className={styles['axis']} aria-hidden>
              <i
                className={kind === 'cost' ? styles['costBar'] : styles['incomeBar']}
                style={{
                  width: `${(Math.abs(value ?? 0) / most) * 50}%`,
                  ...((value ?? 0) < 0 ? { right: '50%' } : { left: '50%' }),
                }}
              />
            </span>
            <b>{value === null ? MISSING : formatDifference(value, 2)}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}
