import { dictionary } from '#resource/sys/dictionary.ts';
import { ResourcePage } from '#web/resource/ResourcePage.tsx';
import type { WebSlots } from '#web/resource/slot.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { moveEntry, toggleEntry, type Category } from './calls.ts';
import { texts } from './texts.ts';
import { useMasterTexts } from './useMasterTexts.ts';

const slots: WebSlots = {
  actions: [
    { key: 'up', label: texts.up, permission: 'edit', run: (row) => moveEntry(row, -1), edits: true },
    { key: 'down', label: texts.down, permission: 'edit', run: (row) => moveEntry(row, 1), edits: true },
    { key: 'enable', label: texts.enable, permission: 'edit', run: toggleEntry, edits: true },
  ],
};

/** Lists that are trees of their own. */
export const TREES: Readonly<Record<string, string>> = {
  region: '/SDNSysAdmin/SDNAdminArea',
  industry: '/SDNSysAdmin/SDNIndustry',
};

/** The entries of one category as a list like any other, or the way to the tree where they stand. */
export function Entries({ category }: { readonly category: Category }) {
  const t = useMasterTexts();
  const tree = TREES[category.code];
  if (!tree)
    return (
      <ResourcePage
        key={category.id}
        resource={dictionary}
        slots={slots}
        fixed={{ categoryId: category.id }}
      />
    );
  return (
    <Panel>
      <EmptyState why={t('inTree')} next={t('inTreeNext')} height={300}>
        <GoLink goal={{ to: tree }}>{t('elsewhere')}</GoLink>
      </EmptyState>
    </Panel>
  );
}
