import { Suspense } from 'react';
import { ARCHIVE_TABS } from '#contract/archiveTab.ts';
import ResourceScreen from '#web/resource/ResourceScreen.tsx';
import { plainPath } from '#web/shell/menu.ts';
import { usePagePath } from '#web/shell/usePageTitle.ts';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { TabStrip } from './TabStrip.tsx';
import { TAB_PAGES } from './tabPages.ts';

/** A tab of the metering archive: the tabs of its group above, its list or page below. */
export default function ArchivePage() {
  const path = plainPath(usePagePath());
  const tab = ARCHIVE_TABS.find(({ screen }) => plainPath(screen) === path);
  if (!tab) return <ResourceScreen />;
  const Page = TAB_PAGES[tab.number];
  return (
    <>
      <TabStrip tab={tab} />
      {Page ? (
        <Suspense fallback={<LoadingState />}>
          <Page key={tab.number} tab={tab} />
        </Suspense>
      ) : (
        <ResourceScreen />
      )}
    </>
  );
}
