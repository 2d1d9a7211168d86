import { Suspense } from 'react';
import { ARCHIVE_TABS } from '#contract/archiveTab.ts';
import ResourceScreen from '#web/resource/ResourceScreen.tsx';
import { plainPath } from '#web/shell/menu.ts';
import { usePagePath } from '#web/shell/usePageTitle.ts';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { TAB_PAGES } from './tabPages.ts';

/** A tab of the metering archive: its own page, or the list of its resource. */
export default function ArchivePage() {
  const path = plainPath(usePagePath());
  const tab = ARCHIVE_TABS.find(({ screen }) => plainPath(screen) === path);
  if (!tab) return <ResourceScreen />;
  const Page = TAB_PAGES[tab.number];
  if (!Page) return <ResourceScreen />;
  return (
    <Suspense fallback={<LoadingState />}>
      <Page key={tab.number} tab={tab} />
    </Suspense>
  );
}
