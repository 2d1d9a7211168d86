import type { Page } from '#contract/envelope.ts';

/** A month of readings and figures of all meters on the disk. */
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
  /** Quarters and hours of its figures that are sealed, their bytes, and what they would take as rows: about. */
  readonly buckets: number;
  readonly figureBytes: number;
  readonly figureAsRowsBytes: number;
  /** Bytes of readings that are not sealed, free room included. */
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

/** How far an export of raw readings is: being written; in files and here; in files alone; here again. */
export type ExportState = 'writing' | 'ready' | 'removed' | 'back';

/** An export of the raw readings of an enterprise before a month. */
export interface ReadingExport {
  readonly id: number;
  /** First day of the month, UTC: what lies before it is in the files. */
  readonly before: string;
  readonly state: ExportState;
  readonly createdBy: string;
  /** ms */
  readonly createdAt: number;
  readonly removedBy: string | null;
  /** ms; null = its readings were never taken out. */
  readonly removedAt: number | null;
  readonly rows: number;
  readonly values: number;
  /** Meters in its files, and those of which readings are in files alone. */
  readonly meters: number;
  readonly goneMeters: number;
  readonly files: number;
  /** Bytes of the files; of those whose copy is here. */
  readonly bytes: number;
  readonly keptBytes: number;
  /** Bytes that the readings took which are gone, about. */
  readonly freedBytes: number;
}

/** What an enterprise keeps, and what of it is in files. */
export interface ReadingExports {
  /** Years for which raw readings are meant to stay; null = for ever. */
  readonly keepYears: number | null;
  /** The month before which they would go by that, `2023-01`; null where none is stated or nothing lies before it. */
  readonly due: string | null;
  /** The last month that can be chosen. */
  readonly latest: string;
  readonly list: readonly ReadingExport[];
}

/** A file of an export. */
export interface ExportedFile {
  readonly id: number;
  readonly month: string;
  readonly fileName: string;
  readonly sha256: string;
  readonly size: number;
  readonly rows: number;
  readonly values: number;
  /** Whether its copy is here. */
  readonly here: boolean;
}

/** What became of taking readings out: why some of them stay. */
export interface RemovalResult {
  readonly meters: number;
  readonly freedBytes: number;
  readonly stays: readonly { readonly ammeterId: number; readonly name: string; readonly why: string }[];
}
