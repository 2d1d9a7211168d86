import { formatNumber, formatPercent, MISSING } from '#domain/figure/number.ts';
import { ageText } from '#web/ui/age.ts';
import { CONTACT_STATUS, useCommunicationTexts } from '#feature/meters/communication/web/public.ts';
import { Slot } from '#web/ui/Slot.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { Feeder, Feeders } from '../../contract.ts';
import { loadOf } from '../../domain/load.ts';
import { goals } from '../goals.ts';
import { MayLink } from '../MayLink.tsx';
import { type BlockProps, EVERY_MS, useBlock } from '../useBlock.ts';
import { useHomeTexts } from '../useHomeTexts.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Block.module.css';

/** The power of each feeder now beside what it is made for. */
export default function FeederBlock({ consumerId }: BlockProps) {
  const t = useHomeTexts();
  const answer = useBlock<Feeders>('getFeeders', { consumerId }, EVERY_MS.power);
  return (
    <Slot query={answer} title={t('feeders')}>
      {({ list, count, known, now }) => (
        <Panel
          title={t('feeders')}
          unit={t('byLoad')}
          extra={
            <>
              <span className={styles.aside}>{t('powerOf', { n: known, m: count })}</span>
              <GoLink goal={goals.meters()}>{t('allOfThem')}</GoLink>
            </>
          }
        >
          {list.length === 0 ? (
            <EmptyState why={t('noFeeder')} next={t('noFeederNext')} height={88} />
          ) : (
            <ul className={`${kit.list} ${styles.feeders}`} aria-label={t('feeders')}>
              {list.map((feeder) => (
                <Line key={feeder.ammeterId} feeder={feeder} now={now} />
              ))}
            </ul>
          )}
        </Panel>
      )}
    </Slot>
  );
}

function Line({ feeder, now }: { readonly feeder: Feeder; readonly now: number }) {
  const t = useHomeTexts();
  const c = useCommunicationTexts();
  const { ammeterId, ammeterName, power, ratedPower, contact, lastAt } = feeder;
  const load = loadOf(feeder);
  const rated = ratedPower === null ? t('noRated') : t('rated', { kW: formatNumber(ratedPower, 0) });
  return (
    <li>
      <span className={kit.clip} title={ammeterName}>
        <MayLink needs="SDNMonitoring.Overview" goal={goals.meter(ammeterId, null)}>
          {ammeterName}
        </MayLink>
      </span>
      <span className={`${styles.end} ${styles.big}`}>
        {power === null ? MISSING : formatNumber(power, 0)}
        {power !== null && <span className={styles.small}> kW</span>}
      </span>
      {power === null ? (
        <span className={styles.small} style={{ gridColumn: '3 / -1' }}>
          <StatusDot
            status={CONTACT_STATUS[contact === 'online' ? 'offline' : contact]}
            text={contact === 'online' ? t('noPower') : c(contact)}
          />
          {lastAt !== null && ` ${ageText((now - lastAt) / 1000)}`}
        </span>
      ) : (
        <>
          {load === null ? (
            <span className={styles.plain} title={rated} />
          ) : (
            <span className={styles.bar} title={rated} aria-hidden="true">
              <i style={{ width: `${Math.max(0, Math.min(100, load * 100))}%` }} />
            </span>
          )}
          <span className={styles.end} title={rated}>
            {load === null ? MISSING : formatPercent(load)}
          </span>
        </>
      )}
    </li>
  );
}
