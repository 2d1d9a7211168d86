import LogoutOutlined from '@ant-design/icons-svg/es/asn/LogoutOutlined';
import { Link } from '@tanstack/react-router';
import { pages } from '#web/features.ts';
import { findPage } from '#web/page.ts';
import { leaveFor } from '#web/api/returnAddress.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useSession } from '#web/session/session.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Popup } from '#web/ui/Popup.tsx';
import { initialsOf } from './initials.ts';
import { useLogOut } from './useLogOut.ts';
import kit from '#web/ui/kit.module.css';
import styles from './UserMenu.module.css';

const LINKS = [
  ['profile', '/SDNUserAdmin/SDNUserInfo'],
  ['changePassword', '/SDNUserAdmin/SDNResetPwd'],
  ['security', '/SDNUserAdmin/SDNSecurity'],
  ['news', '/SDNUserAdmin/SDNNewsCenter'],
  ['records', '/SDNUserAdmin/SDNOperateRecords'],
  ['help', '/SDNUserAdmin/SDNHelp'],
] as const;

/** Who is logged in, and at a press: profile, password, records, log out. */
export function UserMenu({ compact }: { compact: boolean }) {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const { user, roles } = useSession();
  const { consumer } = useConsumer();
  // Where the head of the page shows the person's own enterprise, its name stands there alone.
  const own = user.orgName ?? t('administrator');
  const below = own === consumer?.orgName ? roles.map((one) => one.roleName).join(' · ') : own;
  const leave = useLogOut();
  return (
    <Popup
      label={t('user')}
      above
      align="start"
      width={200}
      className={styles.host ?? ''}
      buttonClass={styles.user ?? ''}
      button={
        <>
          <span className="visually-hidden">
            {t('user')}: {compact && user.name}
          </span>
          {user.icon ? (
            <img className={styles.avatar} src={user.icon} alt="" />
          ) : (
            <span className={styles.avatar} aria-hidden="true">
              {initialsOf(user.name)}
            </span>
          )}
          {!compact && (
            <span className={styles.names}>
              <span>{user.name}</span>
              {below !== '' && <span className={styles.below}>{below}</span>}
            </span>
          )}
        </>
      }
    >
      {(close) => (
        <ul className={`${kit.list} ${styles.list}`}>
          {LINKS.filter(([, path]) => findPage(pages, path)).map(([key, path]) => (
            <li key={key}>
              <Link to={path} onClick={close}>
                {t(key)}
              </Link>
            </li>
          ))}
          <li>
            <button type="button" onClick={() => leaveFor('#/lock')}>
              {t('lock')}
            </button>
          </li>
          <li>
            <button
              type="button"
              onClick={() => {
                close();
                void leave();
              }}
            >
              <Icon icon={LogoutOutlined} /> {t('logOut')}
            </button>
          </li>
        </ul>
      )}
    </Popup>
  );
}
