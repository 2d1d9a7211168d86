import { queryOptions } from '@tanstack/react-query';
import type { Resource } from '#contract/define.ts';
import type { Page } from '#contract/envelope.ts';
import { ApiError, get, post, upload } from '#web/api.ts';
import { taskEnd, type TaskOf } from '#web/shell/task.ts';
import { notifyError } from '#web/ui/notice.ts';
import { callOf } from './rows.ts';

export const VERDICTS = ['new', 'changed', 'same', 'faulty'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What becomes of one row of a file. */
interface ImportRow {
  readonly row: number;
  readonly verdict: Verdict;
  readonly changes: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
  readonly faults: readonly { readonly field: string; readonly value: string; readonly reason: string }[];
}

/** What an import does, or would do. */
export interface ImportResult {
  readonly counts: Readonly<Record<Verdict, number>>;
  /** The first rows, faulty ones first. */
  readonly rows: readonly ImportRow[];
  readonly faultFileId: number | null;
}

/** How far an import is: the file on its way, or a task that reads a long one. */
export interface ImportProgress {
  /** Share of the file that is sent, 0..1. */
  readonly sent: number;
  readonly task: TaskOf<unknown> | null;
}

/**
 * Tries (`dryRun`) or writes a file; `orgId` is the enterprise that rows without one belong to. Null where a person
 * stopped it, by the task or (while the file is on its way) by `signal`. @throws ApiError
 */
export async function importFile(
  resource: Resource,
  file: File,
  orgId: number | null,
  dryRun: boolean,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<ImportResult | null> {
  const reply = await upload<ImportResult | { readonly taskId: number }>(
    callOf(resource, 'importFile'),
    { upFile: file, orgId, dryRun: dryRun ? 1 : 0 },
    { quiet: true, signal, onProgress: (sent) => onProgress({ sent, task: null }) },
  ).catch((error: unknown) => {
    if (signal.aborted) return null;
    throw error;
  });
  if (reply === null || !('taskId' in reply)) return reply;
  return resultOf<ImportResult>(reply.taskId, (task) => onProgress({ sent: 1, task }));
}

/** What a task answered; null where it was stopped. @throws ApiError with its message where it failed */
async function resultOf<R>(id: number, onProgress: (task: TaskOf<unknown>) => void): Promise<R | null> {
  const { state, result, message } = await taskEnd<R>(id, onProgress);
  if (state === 'failed') throw new ApiError(500, message ?? '');
  return state === 'done' ? result : null;
}

/** An import as the list tells it. */
export interface ImportRun {
  readonly id: number;
  readonly fileName: string;
  readonly userName: string | null;
  readonly state: 'written' | 'undone';
  readonly counts: ImportResult['counts'];
  readonly at: string;
}

const RUNS = 5;

/** The last imports into a resource. */
export const runsQuery = (resource: Resource) =>
  queryOptions({
    queryKey: ['importRun', resource.name],
    queryFn: ({ signal }) =>
      get<Page<ImportRun>>(
        'sys/importRun/getpage',
        { resource: resource.name, pageSize: RUNS },
        { quiet: true, signal },
      ),
    staleTime: 0,
  });

/** Takes back what an import wrote; false where a person stopped it. @throws ApiError, which was shown */
export async function undoRun(id: number): Promise<boolean> {
  const reply = await post<{ readonly undone: number } | { readonly taskId: number }>('sys/importRun/undo', {
    id,
  });
  if (!('taskId' in reply)) return true;
  try {
    return (await resultOf(reply.taskId, () => {})) !== null;
  } catch (error) {
    // No call tells how a task ended.
    notifyError(error instanceof Error ? error.message : String(error));
    throw error;
  }
}

/** How many rows an import writes. */
export const writtenBy = ({ counts }: Pick<ImportResult, 'counts'>): number => counts.new + counts.changed;

/** One line of the preview: a cell that is faulty or changes, or a row as a whole. */
export interface PreviewLine {
  readonly key: string;
  readonly row: number;
  readonly field: string | null;
  /** Further fields of the row that are empty for the same reason. */
  readonly more?: readonly string[];
  readonly value?: string;
  readonly reason?: string;
  readonly change?: { readonly before: unknown; readonly after: unknown };
}

/** A line for each faulty cell; the cells that are empty against the rule share one, after what is written wrong. */
function faultLines({ row, faults }: ImportRow): PreviewLine[] {
  const written = faults.filter(({ value }) => value !== '');
  const reasons = [...new Set(faults.filter(({ value }) => value === '').map(({ reason }) => reason))];
  const empty = reasons.map((reason) => {
    const [field = '', ...more] = faults
      .filter((fault) => fault.value === '' && fault.reason === reason)
      .map((fault) => fault.field);
    return { field, more, value: '', reason };
  });
  return [...written, ...empty].map((fault, i) => ({ key: `${row}-${i}`, row, ...fault }));
}

/** The lines that the preview shows for one verdict. */
export function previewLines(result: ImportResult, verdict: Verdict): PreviewLine[] {
  return result.rows
    .filter((row) => row.verdict === verdict)
    .flatMap((row): PreviewLine[] => {
      if (verdict === 'faulty') return faultLines(row);
      if (verdict === 'changed')
        return Object.entries(row.changes).map(([field, change]) => ({
          key: `${row.row}-${field}`,
          row: row.row,
          field,
          change,
        }));
      return [{ key: String(row.row), row: row.row, field: null }];
    });
}
