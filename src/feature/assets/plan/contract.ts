import type { PlanSource, PlanState, ReplyKind, ViolationKind } from '#contract/plan.ts';

/** Function codes beside those of the rows. */
export const PLAN_MAY = {
  view: 'archive.planCurve.view',
  /** Make, submit, revoke and import plans. */
  make: 'archive.planCurve.make',
  /** Send plans to the station. */
  issue: 'archive.planCurve.issue',
} as const;

/** What a station can do, as plans are judged by it. Powers kW, energy kWh, the rest fractions of 1. */
export interface StationWire {
  readonly stationId: number;
  readonly stationName: string;
  readonly consumerId: number;
  readonly siteId: number;
  readonly timeZone: string;
  readonly stationMeterId: number;
  readonly energyKwh: number;
  readonly powerKw: number;
  readonly chargeEfficiency: number;
  readonly dischargeEfficiency: number;
  readonly socMin: number;
  readonly socMax: number;
  readonly transformerKva: number | null;
  readonly exportAllowed: boolean;
  /** A gateway and a device are named that plans can be issued to. */
  readonly wired: boolean;
  /** The gateway is heard now; null where an external broker alone knows. */
  readonly connected: boolean | null;
}

/** A version of a plan in lists. Instants are ISO. */
export interface PlanRow {
  readonly id: number;
  readonly planId: string;
  readonly stationId: number;
  readonly stationName: string;
  readonly consumerId: number;
  readonly planDate: string;
  readonly version: number;
  readonly planState: PlanState;
  readonly planSource: PlanSource;
  /** %, when the day begins. */
  readonly socStart: number;
  readonly chargedKwh: number;
  readonly dischargedKwh: number;
  readonly strategyName: string | null;
  readonly strategyVersion: number | null;
  readonly madeBy: string | null;
  readonly approvedBy: string | null;
  readonly issuedBy: string | null;
  /** The second person of a batch. */
  readonly witnessedBy: string | null;
  readonly madeAt: string;
  readonly submittedAt: string | null;
  readonly approvedAt: string | null;
  readonly issuedAt: string | null;
  readonly acceptedAt: string | null;
  readonly revokedAt: string | null;
  readonly attempts: number;
  readonly sha256: string | null;
  readonly requestId: number | null;
  readonly note: string | null;
  /** Counts the times it was saved: who saves tells what was looked at. */
  readonly edition: number;
}

/** The same with its 96 powers, kW, + discharges. */
export interface PlanCurveRow extends PlanRow {
  readonly points: readonly number[];
}

/** Slots on end that break the same. */
export interface ViolationWire {
  readonly kind: ViolationKind;
  readonly from: number;
  /** The slot after the last. */
  readonly to: number;
  /** kW, or fractions of 1 of the state of charge. */
  readonly worst: number;
  readonly limit: number;
}

/** One attempt to issue a plan. */
export interface ReplyWire {
  readonly id: number;
  readonly version: number;
  readonly attempt: number;
  readonly replyKind: ReplyKind;
  readonly startedAt: string;
  readonly sentAt: string | null;
  readonly endedAt: string;
  readonly sentHash: string;
  readonly answer: string | null;
}

/** A state of charge that was measured. */
export interface SocMeasured {
  /** The first slot that had not begun, and the state of charge when it begins, a fraction of 1. */
  readonly slot: number;
  readonly soc: number;
  /** % as it was told, and when, ms. */
  readonly told: number;
  readonly at: number;
}

/** A day of a station with all that a plan is made and judged with. */
export interface PlanDay {
  readonly station: StationWire;
  readonly planDate: string;
  /** Versions of this day, the last first. */
  readonly versions: readonly PlanCurveRow[];
  /** The version that the station told to have loaded, and that nothing took the place of. */
  readonly loadedId: number | null;
  /** So many slots have begun. */
  readonly begun: number;
  /** What the station was told to run in each slot so far; null = nothing. */
  readonly sent: readonly (number | null)[];
  /**
   * %, what a new plan begins with, and where it is from: measured as the day began, the end of what the station has accepted
   * for the day before, measured now, or the lowest.
   */
  readonly socStart: number;
  readonly socFrom: 'measured' | 'dayBefore' | 'now' | 'lowest';
  /** Of today what was measured lately, from which the rest of the day is reckoned; null on other days, and where it is not fresh. */
  readonly socAnchor: SocMeasured | null;
  /** What the site is expected to draw without the battery, kW by slot; null = not known. */
  readonly load: readonly (number | null)[] | null;
  /** Yuan a kWh at the account of the station, by slot; null = none holds. */
  readonly prices: readonly (number | null)[];
  /** From so many past days of the same kind. */
  readonly loadDays: number;
  /** Strategies that fit the day, the first the one that is taken. */
  readonly strategies: readonly StrategyOption[];
  readonly replies: readonly ReplyWire[];
  /** ms */
  readonly now: number;
}

/** A strategy of a station. */
export interface StrategyOption {
  readonly id: number;
  readonly strategyName: string;
  readonly version: number;
  readonly points: readonly number[];
  /** It is for the kind of this day and its month. */
  readonly fits: boolean;
}

/** What came of issuing one of several plans. */
export interface IssueResult {
  readonly id: number;
  readonly planId: string;
  readonly version: number;
  readonly issued: boolean;
  /** Why not. */
  readonly reason: string | null;
}

/** What a file of plans would make, or made. */
export interface ImportedPlan {
  readonly planDate: string;
  readonly version: number | null;
  readonly id: number | null;
  readonly chargedKwh: number;
  readonly dischargedKwh: number;
  readonly violations: readonly ViolationWire[];
}

/** A curve over time: a value for each bucket, null where nothing is known. */
export interface CurveWire {
  readonly ammeterId: number;
  readonly stationId: number;
  readonly stationName: string;
  readonly consumerName: string | null;
  readonly siteName: string;
  /** Beginnings of the buckets, ISO. */
  readonly times: readonly string[];
  /** Mean power of each bucket as it was told to the station, kW, + discharges. */
  readonly values: readonly (number | null)[];
}

/** What was told to a station, and what it did. Powers kW, + discharges. */
export interface MonitorWire {
  readonly ammeterId: number;
  readonly stationId: number;
  readonly stationName: string;
  readonly consumerName: string | null;
  readonly siteName: string;
  readonly timeZone: string;
  readonly times: readonly string[];
  readonly sendCurve: readonly (number | null)[];
  /** From the registers of the station's meter. */
  readonly runCurve: readonly (number | null)[];
  /** Set point that the station tells. */
  readonly setPoint: readonly (number | null)[];
  /** % */
  readonly soc: readonly (number | null)[];
  /** Of the whole time, a fraction of 1; null where nothing was planned and run. */
  readonly executionRate: number | null;
  readonly plannedChargeKwh: number | null;
  readonly plannedDischargeKwh: number | null;
  readonly chargedKwh: number | null;
  readonly dischargedKwh: number | null;
  /** Quarters with a plan of which the meter knows nothing. */
  readonly missing: number;
}
