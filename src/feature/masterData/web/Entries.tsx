import { dictionary } from '#contract/resource/sys/dictionary.ts';
import { ResourcePage } from '#web/resource/ResourcePage.tsx';
import type { WebSlots } from '#web/resource/slot.ts';
import { moveEntry, toggleEntry } from './calls.ts';
import { texts } from './texts.ts';

const slots: WebSlots = {
  actions: [
    { key: 'up', label: texts.up, permission: 'edit', run: (row) => moveEntry(row, -1), edits: true },
    { key: 'down', label: texts.down, permission: 'edit', run: (row) => moveEntry(row, 1), edits: true },
    { key: 'enable', label: texts.enable, permission: 'edit', run: toggleEntry, edits: true },
  ],
};

/** The entries of one category as a list like any other: add, edit in place, order, import, export. */
export const Entries = ({ categoryId }: { readonly categoryId: number }) => (
  <ResourcePage key={categoryId} resource={dictionary} slots={slots} fixed={{ categoryId }} />
);
