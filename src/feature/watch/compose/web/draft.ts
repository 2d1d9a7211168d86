import type { CompositionTree } from '#contract/composition.ts';
import type { Params } from '#web/api.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { EMPTY_TREE } from './tree.ts';

/** A composition as a person fills it in; delays in s. */
export interface Draft {
  readonly name: string;
  readonly level: string;
  readonly onDelay: number;
  readonly offDelay: number;
  readonly enable: boolean;
  readonly tree: CompositionTree;
}

export const EMPTY_DRAFT: Draft = {
  name: '',
  level: '3',
  onDelay: 60,
  offDelay: 60,
  enable: true,
  tree: EMPTY_TREE,
};

export const treeOf = (row: ResourceRow): CompositionTree =>
  (row['composition'] as CompositionTree | null | undefined) ?? EMPTY_TREE;

export const draftOf = (row: ResourceRow): Draft => ({
  name: String(row['alarmName'] ?? ''),
  level: String(row['alarmLevel'] ?? '3'),
  onDelay: Number(row['triggerInterval'] ?? 60),
  offDelay: Number(row['recoverInterval'] ?? 60),
  enable: row['enable'] === true,
  tree: treeOf(row),
});

/** The fields of the rule. */
export const fieldsOf = (draft: Draft): Params => ({
  alarmName: draft.name,
  alarmLevel: draft.level,
  triggerMethod: 'compose',
  triggerInterval: draft.onDelay,
  recoverInterval: draft.offDelay,
  enable: draft.enable ? 1 : 0,
  composition: JSON.stringify(draft.tree),
});
