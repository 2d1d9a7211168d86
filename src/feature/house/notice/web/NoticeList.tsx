import { useQuery } from '@tanstack/react-query';
import { timeAt } from '#domain/time/text.ts';
import { useSession } from '#web/session/session.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { NoticeWire } from '../contract.ts';
import { LEVEL_STATUS, noticesQuery, readNotices, useNoticeAddress } from './calls.ts';
import styles from './NoticeBell.module.css';

const SHOWN = 20;

/** The notices that last and follow from no other, the newest first; opening one marks it as read. */
export function NoticeList({ onLeave }: { readonly onLeave: () => void }) {
  const t = useTexts<typeof import('./texts.ts').texts>('notice');
  const { data, error, refetch } = useQuery(noticesQuery({ state: 'causes', current: 1, pageSize: SHOWN }));
  if (error) return <ErrorState what={error.message} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState height={120} />;
  if (data.list.length === 0) return <p className={styles.none}>{t('none')}</p>;
  return (
    <>
      <ul className={styles.list}>
        {data.list.map((notice) => (
          <Entry key={notice.id} notice={notice} onLeave={onLeave} />
        ))}
      </ul>
      <div className={styles.foot}>
        <a href="#/SDNCommunication/SDNNotice" onClick={onLeave}>
          {t('all')}
        </a>
        {data.list.some((notice) => !notice.read) && (
          <Button kind="link" onClick={() => void readNotices().catch(() => {})}>
            {t('readAll')}
          </Button>
        )}
      </div>
    </>
  );
}

function Entry({ notice, onLeave }: { readonly notice: NoticeWire; readonly onLeave: () => void }) {
  const t = useTexts<typeof import('./texts.ts').texts>('notice');
  const many = useSession().consumers.length > 1;
  const address = useNoticeAddress()(notice);
  const words = <span className={notice.read ? '' : styles.unread}>{notice.text}</span>;
  const open = (): void => {
    void readNotices([notice.id]).catch(() => {});
    onLeave();
  };
  return (
    <li>
      {address === null ? (
        words
      ) : (
        <a href={address} onClick={open}>
          {words}
        </a>
      )}
      <div className={styles.line}>
        <StatusDot status={LEVEL_STATUS[notice.level]} text={notice.kindName} />
        <span>{`${many ? `${notice.consumerName} · ` : ''}${t('since', { at: timeAt(notice.timeZone, notice.since) })}`}</span>
      </div>
    </li>
  );
}
