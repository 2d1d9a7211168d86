import { queryOptions } from '@tanstack/react-query';
import { get } from '#web/api.ts';

/** A node of the tree over enterprises, sites and units. */
export interface OrgTreeNode {
  readonly id: number;
  readonly kind: 'consumer' | 'site' | 'unit';
  readonly name: string;
  readonly code: string | null;
  readonly children?: readonly OrgTreeNode[] | null;
}

/** The tree of one enterprise; nothing is asked where none is chosen. */
export const orgTreeQuery = (consumerId: number | null) =>
  queryOptions({
    queryKey: ['sys', 'orgTree', consumerId],
    queryFn: ({ signal }) =>
      get<readonly OrgTreeNode[]>('sys/orgUnit/getOrgTree', { consumerId }, { quiet: true, signal }),
    enabled: consumerId !== null,
    staleTime: 60_000,
  });
