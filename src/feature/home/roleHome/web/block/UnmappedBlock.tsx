import { formatNumber } from '#domain/figure/number.ts';
import { Slot } from '#web/ui/Slot.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { GatewayCare } from '../../contract.ts';
import { goals } from '../goals.ts';
import { type BlockProps, EVERY_MS, useBlock } from '../useBlock.ts';
import { useHomeTexts } from '../useHomeTexts.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Block.module.css';

/** Gateways that send names or keys which mean nothing yet, with what waits for them. */
export default function UnmappedBlock({ consumerId }: BlockProps) {
  const t = useHomeTexts();
  const answer = useBlock<GatewayCare>('getGateways', { consumerId }, EVERY_MS.now);
  return (
    <Slot query={answer} title={t('unmapped')}>
      {({ unmapped, unmappedCount }) => (
        <Panel title={`${t('unmapped')} ${unmappedCount}`}>
          {unmapped.length === 0 ? (
            <EmptyState why={t('allMapped')} height={72} />
          ) : (
            <ul className={`${kit.list} ${styles.lines}`} aria-label={t('unmapped')}>
              {unmapped.map((row) => (
                <li key={row.id}>
                  <span />
                  <div className={`${styles.what} ${styles.pair}`}>
                    <GoLink goal={goals.gateway(row.id, row.consumerId, 'unmapped')} className={styles.name}>
                      {row.gatewayName}
                    </GoLink>
                    <span className={styles.aside}>{row.consumerName}</span>
                  </div>
                  <div className={styles.end}>
                    {t('unmappedOf', { n: row.unmapped })}{' '}
                    <span className={styles.small}>
                      {row.waiting > 0 && t('waiting', { n: formatNumber(row.waiting, 0) })}
                    </span>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      )}
    </Slot>
  );
}
