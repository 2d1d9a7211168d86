import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import { lazyAntd } from '#web/theme/lazyAntd.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { AllAt } from '../place.tsx';
import { useSession } from '../session/session.ts';
import { setLayoutFlag, useLayout } from './layout.ts';
import styles from './Shell.module.css';
import { ShellPlace } from './place.ts';
import { useVisit } from './Places.tsx';
import { Sider } from './Sider.tsx';
import { SubjectTabs } from './SubjectTabs.tsx';
import { focusTable } from './focusTable.ts';
import { useAccountPreferences } from './useAccountPreferences.ts';
import { keepTyping } from './find/typedAhead.ts';
import { loadFind, useReady } from './find/useReady.ts';
import { leaveTour, tourRun } from '../tour/tourStore.ts';
import { useKeys } from './useKeys.ts';
import { useStampedConsumer } from './useStampedConsumer.ts';

const FillingBar = lazy(async () => ({
  default: (await import('#feature/home/demonstration/web/public.ts')).FillingBar,
}));
const FindDialog = lazy(loadFind);
const GuidedTour = lazyAntd(() => import('../tour/GuidedTour.tsx'));
const KeysDialog = lazy(() => import('./KeysDialog.tsx'));

/** What stands beside every page is told nothing. */
const ALONE = {};

/** Header, side menu, content and footer around every screen. */
export function Shell() {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const layout = useLayout();
  const narrow = useNarrow();
  const { filling } = useSession();
  const tour = useSyncExternalStore(tourRun.subscribe, tourRun.get);
  // Whoever comes to a shell anew, after a locked screen or as another person, takes it up by hand.
  useEffect(() => leaveTour, []);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [dialog, setDialog] = useState<{ what: 'menu' | 'find' | 'keys'; path: string } | null>(null);
  // A dialog belongs to the page it was opened on.
  const open = dialog?.path === path ? dialog.what : null;
  const setOpen = (what: 'menu' | 'find' | 'keys'): void => setDialog({ what, path });
  const find = (): void => {
    if (open !== 'find') keepTyping();
    setOpen('find');
  };
  const close = (): void => setDialog(null);
  useStampedConsumer();
  useAccountPreferences();
  useVisit();
  useReady();
  useKeys({
    find,
    keys: () => setOpen('keys'),
    menu: () => setLayoutFlag('collapsed', !layout.collapsed),
    table: focusTable,
  });
  return (
    <div
      className={styles.shell}
      data-collapsed={layout.collapsed || undefined}
      data-fixed-header={layout.fixedHeader || undefined}
      data-fixed-navigation={layout.fixedNavigation || undefined}
      data-fixed-ribbon={layout.fixedRibbon || undefined}
      data-fixed-footer={layout.fixedFooter || undefined}
    >
      <a className={styles.skip} href="#main" onClick={focusMain}>
        {t('skipToContent')}
      </a>
      <a className={`${styles.skip} ${styles.skipTable}`} href="#table" onClick={toTable}>
        {t('skipToTable')}
      </a>
      {!narrow && <Sider collapsed={layout.collapsed} />}
      <div className={styles.column}>
        <Header narrow={narrow} onMenu={() => setOpen('menu')} onFind={find} onKeys={() => setOpen('keys')} />
        <Suspense>{filling && <FillingBar />}</Suspense>
        <main className={styles.main} id="main" tabIndex={-1}>
          <SubjectTabs />
          <Outlet />
        </main>
        <Footer />
      </div>
      {narrow && open === 'menu' && (
        <Dialog title={t('menu')} side="left" width={280} bare onClose={close}>
          <Sider collapsed={false} drawer />
        </Dialog>
      )}
      <Suspense>
        {open === 'find' && <FindDialog onClose={close} />}
        {open === 'keys' && <KeysDialog onClose={close} />}
        {tour && <GuidedTour />}
      </Suspense>
      <AllAt place={ShellPlace} of={ALONE} wait={null} />
    </div>
  );
}

function toTable(event: React.MouseEvent): void {
  event.preventDefault();
  focusTable();
}

/** The address is the hash route, so the link may not change it. */
function focusMain(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
