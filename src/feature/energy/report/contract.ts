import type { ReportFormat } from '#contract/report.ts';

/** A file of a report. */
export interface ReportFile {
  readonly format: ReportFormat;
  readonly fileName: string;
  readonly mimeType: string;
  readonly sha256: string;
  readonly size: number;
}

/** One making of a report. */
export interface ReportRun {
  readonly id: number;
  readonly reportId: number;
  readonly reportName: string;
  readonly consumerId: number;
  readonly orgName: string | null;
  readonly content: string;
  readonly beginDt: string;
  readonly endDt: string;
  readonly scheduled: boolean;
  readonly state: 'waiting' | 'done' | 'failed';
  readonly files: readonly Omit<ReportFile, 'sha256'>[];
  readonly mailedTo: string | null;
  /** Why it failed, in the language asked for. */
  readonly error: string | null;
  readonly createdAt: string;
  readonly doneAt: string | null;
}
