import { ACCOUNT } from '#contract/accountType.ts';
import MenuOutlined from '@ant-design/icons-svg/es/asn/MenuOutlined';
import QuestionCircleOutlined from '@ant-design/icons-svg/es/asn/QuestionCircleOutlined';
import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined';
import { lazy, Suspense } from 'react';
import { useConsumer } from '#web/session/consumer.ts';
import { useSession } from '#web/session/session.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useShownPageHead } from '#web/ui/pageHead.tsx';
import { AppearanceMenu } from './AppearanceMenu.tsx';
import { ConsumerSelect } from './ConsumerSelect.tsx';
import styles from './Header.module.css';
import { LanguageMenu } from './LanguageMenu.tsx';
import { useIsPage } from './Places.tsx';
import { StarButton } from './StarButton.tsx';
import { TaskTray } from './TaskTray.tsx';
import { usePageTitle } from './usePageTitle.ts';

export interface HeaderProps {
  readonly narrow: boolean;
  readonly onMenu: () => void;
  readonly onFind: () => void;
  readonly onKeys: () => void;
}

/** The bell waits until the page has its first picture. */
const BELL_MS = 2000;
const Bell = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, BELL_MS));
  return import('./Bell.tsx');
});

/** Breadcrumb over the page title with its freshness; enterprise, find, tasks, language, appearance, keys. */
export function Header({ narrow, onMenu, onFind, onKeys }: HeaderProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  return (
    <header className={styles.header}>
      {narrow && (
        <Button kind="icon" aria-label={t('openMenu')} onClick={onMenu}>
          <Icon icon={MenuOutlined} size={18} />
        </Button>
      )}
      <Title narrow={narrow} />
      <div className={styles.tools}>
        {!narrow && (
          <>
            <OperatorGroup />
            <ConsumerSelect />
            <Button className={styles.find} data-tour="find" aria-keyshortcuts="Control+K" onClick={onFind}>
              <Icon icon={SearchOutlined} />
              <span>{t('find')}</span>
              <kbd>Ctrl K</kbd>
            </Button>
          </>
        )}
        {narrow && (
          <Button kind="icon" data-tour="find" aria-label={t('find')} onClick={onFind}>
            <Icon icon={SearchOutlined} size={16} />
          </Button>
        )}
        <TaskTray />
        <Suspense fallback={<span className={styles.bell} />}>
          <Bell />
        </Suspense>
        {!narrow && <LanguageMenu />}
        <AppearanceMenu />
        {!narrow && (
          <Button kind="icon" aria-label={t('keys')} title={t('keys')} onClick={onKeys}>
            <Icon icon={QuestionCircleOutlined} size={16} />
          </Button>
        )}
      </div>
    </header>
  );
}

/** For an operator the group that is looked after, as far as the enterprise in view has one (specification 2 section 1). */
function OperatorGroup() {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const { user } = useSession();
  const { consumer } = useConsumer();
  if (user.accountType !== ACCOUNT.operator) return null;
  return <span className={styles.group}>{consumer?.groupName ?? t('administrator')}</span>;
}

function Title({ narrow }: { narrow: boolean }) {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const { title, over, own } = usePageTitle();
  const known = useIsPage();
  const { aside } = useShownPageHead();
  const { consumer } = useConsumer();
  return (
    <div className={styles.head}>
      {!narrow && (
        <nav className={styles.crumbs} aria-label={t('breadcrumb')}>
          {over.join(' / ') || '\u00a0'}
        </nav>
      )}
      <div className={styles.line}>
        <h1 className={styles.title}>{title}</h1>
        {!narrow && known && title && <StarButton title={title} own={own} />}
        {!narrow && aside && <div className={styles.aside}>{aside}</div>}
      </div>
      {narrow && <div className={styles.crumbs}>{aside ?? consumer?.orgName ?? '\u00a0'}</div>}
    </div>
  );
}
