import { sumOf } from '#domain/decimal/sum.ts';
import { doing, turned } from '#domain/storage/sign.ts';
import { jointSoc } from '#domain/storage/soc.ts';
import type { StationNow } from '../contract.ts';

/** The batteries of a site as if they were one. */
interface BatteriesNow {
  /** kW, + discharges; null where one of them tells nothing. */
  readonly power: number | null;
  readonly doing: StationNow['doing'];
  /** Percent of their rated energy together; null where one of them tells nothing. */
  readonly soc: number | null;
  /** They do not all do the same. */
  readonly mixed: boolean;
}

/** A percentage of the batteries together (`jointSoc`), to a tenth. */
function together(
  stations: readonly StationNow[],
  of: (station: StationNow) => number | null,
): number | null {
  const joint = jointSoc(stations.map((station) => ({ soc: of(station), ratedEnergy: station.ratedEnergy })));
  return joint === null ? null : Math.round(joint * 10) / 10;
}

/** The batteries of a site together: powers are added, states of charge are weighed by the rated energy. */
export function batteriesNow(stations: readonly StationNow[]): BatteriesNow {
  const powers = stations.map(({ power }) => power.value);
  const power = powers.some((value) => value === null) ? null : sumOf(powers);
  return {
    power,
    doing: power === null ? null : doing(turned(power)),
    soc: together(stations, ({ soc }) => soc),
    mixed: new Set(stations.map((station) => station.doing)).size > 1,
  };
}

/** Between which percentages the state of charge of the batteries together is kept; null without any. */
export function socLimits(
  stations: readonly StationNow[],
): { readonly highest: number; readonly lowest: number } | null {
  const highest = together(stations, ({ socMax }) => socMax);
  const lowest = together(stations, ({ socMin }) => socMin);
  return highest === null || lowest === null ? null : { highest, lowest };
}
