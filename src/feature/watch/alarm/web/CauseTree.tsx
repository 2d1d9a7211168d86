import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { timeAt } from '#domain/time/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import type { AlarmLink, AlarmRow, AlarmTree } from '../contract.ts';
import styles from './Alarm.module.css';
import { treeQuery } from './calls.ts';
import { LevelMark } from '#web/ui/LevelMark.tsx';
import { useAlarmTexts } from './useAlarmTexts.ts';

const MONITOR = '/SDNAlertConfig/SDNRTAlertMonitor';
const PAGE = 10;

/** What an alarm follows from, what follows from it, and who is notified next; nothing where there is none of it. */
export function CauseTree({ row }: { readonly row: AlarmRow }) {
  const t = useAlarmTexts();
  const [size, setSize] = useState(PAGE);
  const { data } = useQuery(treeQuery(row.id, size));
  if (!data || (data.causes.length === 0 && data.list.length === 0 && data.next === null)) return null;
  const { causes, list, pagination, standing, next } = data;
  return (
    <section className={styles.tree}>
      <h3>{t('tree')}</h3>
      {causes.length > 0 && (
        <>
          <p>{t('causedBy')}</p>
          <Links links={causes} consumerId={row.consumerId} />
        </>
      )}
      {list.length > 0 && (
        <>
          <p>{t('follows', { n: pagination.total, m: standing })}</p>
          <Links links={list} consumerId={row.consumerId} />
          {list.length < pagination.total && (
            <Button kind="link" onClick={() => setSize(size + PAGE)}>
              {t('moreFollow')}
            </Button>
          )}
        </>
      )}
      {next && <Next next={next} zone={row.timeZone} />}
    </section>
  );
}

function Links({ links, consumerId }: { readonly links: readonly AlarmLink[]; readonly consumerId: number }) {
  const t = useAlarmTexts();
  return (
    <ul>
      {links.map((link) => (
        <li key={link.id ?? `gateway ${link.gatewayId}`}>
          {link.id === null || link.alarmLevel === null ? (
            t('gatewayQuiet', { name: link.name })
          ) : (
            <>
              <LevelMark level={link.alarmLevel} />
              <GoLink goal={{ to: MONITOR, search: { consumer: consumerId, record: link.id } }}>
                {link.name}
              </GoLink>
              {link.alarmStatus === '0' && <span className={styles.quiet}>{t('recoveredSeen')}</span>}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Next({ next, zone }: { readonly next: NonNullable<AlarmTree['next']>; readonly zone: string }) {
  const t = useAlarmTexts();
  const names = next.people.join(t('comma'));
  return (
    <p>
      {t('next', { at: timeAt(zone, next.at).slice(5), group: next.groupName })}
      {names !== '' && (
        <span className={styles.quiet}>
          {' '}
          {next.more > 0 ? t('nextMore', { names, n: next.more }) : names}
        </span>
      )}
    </p>
  );
}
