import type { Resource } from '#contract/define.ts';
import { upload } from '#web/api.ts';
import { callOf } from './rows.ts';

export const VERDICTS = ['new', 'changed', 'same', 'faulty'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What becomes of one row of a file. */
export interface ImportRow {
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

/** Tries (`dryRun`) or writes a file; `orgId` is the enterprise that rows without one belong to. */
export const importFile = (
  resource: Resource,
  file: File,
  orgId: number | null,
  dryRun: boolean,
  onProgress: (share: number) => void,
): Promise<ImportResult> =>
  upload<ImportResult>(
    callOf(resource, 'importFile'),
    { upFile: file, orgId, dryRun: dryRun ? 1 : 0 },
    { quiet: true, onProgress },
  );

/** How many rows an import writes. */
export const writtenBy = ({ counts }: ImportResult): number => counts.new + counts.changed;

/** One line of the preview: a cell that is faulty or changes, or a row as a whole. */
export interface PreviewLine {
  readonly key: string;
  readonly row: number;
  readonly field: string | null;
  readonly value?: string;
  readonly reason?: string;
  readonly change?: { readonly before: unknown; readonly after: unknown };
}

/** The lines that the preview shows for one verdict. */
export function previewLines(result: ImportResult, verdict: Verdict): PreviewLine[] {
  return result.rows
    .filter((row) => row.verdict === verdict)
    .flatMap((row): PreviewLine[] => {
      if (verdict === 'faulty')
        return row.faults.map((fault, i) => ({ key: `${row.row}-${i}`, row: row.row, ...fault }));
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
