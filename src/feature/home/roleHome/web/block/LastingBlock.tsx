import { useQueryClient } from '@tanstack/react-query';
import { dateAt } from '#domain/time/text.ts';
import { ageText } from '#web/ui/age.ts';
import { LEVEL_STATUS, readNotices, useNoticeAddress } from '#feature/house/notice/web/public.ts';
import { Slot } from '#web/ui/Slot.tsx';
import { shortClock } from '#web/text/wallClock.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { LastingNotice, LastingNotices } from '../../contract.ts';
import { goals } from '../goals.ts';
import { type BlockProps, EVERY_MS, useBlock } from '../useBlock.ts';
import { useHomeTexts } from '../useHomeTexts.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Block.module.css';

/** What is not as it should be now, since when, and who knows. */
export default function LastingBlock({ consumerId }: BlockProps) {
  const t = useHomeTexts();
  const answer = useBlock<LastingNotices>('getLasting', { consumerId }, EVERY_MS.now);
  return (
    <Slot query={answer} title={t('lasting')}>
      {({ list, count, unseen, endedToday, now }) => (
        <Panel
          title={`${t('lasting')} ${count}`}
          unit={unseen > 0 ? t('unseen', { n: unseen }) : undefined}
          extra={
            <>
              <span className={styles.aside}>{t('endedToday', { n: endedToday })}</span>
              <GoLink goal={goals.notices()}>{t('allOfThem')}</GoLink>
            </>
          }
        >
          {list.length === 0 ? (
            <EmptyState why={t('nothingLasts')} next={t('nothingLastsNext')} height={88} />
          ) : (
            <ul className={`${kit.list} ${styles.lines}`} aria-label={t('lasting')}>
              {list.map((notice) => (
                <Line key={notice.id} notice={notice} now={now} />
              ))}
            </ul>
          )}
        </Panel>
      )}
    </Slot>
  );
}

function Line({ notice, now }: { readonly notice: LastingNotice; readonly now: number }) {
  const t = useHomeTexts();
  const client = useQueryClient();
  const address = useNoticeAddress()(notice);
  const { id, level, text, since, timeZone, kindName, readers, more, read } = notice;
  const clock = (at: number): string => shortClock(timeZone, at, dateAt(timeZone, now));
  const see = async (): Promise<void> => {
    await readNotices([id]);
    await client.invalidateQueries({ queryKey: ['home', 'getLasting'] });
  };
  const seen = readers.map((one) => `${one.name} ${clock(one.at)}`).join(t('comma'));
  return (
    <li>
      <span className={styles.dot}>
        <StatusDot status={LEVEL_STATUS[level]} />
      </span>
      <div className={styles.what}>
        <p className={styles.notice}>{address === null ? text : <a href={address}>{text}</a>}</p>
        <p className={styles.small}>
          {t('since', { at: clock(since) })} • <b>{ageText((now - since) / 1000)}</b> • {kindName}
        </p>
        <p className={styles.small}>
          {readers.length === 0
            ? t('seenByNobody')
            : `${t('seenBy', { names: seen })}${more > 0 ? ` ${t('andMore', { n: more })}` : ''}`}
        </p>
      </div>
      <div className={styles.tools}>
        {!read && (
          <Button kind="primary" onClick={() => void see().catch(() => undefined)}>
            {t('iKnow')}
          </Button>
        )}
      </div>
    </li>
  );
}
