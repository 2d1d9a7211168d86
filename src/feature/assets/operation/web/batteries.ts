import { sumOf } from '#domain/decimal/sum.ts';
import { doing, turned } from '#domain/storage/sign.ts';
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

type Rated = Pick<StationNow, 'ratedEnergy'>;

/** The mean of a percentage by rated energy, to a tenth; null of none, or where one is not known. */
function byEnergy<S extends Rated>(stations: readonly S[], of: (station: S) => number | null): number | null {
  const parts = stations.flatMap((station) => {
    const value = of(station);
    return value === null ? [] : [value * station.ratedEnergy];
  });
  const rated = sumOf(stations.map(({ ratedEnergy }) => ratedEnergy)) ?? 0;
  if (parts.length < stations.length || rated <= 0) return null;
  return Math.round(((sumOf(parts) ?? 0) / rated) * 10) / 10;
}

/** The batteries of a site together: powers are added, states of charge are weighed by the rated energy. */
export function batteriesNow(stations: readonly StationNow[]): BatteriesNow {
  const powers = stations.map(({ power }) => power.value);
  const power = powers.some((value) => value === null) ? null : sumOf(powers);
  return {
    power,
    doing: power === null ? null : doing(turned(power)),
    soc: byEnergy(stations, ({ soc }) => soc),
    mixed: new Set(stations.map((station) => station.doing)).size > 1,
  };
}

/** Between which percentages the state of charge of the batteries together is kept; null without any. */
export function socLimits(
  stations: readonly StationNow[],
): { readonly highest: number; readonly lowest: number } | null {
  const highest = byEnergy(stations, ({ socMax }) => socMax);
  const lowest = byEnergy(stations, ({ socMin }) => socMin);
  return highest === null || lowest === null ? null : { highest, lowest };
}
