import { ARCHIVE_GROUPS, ARCHIVE_LISTS, ARCHIVE_TABS } from '#contract/archiveTab.ts';
import type { ArchiveGroup, ArchiveTab } from '#contract/archiveTab.ts';
import { ALL, UPLOADED, button, resourceScreen, screen, subject, wing } from './node.ts';
import type { MenuNode } from './node.ts';

/** A tab of the metering archive: the list of its resource, or a page of its own. */
const tabScreens = ({ resource, funCode, name, screen: url, buttons = [] }: ArchiveTab): MenuNode[] => {
  if (resource !== undefined) return [{ ...resourceScreen(resource, ALL), name, url }];
  if (funCode === undefined) return [];
  const children = buttons.map(([code, { zh, en }]) => button(code, zh, en));
  return [{ funCode, name, type: 'screen', url, enterprise: true, children }];
};

/** The six groups of tabs. */
const tabGroups = (): MenuNode[] =>
  Object.entries(ARCHIVE_GROUPS).map(([group, { zh, en }]) =>
    subject(`Archive.${group}`, zh, en, [
      ...ARCHIVE_TABS.filter((tab) => tab.group === group).flatMap(tabScreens),
      ...(ARCHIVE_LISTS[group as ArchiveGroup] ?? []).map((name) =>
        resourceScreen(name, name === 'checkplanCheckfile' ? UPLOADED : ALL),
      ),
    ]),
  );

export const archive = wing('Archive', '档案', 'Archive', 'archive', [
  subject('Archive.State', '档案总览', 'Archive overview', [
    screen('Archive.Overview', '档案总览', 'Archive overview'),
    screen('Archive.VerificationCalendar', '检定日历', 'Verification calendar'),
  ]),
  ...tabGroups(),
]);
