import BellOutlined from '@ant-design/icons-svg/es/asn/BellOutlined';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '#web/text/useTexts.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Popup } from '#web/ui/Popup.tsx';
import { countQuery } from './calls.ts';
import styles from './NoticeBell.module.css';
import { NoticeList } from './NoticeList.tsx';

/** Most that the badge says in figures. */
const MOST = 99;

/** How many notices are unread; at a press the list of those that last. */
export function NoticeBell() {
  const t = useTexts<typeof import('./texts.ts').texts>('notice');
  const { data } = useQuery(countQuery);
  const unread = data?.unread ?? 0;
  return (
    <Popup
      label={data?.open ? t('open', { n: data.open, unread }) : t('notices')}
      width={380}
      button={
        <>
          <Icon icon={BellOutlined} size={16} />
          {unread > 0 && (
            <span className={styles.badge} data-level={data?.level}>
              {unread > MOST ? `${MOST}+` : unread}
            </span>
          )}
        </>
      }
    >
      {(close) => <NoticeList onLeave={close} />}
    </Popup>
  );
}
