import { POWER_DECIMALS, SLOT_MINUTES, SLOTS, type ViolationKind } from '#contract/plan.ts';
import { numberToMicro } from '#domain/decimal/decimal.ts';
import { sumOf } from '#domain/decimal/sum.ts';

/** What a station can do. Powers kW, energy kWh, efficiencies and states of charge as fractions of 1. */
export interface StationLimits {
  readonly energyKwh: number;
  readonly powerKw: number;
  readonly chargeEfficiency: number;
  readonly dischargeEfficiency: number;
  readonly socMin: number;
  readonly socMax: number;
  /** Null = not known: not judged. */
  readonly transformerKva: number | null;
  readonly exportAllowed: boolean;
}

/** A slot in which a plan breaks a limit. */
export interface Violation {
  readonly kind: ViolationKind;
  /** From 0. */
  readonly slot: number;
  /** What it would be, and what is allowed: kW, or a fraction of 1 of the state of charge. */
  readonly value: number;
  readonly limit: number;
}

/** A state of charge, a fraction of 1, when a slot begins: what comes from there on is reckoned from it. */
export interface SocAnchor {
  readonly slot: number;
  readonly soc: number;
}

/** What a plan is judged with beside its station. */
export interface PlanContext {
  /** State of charge when the day begins, a fraction of 1. */
  readonly socStart: number;
  /** What was measured since; null = nothing. */
  readonly anchor?: SocAnchor | null;
  /** What the site is expected to draw from the grid without the battery in each slot, kW; null = not known. */
  readonly load: readonly (number | null)[] | null;
  /** So many slots have begun: they keep what held then. */
  readonly begun: number;
  /** What held in the slots that have begun. */
  readonly kept: readonly number[];
}

/** Smallest overshoot that counts, of powers (kW) and of states of charge. */
const EPSILON = 1e-9;
/** A measured state of charge is known to half a percent: what is reckoned from it breaks a limit by more. */
const MEASURED = 0.005;
const SLOTS_PER_HOUR = 60 / SLOT_MINUTES;

/** Energy that a curve charges and discharges, kWh at the meter of the station: exact, as powers are in tenths. */
export function energyOf(points: readonly number[]): { chargedKwh: number; dischargedKwh: number } {
  let [charged, discharged] = [0, 0];
  for (const kw of points) {
    const tenthsCount = Math.round(Math.abs(kw) * 10);
    if (kw < 0) charged += tenthsCount;
    else discharged += tenthsCount;
  }
  return { chargedKwh: charged / 10 / SLOTS_PER_HOUR, dischargedKwh: discharged / 10 / SLOTS_PER_HOUR };
}

/**
 * What the slots [from, to) of a curve bring (above 0) or cost at the prices of these slots, yuan: exact, rounded half away
 * from zero to the fen once. Null where a slot that does something has no price. @param prices yuan a kWh by slot
 */
export function amountOf(
  points: readonly number[],
  prices: readonly (number | null)[],
  { from, to }: { readonly from: number; readonly to: number } = { from: 0, to: points.length },
): number | null {
  let sum = 0n;
  for (let slot = from; slot < to; slot++) {
    const tenths = BigInt(Math.round((points[slot] ?? 0) * 10));
    if (tenths === 0n) continue;
    const price = prices[slot];
    if (price == null) return null;
    sum += tenths * numberToMicro(price);
  }
  // Tenths of kW for a quarter of an hour, in millionths of a yuan: 400,000 of them are a fen.
  const half = sum < 0n ? -200_000n : 200_000n;
  return Number((sum + half) / 400_000n) / 100;
}

/**
 * State of charge through the day, as fractions of 1: one more than there are points, the first where the day begins.
 * soc = soc₀ + (charged·ηc − discharged/ηd) / E; each from the whole energy so far, so that nothing drifts. From the slot of
 * the anchor on it is reckoned from what was measured there.
 */
export function socCurve(
  points: readonly number[],
  limits: StationLimits,
  socStart: number,
  anchor: SocAnchor | null = null,
): number[] {
  const { energyKwh, chargeEfficiency, dischargeEfficiency } = limits;
  const curve = [socStart];
  let [from, charged, discharged] = [socStart, 0, 0];
  for (let slot = 0; slot <= points.length; slot++) {
    if (slot === anchor?.slot) {
      [from, charged, discharged] = [anchor.soc, 0, 0];
      curve[slot] = from;
    }
    const kw = points[slot];
    if (kw === undefined) break;
    const tenthsCount = Math.round(Math.abs(kw) * 10);
    if (kw < 0) charged += tenthsCount;
    else discharged += tenthsCount;
    const storedTenths = charged * chargeEfficiency - discharged / dischargeEfficiency;
    curve.push(from + storedTenths / 10 / SLOTS_PER_HOUR / energyKwh);
  }
  return curve;
}

/**
 * A curve that is taken up while its day runs: the slots that have begun are what the station was told to run in them.
 * @param begun so many slots have begun
 */
export const takenUp = (
  points: readonly number[],
  sent: readonly (number | null)[],
  begun: number,
): number[] => points.map((kw, slot) => (slot < begun ? (sent[slot] ?? 0) : kw));

