import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import { get, type Params } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import type {
  ArchiveLine,
  CheckAnswer,
  DryRun,
  FigureAnswer,
  FigureRow,
  PlatformHeads,
} from '../contract.ts';
import type { RecordRow } from './record.ts';

const KEY = 'reporting';
const LOOK_MS = 5000;
/** A batch under way is never shown older than this. */
const BATCH_MS = 900;

const ask =
  <T>(path: string, params: Params) =>
  ({ signal }: { signal: AbortSignal }): Promise<T> =>
    get<T>(path, params, { quiet: true, signal });

/** The platforms of an enterprise with what is due and under way. */
export const headsQuery = (orgId: number | null, protocol: 'A' | 'B') =>
  queryOptions({
    queryKey: [KEY, 'heads', orgId, protocol],
    enabled: orgId !== null,
    queryFn: ask<PlatformHeads>('yunshui/platformInfo/getHeads', { orgId, protocol }),
    refetchInterval: ({ state }) =>
      state.data?.list.some(({ batch }) => isOpen(batch?.state)) ? BATCH_MS : LOOK_MS,
  });

/** Whether a batch is not over. */
export const isOpen = (state: string | undefined): boolean =>
  state === 'prepared' || state === 'preflight' || state === 'sending';

export const checkQuery = (params: Params | null) =>
  queryOptions({
    queryKey: [KEY, 'check', params],
    enabled: params !== null,
    queryFn: ask<CheckAnswer>('yunshui/uploadRecord/check', params ?? {}),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

export const dryRunQuery = (params: Params) =>
  queryOptions({
    queryKey: [KEY, 'dryRun', params],
    queryFn: ask<DryRun>('yunshui/uploadRecord/dryRun', params),
  });

export type FigurePage = Page<FigureRow> & { readonly counts: Readonly<Record<string, number>> };

export const figuresQuery = (params: Params, open: boolean) =>
  queryOptions({
    queryKey: [KEY, 'figures', params],
    queryFn: ask<FigurePage>('yunshui/uploadDetail/getList', params),
    placeholderData: keepPreviousData,
    refetchInterval: open ? 2000 : false,
  });

export const figureQuery = (id: number) =>
  queryOptions({
    queryKey: [KEY, 'figure', id],
    queryFn: ask<FigureAnswer>('yunshui/uploadDetail/getReceipt', { id }),
  });

export const recordsQuery = (params: Params) =>
  queryOptions({
    queryKey: [KEY, 'records', params],
    queryFn: ask<Page<RecordRow>>('yunshui/uploadRecord/searchpage', params),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_MS,
  });

export const recordQuery = (id: number | null) =>
  queryOptions({
    queryKey: [KEY, 'record', id],
    enabled: id !== null,
    queryFn: ask<RecordRow>('yunshui/uploadRecord/get', { id }),
    refetchInterval: ({ state }) => (isOpen(state.data?.recordState) ? BATCH_MS : false),
  });

export const archiveQuery = (platformId: number | null, resource: string) =>
  queryOptions({
    queryKey: [KEY, 'archive', platformId, resource],
    enabled: platformId !== null,
    queryFn: ask<readonly ArchiveLine[]>('yunshui/platformInfo/getArchive', { platformId, resource }),
    placeholderData: keepPreviousData,
  });

/** Asks everything of these pages anew. */
export const refreshReporting = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] });
