import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import { get, post, type Params } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import type { RequestDetail, RequestGroup, RequestRow, Startable, TurnTarget } from '../contract.ts';

export type Requests = Page<RequestRow> & { readonly groups: readonly RequestGroup[] };

/** The verb of the list: plain, or with the numbers by day or type. */
export type ListVerb = 'getList' | 'getListByTime' | 'getListByType';

export const requestsQuery = (verb: ListVerb, params: Params) =>
  queryOptions({
    queryKey: ['workflowRequest', verb, params],
    queryFn: ({ signal }) => get<Requests>(`sys/workflowRequest/${verb}`, params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  });

export const countQuery = queryOptions({
  queryKey: ['workflowRequest', 'getCount'],
  queryFn: () => get<{ todo: number; returned: number }>('sys/workflowRequest/getCount', {}, { quiet: true }),
});

export const detailQuery = (id: number, language: string) =>
  queryOptions({
    queryKey: ['workflowRequest', 'getDetail', id, language],
    queryFn: ({ signal }) =>
      get<RequestDetail>('sys/workflowRequest/getDetail', { id }, { quiet: true, signal }),
  });

export const startableQuery = (language: string) =>
  queryOptions({
    queryKey: ['workflow', 'getStartable', language],
    queryFn: () => get<readonly Startable[]>('sys/workflow/getStartable', {}, { quiet: true }),
  });

export const targetsQuery = (id: number, search: string) =>
  queryOptions({
    queryKey: ['workflowRequest', 'getTurnTargets', id, search],
    queryFn: ({ signal }) =>
      get<readonly TurnTarget[]>(
        'sys/workflowRequest/getTurnTargets',
        { id, search },
        { quiet: true, signal },
      ),
    placeholderData: keepPreviousData,
  });

/** Does something with a request; lists and details are asked for again. */
export async function actOn<T>(verb: string, params: Params): Promise<T> {
  try {
    return await post<T>(`sys/workflowRequest/${verb}`, params, { quiet: true });
  } finally {
    // Also after a refusal: somebody else may have acted.
    await queryClient.invalidateQueries({ queryKey: ['workflowRequest'] });
  }
}
