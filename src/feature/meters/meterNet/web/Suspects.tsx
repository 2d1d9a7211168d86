import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { formatChange, formatNumber } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { NetAnswer } from '../contract.ts';
import { useNetTexts } from './net.ts';
import styles from './NetPage.module.css';

/** The meters that the course of the balances speaks against. */
export function Suspects({ net, onSelect }: { net: NetAnswer; onSelect: (ammeterId: number) => void }) {
  const t = useNetTexts();
  const meters = new Map(net.meters.map((meter) => [meter.ammeterId, meter]));
  return (
    <Panel title={t('suspects')} flush>
      <p className={styles['hint']}>{t('suspectsHint', { ...net.searched })}</p>
      <ListTable
        label={t('suspects')}
        columns={[
          {
            key: 'meter',
            title: t('meter'),
            render: ({ ammeterId }) => (
              <button type="button" className={styles['press']} onClick={() => onSelect(ammeterId)}>
                {meters.get(ammeterId)?.ammeterName} {meters.get(ammeterId)?.ammeterCode}
              </button>
            ),
          },
          {
            key: 'error',
            title: t('error'),
            end: true,
            render: ({ error, spread }) => `${formatChange(error, 2)} ± ${formatNumber(spread * 200, 2)}%`,
          },
          {
            key: 'limit',
            title: t('limit'),
            end: true,
            render: ({ ammeterId }) => `±${meters.get(ammeterId)?.accuracy.limit ?? '--'}%`,
          },
          { key: 'weight', title: t('weight'), end: true, render: ({ weight }) => formatNumber(weight, 1) },
          {
            key: 'verdict',
            title: t('verdict'),
            render: ({ certain }) =>
              certain ? <span className={styles['bad']}>{t('certain')}</span> : t('possible'),
          },
        ]}
        rows={net.suspects}
        keyOf={(one) => one.ammeterId}
        total={null}
        page={null}
        onPage={() => undefined}
        empty={<EmptyState why={t('noSuspects')} height={80} />}
      />
    </Panel>
  );
}
