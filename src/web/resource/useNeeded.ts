import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#contract/define.ts';
import { resourceOf } from '#resource/index.ts';
import { pageQuery } from './rows.ts';
import { ownerFieldOf } from './target.ts';
import type { List } from './useList.ts';
import { usePermissions } from './usePermissions.ts';

/** What the rows of an empty list are about, where the enterprise has none of that either; null = nothing is missing. */
export function useNeeded(resource: Resource, list: List): Resource | null {
  const needed = resource.needs === undefined ? null : resourceOf(resource.needs);
  const may = usePermissions(needed ?? resource);
  const owner = ownerFieldOf(needed ?? resource);
  const { consumerId } = list;
  const nothing = !list.loading && !list.error && !list.narrowed && list.total === 0;
  const filters =
    owner !== undefined && consumerId !== null
      ? [{ field: owner, op: 'eq' as const, value: consumerId }]
      : [];
  const { data } = useQuery({
    ...pageQuery(needed ?? resource, { current: 1, pageSize: 1, sorter: null, search: '', filters }),
    enabled: needed !== null && nothing && may('view'),
  });
  return nothing && data?.pagination.total === 0 ? needed : null;
}
