import type { BatchState, BatchTrigger, FigureState, StatType } from '#contract/upload.ts';
import { two } from '#domain/time/clock.ts';
import type { Status } from '#web/theme/palette.ts';
import type { VerdictLevel } from '../contract.ts';

/** A batch as the list of batches answers it. */
export interface RecordRow {
  readonly id: number;
  readonly recordName: string;
  readonly recordNameEn: string | null;
  readonly platformId: number;
  readonly statType: StatType | null;
  readonly recordKind: 'data' | 'info';
  readonly triggerKind: BatchTrigger;
  readonly recordState: BatchState;
  readonly total: number;
  readonly acknowledged: number;
  readonly refused: number;
  readonly unknown: number;
  readonly held: number;
  readonly skipped: number;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** In both languages where the account has two names, halves of one text. */
  readonly startedBy: string | null;
  /** In both languages, halves of one text. */
  readonly message: string | null;
}

/** The shape of each state; colour never says it alone. */
export const FIGURE_STATUS: Readonly<Record<FigureState, Status>> = {
  acknowledged: 'normal',
  refused: 'alarm',
  held: 'warning',
  unknown: 'offline',
  sending: 'offline',
  waiting: 'noData',
  superseded: 'noData',
};

export const BATCH_STATUS: Readonly<Record<BatchState, Status>> = {
  prepared: 'noData',
  preflight: 'offline',
  sending: 'offline',
  done: 'normal',
  partial: 'warning',
  stopped: 'warning',
  blocked: 'alarm',
};

export const VERDICT_STATUS: Readonly<Record<VerdictLevel, Status>> = {
  ok: 'normal',
  warn: 'warning',
  block: 'alarm',
  none: 'noData',
};

export const ROW_STATUS = { same: 'normal', changed: 'warning', never: 'noData', refused: 'alarm' } as const;

/** How long a batch took or takes, `m:ss`; null before it began. */
export function tookText(
  { startedAt, endedAt }: Pick<RecordRow, 'startedAt' | 'endedAt'>,
  now: number,
): string | null {
  if (startedAt === null) return null;
  const seconds = Math.max(
    0,
    Math.round(((endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt)) / 1000),
  );
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}
