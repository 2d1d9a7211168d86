import type { Page } from '#contract/envelope.ts';

/** A month of readings of all meters on the disk. */
export interface SealedMonth {
  /** Its first day, UTC. */
  readonly month: string;
  /** Meters of which it is sealed. */
  readonly meters: number;
  readonly rows: number;
  readonly values: number;
  /** Bytes of what is sealed. */
  readonly sealedBytes: number;
  /** Bytes that it would take as rows: about. */
  readonly asRowsBytes: number;
  /** Bytes of what is not sealed, free room included. */
  readonly openBytes: number;
}

/** The months, the newest first, and all of them together. */
export interface SealedData extends Page<SealedMonth> {
  readonly sum: Omit<SealedMonth, 'month' | 'meters'> & {
    /** Months of meters that are sealed. */
    readonly blocks: number;
  };
  /** Months are sealed so many days after they are over and quiet; null = not. */
  readonly afterDays: number | null;
}
