import BellOutlined from '@ant-design/icons-svg/es/asn/BellOutlined';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Popup } from '#web/ui/Popup.tsx';
import type { NoticeLevel } from '../contract.ts';
import { countQuery } from './calls.ts';
import styles from './NoticeBell.module.css';
import { NoticeList } from './NoticeList.tsx';

/** Most that the badge says in figures. */
const MOST = 99;

/** What else the bell rings for. */
interface Beside {
  /** How many wait for somebody, and how grave the gravest of them is. */
  readonly waiting: number;
  readonly level: NoticeLevel | null;
  /** How many there are, in words. */
  readonly words: string;
  /** Over the list of notices; `close` closes the list. */
  readonly lines: (close: () => void) => ReactNode;
}

/** How many notices are unread, and what waits beside them; at a press the list of those that last. */
export function NoticeBell({ beside }: { readonly beside?: Beside | null }) {
  const t = useTexts<typeof import('./texts.ts').texts>('notice');
  const { data } = useQuery(countQuery);
  const unread = data?.unread ?? 0;
  const shown = unread + (beside?.waiting ?? 0);
  const level = Math.max(data?.level ?? 0, beside?.level ?? 0);
  const badge = shown > MOST ? `${MOST}+` : String(shown);
  const own = data?.open ? t('open', { n: data.open, unread }) : t('notices');
  return (
    <Popup
      label={beside?.waiting ? t('waiting', { n: badge, alarms: beside.words, notices: own }) : own}
      width={380}
      button={
        <>
          <Icon icon={BellOutlined} size={16} />
          {shown > 0 && (
            <span className={styles.badge} data-level={level}>
              {badge}
            </span>
          )}
        </>
      }
    >
      {(close) => (
        <>
          {beside?.lines(close)}
          <NoticeList onLeave={close} />
        </>
      )}
    </Popup>
  );
}
