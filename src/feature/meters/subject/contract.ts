import type { Amount, SpanAmount } from '#contract/amount.ts';
import type { Pagination } from '#contract/envelope.ts';
import type { UsageLevel } from '#contract/usageLevel.ts';
import type { Provenance } from '#feature/meters/reading/contract.ts';

/** What the figures are about. */
export interface Subject {
  readonly orgId: number | null;
  readonly dataAmmeterId: number | null;
  readonly name: string;
  readonly kind: 'consumer' | 'site' | 'unit' | 'meter';
  readonly consumerId: number;
  readonly timeZone: string;
  readonly dataType: string;
  readonly unit: string;
  /** Energy types of which it has meters. */
  readonly dataTypes: readonly string[];
  /** Meters that stand for it, with their signs. */
  readonly meters: readonly {
    readonly ammeterId: number;
    readonly ammeterName: string;
    readonly sign: 1 | -1;
  }[];
  /** Those of them of which nothing ever came and no commissioning is stated: sums demand nothing of them. */
  readonly neverHeard: readonly NamedMeter[];
  readonly reason: StandReason;
}

/** A meter by its name. */
export interface NamedMeter {
  readonly ammeterId: number;
  readonly ammeterName: string;
}

/**
 * Why these meters stand for it: the list of the organisation, the top meters below it, its child units, no meter at
 * all, or it is a meter.
 */
export type StandReason = 'list' | 'top' | 'units' | 'none' | 'meter';

/** The query of every call about a day: who, which energy, which day (of the site's zone). */
export interface DayQuery {
  readonly subject: Subject;
  readonly date: string;
  /** The day is not over. */
  readonly current: boolean;
  /** Where comparisons of an unfinished day end: the end of the last quarter of an hour with data. */
  readonly until: number;
  /** The server's clock when it answered, ms. */
  readonly now: number;
}

/** An interval of a meter's life in its ledger: the device and its factors. */
export interface LifeSegment {
  readonly id: number | null;
  /** Null = always was so, or lasts. */
  readonly from: number | null;
  readonly to: number | null;
  readonly serial: string | null;
  readonly multiplier: string;
  readonly correctionFactor: string;
  readonly kind: 'register' | 'interval';
}

/** A node of the energy tree (specification 3 section 3: orgName, pP, children). */
export interface EnergyNode extends Amount {
  /** Unique in the tree: the flow diagram names its nodes by it. */
  readonly name: string;
  readonly orgName: string;
  readonly orgId: number | null;
  readonly dataAmmeterId: number | null;
  readonly sign: 1 | -1;
  readonly level: number;
  readonly pP: number | null;
  /** Its energy of the time in which it and the meters below are all known; null where none hang below or one is missing. */
  readonly compared: number | null;
  /** What the meters below do not account for of that; null where one of them is missing. */
  readonly rest: number | null;
  readonly children: readonly EnergyNode[];
}

export interface EnergyTree {
  readonly unit: string;
  readonly from: number;
  readonly to: number;
  readonly tree: EnergyNode | null;
}

/** An organisation (`o1001`) or a meter (`m12`) that a query can be about, below its parent. */
export interface SubjectNode {
  readonly key: string;
  readonly name: string;
  readonly code: string;
  readonly parent: string | null;
}

export interface Peak {
  /** Mean power of the window, kW (unit per hour for other energies). */
  readonly demand: number | null;
  /** Energy of that quarter of an hour. */
  readonly energy: number | null;
  readonly from: number | null;
  readonly to: number | null;
  /** Nobody measured it: registers prove it as the mean of this interval, which is longer than a window. */
  readonly proven: boolean;
  /** Intervals were not measured that may hide a higher one: how many. */
  readonly hiding: number;
}

/** Where the figure of a bucket comes from. */
export interface Origin extends SpanAmount {
  /** The server's clock when it answered, ms. */
  readonly now: number;
  readonly subject: Subject;
  readonly level: UsageLevel;
  readonly peak: Peak;
  readonly demandUnit: string;
  readonly meters: readonly MeterPart[];
  /** Of a sum of several meters: the buckets of the level below. */
  readonly parts: readonly SumPart[];
  /** Of one meter: its spans or buckets, sources, disputes. */
  readonly meter: Provenance | null;
  readonly life: readonly LifeSegment[];
}

/** One meter's part in a sum. */
interface MeterPart extends Amount {
  readonly ammeterId: number;
  readonly ammeterName: string;
  readonly sign: 1 | -1;
}

/** One bucket of the level below. */
export interface SumPart extends SpanAmount {
  readonly level: UsageLevel;
}

/** A reading as received. */
interface ReadingRow {
  readonly ts: number;
  readonly source: number;
  readonly sourceName: string | null;
  readonly counts: boolean;
  readonly values: Readonly<Record<string, number>>;
}

export interface ReadingPage {
  readonly list: readonly ReadingRow[];
  readonly pagination: Pagination;
}
