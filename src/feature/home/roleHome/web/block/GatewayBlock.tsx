import { CONTACT_STATUS, useCommunicationTexts } from '#feature/meters/communication/web/public.ts';
import { Ago } from '#web/ui/Ago.tsx';
import { Slot } from '#web/ui/Slot.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { GatewayCare } from '../../contract.ts';
import { goals } from '../goals.ts';
import { type BlockProps, EVERY_MS, useBlock } from '../useBlock.ts';
import { useHomeTexts } from '../useHomeTexts.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Block.module.css';

/** Gateways that say nothing now, the latest to fall silent first; those that were never heard last. */
export default function GatewayBlock({ consumerId }: BlockProps) {
  const t = useHomeTexts();
  const c = useCommunicationTexts();
  const answer = useBlock<GatewayCare>('getGateways', { consumerId }, EVERY_MS.now);
  return (
    <Slot query={answer} title={t('quietGateways')}>
      {({ quiet, quietCount, summary, now }) => {
        const all = summary.online + summary.offline + summary.silent + summary.never;
        return (
          <Panel
            title={`${t('quietGateways')} ${quietCount}`}
            unit={t('onlineOf', { n: summary.online, m: all })}
            extra={<GoLink goal={goals.gateways()}>{t('allOfThem')}</GoLink>}
          >
            {all === 0 ? (
              <EmptyState why={t('noGateway')} next={t('noGatewayNext')} height={72}>
                <GoLink goal={goals.gateways()}>{t('openGateways')}</GoLink>
              </EmptyState>
            ) : quiet.length === 0 ? (
              <EmptyState why={t('allOnline')} height={72} />
            ) : (
              <ul className={`${kit.list} ${styles.lines}`} aria-label={t('quietGateways')}>
                {quiet.map((row) => (
                  <li key={row.id}>
                    <span className={styles.dot}>
                      <StatusDot status={CONTACT_STATUS[row.contact]} />
                    </span>
                    <div className={styles.what}>
                      <p className={styles.pair}>
                        <GoLink goal={goals.gateway(row.id, row.consumerId)} className={styles.name}>
                          {row.gatewayName}
                        </GoLink>
                        <span className={styles.aside}>
                          {consumerId === null ? row.consumerName : (row.siteName ?? '')}
                        </span>
                      </p>
                      <p className={styles.small}>
                        {row.meters > 0 ? t('metersBehind', { n: row.meters }) : t('noMeterBehind')}
                      </p>
                    </div>
                    <div className={styles.end}>
                      {c(row.contact)}{' '}
                      {row.lastSeenAt !== null && <Ago at={row.lastSeenAt} zone={row.timeZone} now={now} />}
                    </div>
                  </li>
                ))}
              </ul>
            )}
          </Panel>
        );
      }}
    </Slot>
  );
}
