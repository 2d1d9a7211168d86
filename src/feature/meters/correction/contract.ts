import * as z from 'zod';
import { ENERGY_CODES, type EnergyCode } from '#contract/dataCode.ts';
import type { Page } from '#contract/envelope.ts';
import { id } from '#contract/param.ts';
import type { FlagName } from '#contract/usageFlag.ts';

/**
 * What a person can do to a curve. `register`: what stood there; `energy`: energy of an interval; `shift`: registers
 * plus an amount; `scale`: energies times a factor; `interpolate`: drop what lies inside, the rest is spread over it;
 * `choose`: the other of two values; `ignore`: values that do not count.
 */
export const REPAIR_KINDS = [
  'register',
  'energy',
  'shift',
  'scale',
  'interpolate',
  'choose',
  'ignore',
] as const;
export type RepairKind = (typeof REPAIR_KINDS)[number];

/** Instants are ms since 1970. */
const instant = () =>
  z.coerce
    .number()
    .int()
    .min(Date.UTC(2000, 0, 1))
    .max(Date.UTC(2100, 0, 1));

export const intervalParams = {
  ammeterId: id(),
  code: z.enum(ENERGY_CODES).default('PP'),
  from: instant(),
  to: instant(),
};

export const operationParams = {
  ...intervalParams,
  kind: z.enum(REPAIR_KINDS),
  /** Value, difference or factor as a decimal; none for `interpolate` and `ignore`. */
  amount: z.coerce.string().trim().max(40).optional(),
  /** `ignore`: only the values of this source, 0 = the device. */
  target: z.coerce.number().int().min(0).optional(),
};

/** An operation as it was asked for. */
export interface Operation {
  readonly kind: RepairKind;
  readonly code: EnergyCode;
  /** ms; equal for a single instant. */
  readonly from: number;
  readonly to: number;
  readonly amount: string | null;
  readonly target: number | null;
}

/** Energy of a local day before and after; null = nothing known. In the unit of the meter. */
export interface DayEffect {
  readonly day: string;
  readonly now: number | null;
  readonly after: number | null;
  readonly change: number;
}

/** What an operation would make of the figures. */
export interface Effect {
  /** The days that would differ, and the day of the operation; the first 400. */
  readonly days: readonly DayEffect[];
  readonly dayCount: number;
  readonly now: number | null;
  readonly after: number | null;
  readonly change: number;
  /** Quarters of the whole days of the operation as they would be; empty beyond a week. */
  readonly curve: { readonly from: number; readonly values: readonly (number | null)[] };
}

/** What is abnormal about an interval of a curve. */
export const FINDING_KINDS = [
  'missing',
  'suspect',
  'reset',
  'conflict',
  'noise',
  'interpolated',
  'estimated',
  'manual',
  'corrected',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export interface Finding {
  readonly kind: FindingKind;
  readonly from: number;
  readonly to: number;
  /** Energy that counts there; null = none known. */
  readonly energy: number | null;
  /** The two registers that do not fit, with their instants (suspect, reset, noise). */
  readonly registers: {
    readonly before: number;
    readonly after: number;
    readonly from: number;
    readonly to: number;
  } | null;
}

/** A page of what is abnormal, as it is folded so far. */
export interface FindingPage extends Page<Finding> {
  /** Values or corrections of the meter wait to be folded. */
  readonly pending: boolean;
}

/** Energy of each quarter of an hour from `from` on, or readings of the register. */
export interface CurveWire {
  readonly from: number;
  readonly to: number;
  readonly zone: string;
  readonly unit: string;
  readonly energy: readonly (number | null)[];
  /** Flags of each quarter; null where nothing is known. */
  readonly flags: readonly (readonly FlagName[] | null)[];
  readonly registers: readonly { readonly ts: number; readonly value: number }[];
}

/** A value as received, and whether it counts. */
export interface ValueRow {
  readonly kind: 'reading' | 'interval';
  readonly from: number;
  readonly to: number;
  readonly value: string;
  readonly source: number;
  readonly sourceName: string | null;
  readonly rank: number;
  /** counts: it does; lower: another has more say; taken: a person took it out; other: the source said another first. */
  readonly state: 'counts' | 'lower' | 'taken' | 'other' | 'suspect';
}

/** A correction that was made. */
export interface Repair {
  readonly id: number;
  readonly ammeterId: number;
  readonly kind: RepairKind;
  readonly code: EnergyCode;
  readonly from: number;
  readonly to: number;
  readonly amount: string | null;
  readonly reason: string;
  readonly now: number | null;
  readonly after: number | null;
  readonly createdBy: string | null;
  readonly createdAt: number;
  readonly undoneBy: string | null;
  readonly undoneAt: number | null;
  readonly undoReason: string | null;
}

/** A meter whose curve can be repaired. Instants in ms; null before its first value. */
export interface RepairMeter {
  readonly id: number;
  readonly parentId: number | null;
  readonly code: string;
  readonly name: string;
  readonly zone: string;
  readonly first: number | null;
  readonly last: number | null;
}
