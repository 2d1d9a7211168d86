import { meanOf, sumOf } from '#domain/decimal/sum.ts';
import { socCurve, type StationLimits } from '#domain/storage/plan.ts';
import { heldVersions } from '#domain/storage/sentCurve.ts';
import { jointSoc } from '#domain/storage/soc.ts';
import type { PlanCurveRow, StationWire } from '#feature/assets/plan/contract.ts';
import type { DayCurve } from '../contract.ts';

/** What batteries were told to do on a day, quarter by quarter: kW, + discharges, and the percentages that this leads to. */
export interface PlanOfDay {
  readonly power: readonly (number | null)[];
  readonly soc: readonly (number | null)[];
  /** The version that holds last; null of several stations. */
  readonly version: number | null;
}

type Version = Pick<PlanCurveRow, 'stationId' | 'version' | 'points' | 'acceptedAt' | 'socStart'>;
type Station = Pick<StationWire, 'stationId' | 'energyKwh'> & StationLimits;

/** The state of charge (%) that each slot of a day was measured with; null where it is not known. */
type Measured = readonly (number | null)[];

/**
 * Where a version leads to that holds from a slot on: from the start of the day as it was planned, else from what was measured
 * when it began; null where that is not known, as nobody knows what it began with.
 */
function socFrom(one: Version, slot: number, station: Station, measured: Measured): number[] | null {
  if (slot === 0) return socCurve(one.points, station, one.socStart / 100);
  // Between the means of two quarters lies what it was where they meet.
  const began = meanOf([measured[slot - 1] ?? null, measured[slot] ?? null]);
  return began === null
    ? null
    : socCurve(one.points, station, one.socStart / 100, { slot, soc: began / 100 });
}

/** What one station was told: a version that it accepted later holds from the slot that began then. */
function ofStation(station: Station, versions: readonly Version[], dayStart: number, measured: Measured) {
  const accepted = versions.flatMap((one) =>
    one.stationId !== station.stationId || one.acceptedAt === null
      ? []
      : [{ ...one, acceptedAt: Date.parse(one.acceptedAt), row: one }],
  );
  const held = heldVersions(accepted, dayStart);
  const curves = new Map(
    accepted.map((one) => [one, socFrom(one.row, held.indexOf(one), station, measured)]),
  );
  return {
    rated: station.energyKwh,
    version: held.at(-1)?.version ?? null,
    power: held.map((one, slot) => one?.points[slot] ?? null),
    // Of a quarter the middle between where it begins and ends, as measured means are.
    soc: held.map((one, slot) => {
      const curve = one && curves.get(one);
      return curve ? ((curve[slot] ?? 0) + (curve[slot + 1] ?? 0)) * 50 : null;
    }),
  };
}

/** What the stations in view were told on a day, together; null where none of them was told anything. */
export function planOfDay(
  stations: readonly Station[],
  versions: readonly Version[],
  { ts, soc: measured }: Pick<DayCurve, 'ts' | 'soc'>,
): PlanOfDay | null {
  // What was measured is of all batteries together: of one among several it is not known.
  const known = stations.length === 1 ? measured : [];
  const told = stations.map((station) => ofStation(station, versions, ts[0] ?? 0, known));
  if (told.every(({ power }) => power.every((kW) => kW === null))) return null;
  const [only] = told;
  const together = (of: (one: (typeof told)[number]) => number | null): number | null => {
    const values = told.map(of);
    return values.some((value) => value === null) ? null : sumOf(values);
  };
  return {
    // Beside the batteries together stands what all of them were told.
    power: ts.map((_, slot) => together(({ power }) => power[slot] ?? null)),
    soc: ts.map((_, slot) => {
      const joint = jointSoc(told.map(({ soc, rated }) => ({ soc: soc[slot] ?? null, ratedEnergy: rated })));
      return joint === null ? null : Math.round(joint * 10) / 10;
    }),
    version: told.length === 1 ? (only?.version ?? null) : null,
  };
}
