import type { EnergyCode } from '#contract/dataCode.ts';
import type { FlagName } from '#contract/usageFlag.ts';
import type { Period } from '#contract/period.ts';
import type { Text } from '#contract/text.ts';
import type { UsageLevel } from '#contract/usageLevel.ts';

/**
 * Source under which earlier releases kept what a device stamped with an instant at which it cannot have been: as no row
 * of data_source has this id, in no figure. Such values are held apart from readings since (`held_reading`).
 */
export const ASIDE_SOURCE = -1;

/** A register that stood on a meter. */
export interface StandWire {
  readonly ts: number;
  /** The stamp as received, where the clock was taken for the quarter of an hour; else equal to `ts`. */
  readonly stamp: number;
  readonly register: number;
  /** Where it came from; null = the ledger's own record (replacement, change of ratio). */
  readonly source: number | null;
}

/** One span that a bucket is made of. Energies are JSON numbers made from exact decimals. */
export interface SpanPart {
  readonly kind: 'register' | 'interval';
  /** The interval for which the span counts, and the energy it has there; null = register reset. */
  readonly from: number;
  readonly to: number;
  readonly energy: number | null;
  /** Of it inside the bucket. */
  readonly share: number | null;
  /** The sentence of the arithmetic: (after − before) × factor. */
  readonly text: Text;
  readonly before: StandWire | null;
  readonly after: StandWire | null;
  /** The stated span and its value, as a decimal text. */
  readonly interval: { readonly from: number; readonly to: number; readonly value: string } | null;
  readonly source: number;
  readonly rank: number;
  readonly segmentId: number | null;
  readonly factor: string;
  readonly flags: readonly FlagName[];
}

/** One bucket that a month or a year is the sum of; it can be opened itself. */
export interface BucketPart {
  readonly kind: 'bucket';
  readonly level: UsageLevel;
  readonly from: number;
  readonly to: number;
  readonly energy: number | null;
  readonly coveredSeconds: number;
  readonly flags: readonly FlagName[];
}

/** The window of a sliding demand, and the sentence of what tells it. */
export interface SlidingPart {
  /** kW */
  readonly value: number;
  readonly from: number;
  readonly to: number;
  readonly text: Text;
}

/** The part of a bucket that one tariff period has. */
export interface PeriodPart {
  readonly period: Period;
  readonly energy: number | null;
  /** The segments of its day that lie in the bucket, `11:00–12:00`; empty where the bucket is longer than a day. */
  readonly clocks: readonly string[];
}

/** What put the quarters of a bucket into tariff periods. */
export interface PeriodOrigin {
  /** The calendar, or the meter's own tariff registers where these say something. */
  readonly by: 'calendar' | 'registers';
  readonly parts: readonly PeriodPart[];
  /** The rules of the calendar that held, with their days: which version, which rule, on what days, why on this. */
  readonly rules: readonly { readonly text: Text; readonly from: number; readonly days: number }[];
}

/** Energy of a tariff period (0 = none) times its price, in kWh and yuan. */
export interface CostLine {
  readonly period: Period | 0;
  readonly energy: number;
  readonly price: number;
  readonly amount: number;
}

/** The last change of what an interval costs. */
export interface PriceChanged {
  readonly at: number;
  /** User name. */
  readonly by: string | null;
  readonly what: Text;
}

/** An interval of a bucket that one version of a scheme priced. */
interface CostPart {
  readonly schemeName: string;
  /** Account of the agreement. */
  readonly account: string;
  /** First day of the version; null = the scheme's own prices. */
  readonly since: string | null;
  /** Its days have real-time prices of their hours: the price of a line is their mean. */
  readonly spot: boolean;
  readonly changed: PriceChanged | null;
  readonly from: number;
  readonly to: number;
  readonly lines: readonly CostLine[];
}

/** What a bucket costs, in yuan; `exact` is the same as a decimal text. */
export interface CostOrigin {
  readonly amount: number | null;
  readonly exact: string | null;
  /** What reverse energy is credited. */
  readonly credit: number | null;
  readonly parts: readonly CostPart[];
}

/** A meter that a virtual one counts, with what it has in the bucket; null = it is missing. */
export interface ChildPart {
  readonly meterId: number;
  readonly meterCode: string;
  readonly meterName: string;
  readonly sign: 1 | -1;
  readonly energy: number | null;
  readonly flags: readonly FlagName[];
}

/** Who brought values in. Source 0 is the device itself. */
export interface SourceWire {
  readonly id: number;
  readonly kind: 'device' | 'import' | 'person';
  readonly rank: number;
  readonly name: string;
  readonly status: number;
  readonly createdAt: number | null;
  readonly createdBy: string | null;
}

/** A value that was received and does not count. */
export interface DisputeWire {
  readonly code: string;
  readonly from: number;
  readonly to: number;
  readonly value: string;
  readonly source: number;
  readonly receivedAt: number;
}

/** Where a number comes from, down to readings. */
export interface Provenance {
  readonly meterId: number;
  readonly meterCode: string;
  readonly meterName: string;
  readonly code: EnergyCode;
  readonly unit: string;
  readonly zone: string;
  readonly level: UsageLevel;
  readonly from: number;
  readonly to: number;
  /** The figure; null where nothing is known. */
  readonly energy: number | null;
  /** The same as an exact decimal text. */
  readonly exact: string | null;
  readonly coveredSeconds: number;
  readonly seconds: number;
  readonly flags: readonly FlagName[];
  /** Highest demand in kW with the end of its quarter of an hour. */
  readonly demand: { readonly value: number; readonly at: number } | null;
  /** Highest sliding demand, where a window that ends in the bucket is above its quarters. */
  readonly sliding: SlidingPart | null;
  readonly formula: Text;
  readonly parts: readonly (SpanPart | BucketPart)[];
  readonly partCount: number;
  /** Its tariff periods; null where it has none. */
  readonly periods: PeriodOrigin | null;
  /** What it costs and by which prices; null where no price holds. */
  readonly cost: CostOrigin | null;
  /** What a virtual meter is the sum of; empty for a meter by itself. */
  readonly children: readonly ChildPart[];
  /** Intervals of the bucket of which nothing is known; the first hundred. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  readonly disputes: readonly DisputeWire[];
  readonly sources: readonly SourceWire[];
  /** Raw readings of the bucket are in files alone, and the figure is final (ms); null = they are here. */
  readonly closed: {
    readonly goneBefore: number;
    readonly goneAt: number;
    readonly closedBefore: number;
  } | null;
  /** Readings have come that are not folded into the figure yet. */
  readonly pending: boolean;
}
