import { queryOptions } from '@tanstack/react-query';
import { OBJECT_CATEGORIES } from '#contract/monitorType.ts';
import type { ObjectCategory } from '#contract/monitorType.ts';
import type { Text } from '#contract/text.ts';
import { get } from '#web/api.ts';
import type { ExtendValue, ObjectNode } from '../contract.ts';
import type { Arranged } from './arrange.ts';

/** The tree of objects of an enterprise. */
export const treeQuery = (consumerId: number | null) =>
  queryOptions({
    queryKey: ['archive', 'monitorObject', 'getTree', consumerId],
    enabled: consumerId !== null,
    queryFn: ({ signal }) =>
      get<readonly ObjectNode[]>('archive/monitorObject/getTree', { consumerId }, { quiet: true, signal }),
  });

/** A monitored value that hangs on an object. */
interface LinkedItem {
  readonly id: number;
  readonly linkId: number;
  readonly itemName: string;
  readonly monitorType: string;
}

/** What an object is. */
export interface ObjectInfo {
  readonly id: number;
  readonly orgName: string;
  readonly orgCode: string;
  readonly consumerId: number;
  readonly siteId: number;
  readonly objectCategory: ObjectCategory;
  readonly monitorObjectTypeId: number | null;
  readonly deviceId: number | null;
  readonly ammeterIdList: readonly number[] | null;
  readonly remark: string | null;
  readonly titles: Readonly<Record<string, string>>;
  readonly path: readonly { readonly id: number; readonly orgName: string }[];
  readonly items: readonly LinkedItem[];
  readonly extends: readonly ExtendValue[];
  readonly [field: string]: unknown;
}

export const infoQuery = (orgId: number) =>
  queryOptions({
    queryKey: ['archive', 'monitorObject', 'getBaseInfo', orgId],
    queryFn: ({ signal }) =>
      get<ObjectInfo>('archive/monitorObject/getBaseInfo', { orgId }, { quiet: true, signal }),
  });

/** A template in short. */
export interface TemplateRow {
  readonly id: number;
  readonly templateName: string;
  readonly objectCount: number;
  readonly dataItemCount: number;
}

export const templateQuery = queryOptions({
  queryKey: ['archive', 'template', 'getList'],
  queryFn: ({ signal }) =>
    get<readonly TemplateRow[]>('archive/template/getList', {}, { quiet: true, signal }),
});

/** The tree of objects as it is arranged. */
export const arranged = (nodes: readonly ObjectNode[], say: (text: Text) => string): Arranged[] =>
  nodes.map((node) => ({
    id: node.id,
    name: node.name,
    code: node.orgCode,
    kind: node.typeName ?? say(OBJECT_CATEGORIES[node.category]),
    children: arranged(node.children, say),
  }));

/** The node of an id. */
export function nodeOf(nodes: readonly ObjectNode[], id: number | null): ObjectNode | undefined {
  for (const node of nodes) {
    const there = node.id === id ? node : nodeOf(node.children, id);
    if (there) return there;
  }
  return undefined;
}

/** How many nodes stand below one. */
export const countBelow = (node: ObjectNode): number =>
  node.children.reduce((sum, child) => sum + 1 + countBelow(child), 0);
