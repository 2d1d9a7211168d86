import * as z from 'zod';
import { DATE_ORDERS } from '#contract/dateOrder.ts';
import type { Text } from '#contract/text.ts';

/** What a column of a file holds. */
const COLUMN_ROLES = [
  'stamp',
  'date',
  'time',
  'value',
  'consumerCode',
  'meterCode',
  'dataCode',
  'ignore',
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/**
 * Which end of its span a stamp names; `midnight` = the end, and the end of the day is written as 00:00 of the
 * same date (it is 24:00). For register readings only `midnight` differs from the others.
 */
const STAMP_RULES = ['start', 'end', 'midnight'] as const;
export type StampRule = (typeof STAMP_RULES)[number];

/** Spans of energy that a file may hold, in seconds; a day and a month follow the calendar of the zone. */
export const INTERVAL_CHOICES = [60, 300, 600, 900, 1800, 3600, 86_400] as const;

const columnMappingSchema = z.object({
  /** From 0. */
  column: z.number().int().min(0).max(999),
  role: z.enum(COLUMN_ROLES),
  /** Of a value in a file with a column per meter. */
  meterId: z.number().int().min(1).nullish(),
  code: z.string().max(20).nullish(),
  /** Unit of the file; null = that of the data code. */
  unit: z.string().max(20).nullish(),
});
export type ColumnMapping = z.output<typeof columnMappingSchema>;

export const mappingSchema = z.object({
  /** Name of the sheet; empty = the first. */
  sheet: z.string().max(31).default(''),
  /** Number of the header row, 0 where there is none; data begins below it. */
  headerRow: z.number().int().min(0).max(1000),
  columns: z.array(columnMappingSchema).max(1000),
  /** `register`: values at an instant; `interval`: energy of a span. */
  kind: z.enum(['register', 'interval']),
  stamp: z.enum(STAMP_RULES),
  dateOrder: z.enum(DATE_ORDERS),
  /** IANA zone in which the file's times are written. */
  zone: z.string().min(1).max(60),
  decimalSign: z.enum(['.', ',']),
  /** Span of one row's energy; null for registers. */
  intervalSeconds: z.number().int().min(60).max(86_400).nullable(),
});
/** How a file becomes readings. */
export type Mapping = z.output<typeof mappingSchema>;

/** One column of an uploaded file as it was found. */
export interface ColumnFound {
  readonly column: number;
  readonly letter: string;
  readonly header: string;
  /** What its cells look like. */
  readonly looks: 'stamp' | 'date' | 'time' | 'number' | 'text' | 'empty';
  readonly empty: number;
  /** Cells that cannot be read as what the column holds. */
  readonly unreadable: number;
  /** Unit named in its header. */
  readonly unit: string | null;
  /** Meter whose name or code is most like the header, where it is not sure enough to be taken. */
  readonly like: { readonly meterId: number; readonly percent: number } | null;
}

/** What an upload says about a file, with a proposal how to read it. */
export interface Analysis {
  readonly format: 'xlsx' | 'csv';
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly sheets: readonly string[];
  readonly sheet: string;
  /** Rows of data looked at; `more` where the file goes on. */
  readonly rows: number;
  readonly more: boolean;
  readonly columns: readonly ColumnFound[];
  /** The first rows of data as a person reads them, each with its number in the file. */
  readonly sample: readonly { readonly row: number; readonly cells: readonly string[] }[];
  /** `certain` by the values, `sequence` by the order of the rows, `ambiguous` = a person must choose. */
  readonly dateVerdict: 'certain' | 'sequence' | 'ambiguous' | 'none';
  /** The product's own template: imported without a mapping. */
  readonly template: boolean;
  readonly mapping: Mapping;
  /** Remembered mapping that was made for the same headers. */
  readonly remembered: string | null;
}

/** A reason why a cell or row is not taken. */
export interface RowFault {
  /** Row and column letter as the person sees them. */
  readonly row: number;
  readonly column: string;
  readonly value: string;
  readonly reason: Text;
}

/** Energy of one day of one meter before and after an import, in the unit of the meter. */
export interface DayChange {
  readonly day: string;
  readonly meterId: number;
  readonly code: string;
  /** Decimal strings; null = no value. */
  readonly now: string | null;
  readonly after: string | null;
}

/** An interval that a file is said to hold, ms since 1970. */
export interface StatedRange {
  readonly from: number;
  readonly to: number;
}

/** An interval in which a file has no value of a meter where its step expects some. */
export interface FileGap {
  readonly meterId: number;
  readonly ammeterCode: string;
  readonly ammeterName: string;
  readonly code: string;
  /** ISO 8601. Of readings the last before and the first after it; of energy the missing spans. */
  readonly from: string;
  readonly to: string;
  readonly missing: number;
  /** So many of them the database already has from elsewhere. */
  readonly there: number;
}

/** What a file lacks between its first and its last value of each meter and data code (decision 2). */
export interface Missing {
  readonly values: number;
  readonly there: number;
  readonly gapCount: number;
  /** So many of the gaps are in the workbook and were looked up in the database. */
  readonly listed: number;
  /** The first 1,000. */
  readonly gaps: readonly FileGap[];
  /** The first 500 of meter and data code, those that lack something before the others. */
  readonly series: ReadonlyArray<{
    readonly meterId: number;
    readonly ammeterCode: string;
    readonly ammeterName: string;
    readonly code: string;
    readonly values: number;
    /** Seconds; null where its values show none, so that nothing of it is judged. */
    readonly step: number | null;
    /** The step changes on the way. */
    readonly mixed: boolean;
    /** The interval that the meter is said to have, in seconds. */
    readonly intervalSeconds: number | null;
    readonly missing: number;
    readonly there: number;
    readonly gaps: number;
  }>;
  readonly seriesCount: number;
  /** So many of them have no step. */
  readonly unjudged: number;
  /** The workbook of the gaps; null where there is none. */
  readonly fileId: number | null;
}

/** What a dry run found. */
export interface Preview {
  readonly rows: number;
  readonly counts: {
    readonly new: number;
    readonly changed: number;
    readonly same: number;
    readonly faulty: number;
  };
  /** Values among the changed ones that an earlier import or entry states otherwise: the earlier one stays. */
  readonly held: number;
  /** The first 500 rows that are not taken. */
  readonly faults: readonly RowFault[];
  readonly faultFileId: number | null;
  /** Results of before this was counted have none. */
  readonly missing?: Missing;
  /** The first 2,000 days, and how many there are. */
  readonly days: readonly DayChange[];
  readonly dayCount: number;
  /** First and last instant touched, ISO 8601; null when nothing can be written. */
  readonly from: string | null;
  readonly to: string | null;
  readonly meters: readonly {
    readonly meterId: number;
    readonly ammeterCode: string;
    readonly ammeterName: string;
    readonly unit: string;
  }[];
}

/** What a write left behind. */
export interface Receipt {
  readonly importDataId: number;
  readonly rows: number;
  readonly counts: Preview['counts'];
  readonly faults: readonly RowFault[];
  readonly faultFileId: number | null;
  readonly missing?: Missing;
  readonly from: string;
  readonly to: string;
  readonly meters: number;
  /** Whether the figures were folded when the receipt was written. */
  readonly folded: boolean;
}

/** Progress of a write from which on all is stored and counts, so that a stop comes too late. */
export const WRITTEN_AT = 0.85;

/** An import of many enterprises belongs to none of them; on the wire its `consumerId` is this. */
export const MANY_ENTERPRISES = 0;

/** The header before those of the template, in a file of many enterprises. */
export const CONSUMER_COLUMN = {
  role: 'consumerCode',
  header: { zh: '企业编号', en: 'Enterprise code' },
} as const satisfies { role: ColumnRole; header: Text };

/** Headers of the product's own template, in both languages. */
export const TEMPLATE_COLUMNS = [
  { role: 'meterCode', header: { zh: '表计编号', en: 'Meter code' } },
  { role: 'dataCode', header: { zh: '数据代码', en: 'Data code' } },
  { role: 'stamp', header: { zh: '时间', en: 'Time' } },
  { role: 'value', header: { zh: '数值', en: 'Value' } },
] as const satisfies readonly { role: ColumnRole; header: Text }[];