/** How much a curve changes the state of charge between two places of a day, a fraction of 1. @param from @param to in slots and parts of them */
export function socChange(
  points: readonly (number | null)[],
  { energyKwh, chargeEfficiency, dischargeEfficiency }: StationLimits,
  from: number,
  to: number,
): number {
  const stored = points.map((power, slot) => {
    const [kw, share] = [power ?? 0, Math.min(slot + 1, to) - Math.max(slot, from)];
    return share <= 0 ? 0 : share * (kw < 0 ? -kw * chargeEfficiency : -kw / dischargeEfficiency);
  });
  return (sumOf(stored) ?? 0) / SLOTS_PER_HOUR / energyKwh;
}

/**
 * Everything that a plan breaks, slot by slot. A state of charge counts where it moves away from its limits: who begins
 * below the lowest may still charge.
 * @throws RangeError where it is not 96 finite points
 */
export function violationsOf(
  points: readonly number[],
  limits: StationLimits,
  { socStart, anchor = null, load, begun, kept }: PlanContext,
): Violation[] {
  if (points.length !== SLOTS || points.some((kw) => !Number.isFinite(kw)))
    throw new RangeError(`A plan has ${SLOTS} finite points.`);
  const soc = socCurve(points, limits, socStart, anchor);
  const found: Violation[] = [];
  points.forEach((kw, slot) => {
    const add = (kind: ViolationKind, value: number, limit: number) =>
      found.push({ kind, slot, value, limit });
    if (slot < begun) {
      const before = kept[slot] ?? 0;
      // What has been is not judged again.
      if (Math.abs(kw - before) > EPSILON) add('locked', kw, before);
      return;
    }
    if (Math.abs(kw) > limits.powerKw + EPSILON) add('power', kw, kw < 0 ? -limits.powerKw : limits.powerKw);
    const after = soc[slot + 1] ?? socStart;
    const slack = anchor === null ? EPSILON : MEASURED;
    if (kw > 0 && after < limits.socMin - slack) add('socLow', after, limits.socMin);
    if (kw < 0 && after > limits.socMax + slack) add('socHigh', after, limits.socMax);
    const drawn = load?.[slot] ?? null;
    const { transformerKva } = limits;
    // Without a known load a charge alone must not be more than the transformer bears.
    const grid = drawn === null ? Math.max(0, -kw) : drawn - kw;
    if (transformerKva !== null && kw < 0 && grid > transformerKva + EPSILON)
      add('transformer', grid, transformerKva);
    if (!limits.exportAllowed && drawn !== null && kw > 0 && kw > Math.max(0, drawn) + EPSILON)
      add('export', kw, Math.max(0, drawn));
  });
  return found;
}

/** Slots on end that break the same. */
export interface ViolationInterval {
  readonly kind: ViolationKind;
  readonly from: number;
  /** The slot after the last. */
  readonly to: number;
  /** The worst of them, and the limit there. */
  readonly worst: number;
  readonly limit: number;
}

/** Puts violations of one kind in slots on end together, in the order of the day. */
export function intervalsOf(violations: readonly Violation[]): ViolationInterval[] {
  const open = new Map<ViolationKind, ViolationInterval>();
  const found: ViolationInterval[] = [];
  const beyond = (value: number, limit: number) => Math.abs(value - limit);
  for (const { kind, slot, value, limit } of violations) {
    const before = open.get(kind);
    if (before?.to === slot) {
      const worse = beyond(value, limit) > beyond(before.worst, before.limit);
      const next = { ...before, to: slot + 1, ...(worse ? { worst: value, limit } : {}) };
      found[found.indexOf(before)] = next;
      open.set(kind, next);
      continue;
    }
    const next = { kind, from: slot, to: slot + 1, worst: value, limit };
    found.push(next);
    open.set(kind, next);
  }
  return found.sort((a, b) => a.from - b.from);
}

/** Slots on end with the same power. */
export interface PowerRun {
  readonly from: number;
  readonly to: number;
  readonly kw: number;
}

/** The runs of a curve that charge or discharge, in the order of the day. */
export function powerRuns(points: readonly number[]): PowerRun[] {
  const runs: PowerRun[] = [];
  points.forEach((kw, slot) => {
    const before = runs.at(-1);
    if (before?.to === slot && before.kw === kw) runs[runs.length - 1] = { ...before, to: slot + 1 };
    else if (kw !== 0) runs.push({ from: slot, to: slot + 1, kw });
  });
  return runs;
}

/** A power in steps of a tenth; never -0. */
export const tenths = (kw: number): number => Math.round(kw * 10) / 10 + 0;

/** What a plan is told by, and which of its versions. */
export interface PlanIdentity {
  readonly planId: string;
  readonly version: number;
  /** `YYYY-MM-DD` in the zone of the station. */
  readonly date: string;
}

/**
 * The text of which the hash is taken, on both sides: plan, version, date, step in minutes, unit and sign a line each,
 * then the powers with one decimal and commas between; lines end with a line feed but for the last.
 */
export function canonicalText({ planId, version, date }: PlanIdentity, points: readonly number[]): string {
  const powers = points.map((kw) => tenths(kw).toFixed(POWER_DECIMALS)).join(',');
  return [planId, version, date, SLOT_MINUTES, 'kW', '+discharge', powers].join('\n');
}

/** How many slots of a day have begun. @param dayStart @param now ms */
export function slotsBegun(dayStart: number, now: number): number {
  const slots = Math.ceil((now - dayStart) / (SLOT_MINUTES * 60_000));
  return Math.max(0, Math.min(SLOTS, slots));
}
