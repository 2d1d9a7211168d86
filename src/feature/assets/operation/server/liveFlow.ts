import { microToNumber } from '#domain/decimal/decimal.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { type Flow, flowOf, loadOf, type SiteEnergies } from '#domain/storage/flow.ts';
import { turned } from '#domain/storage/sign.ts';
import type { SiteAssets } from '#feature/assets/settlement/server/public.ts';
import type { LiveFlow, LivePower } from '../contract.ts';

/** What a meter told last of a code; null where it is none of the present. */
export type Newest = (meterId: number | null, code: string) => LivePower;

/** A supply of a site: its meter, and the assets behind it. */
interface Supply extends Pick<SiteAssets, 'stations' | 'plants'> {
  readonly meterId: number;
}

/** The supplies that the assets of a site name; those that name none stand behind the first. */
export function suppliesOf({ stations, plants }: SiteAssets): Supply[] {
  const meters = new Set([...stations, ...plants].flatMap(({ gridMeterId }) => gridMeterId ?? []));
  const [first] = meters;
  return [...meters].map((meterId) => {
    const behind = ({ gridMeterId }: { readonly gridMeterId: number | null }) =>
      (gridMeterId ?? first) === meterId;
    return { meterId, stations: stations.filter(behind), plants: plants.filter(behind) };
  });
}

/** The sum where every value is known; 0 of none. */
export const allOf = (values: readonly (number | null)[]): number | null =>
  values.some((value) => value === null) ? null : (sumOf(values) ?? 0);

/** What a site takes from its supplies now, kW; `at` = when the oldest of the values was told. */
export function gridNow(supplies: readonly Supply[], newest: Newest): LivePower {
  if (supplies.length === 0) return { value: null, at: null };
  const told = supplies.map(({ meterId }) => newest(meterId, 'PZ'));
  return {
    value: allOf(told.map(({ value }) => value)),
    at: Math.min(...told.map(({ at }) => at ?? 0)) || null,
  };
}

/** The transformers behind which the batteries stand, kVA; of several supplies null where one is not entered. */
export function transformerOf({ stations }: SiteAssets, supplies: readonly Supply[]): number | null {
  const capacityOf = (all: SiteAssets['stations']): number | null =>
    all.find((one) => one.transformerCapacity !== null)?.transformerCapacity ?? null;
  return supplies.length > 1
    ? allOf(supplies.map((supply) => capacityOf(supply.stations)))
    : capacityOf(stations);
}

/** Milliwatts as whole numbers, so that what comes in is what goes out. */
const whole = (kW: number): bigint => BigInt(Math.round(kW * 1e6));

/** What crosses the bounds of a supply now; null where a meter is silent. */
function powersOf({ meterId, stations, plants }: Supply, newest: Newest): SiteEnergies | null {
  const power = (list: readonly { readonly meterId: number }[]) =>
    allOf(list.map((one) => newest(one.meterId, 'PZ').value));
  const [pv, battery, grid] = [power(plants), turned(power(stations)), newest(meterId, 'PZ').value];
  if (pv === null || battery === null || grid === null) return null;
  return {
    pv: whole(Math.max(0, pv)),
    discharged: whole(Math.max(0, battery)),
    charged: whole(Math.max(0, -battery)),
    bought: whole(Math.max(0, grid)),
    fedIn: whole(Math.max(0, -grid)),
  };
}

interface Live {
  readonly flow: LiveFlow | null;
  readonly load: number | null;
}

const UNKNOWN: Live = { flow: null, load: null };
const SIDES = ['load', 'battery', 'grid'] as const;

/** Who feeds whom now, of all supplies together; null where a meter is silent or they contradict each other. */
export function liveFlow(supplies: readonly Supply[], newest: Newest): Live {
  const flows: Flow[] = [];
  let load = 0n;
  for (const supply of supplies) {
    const powers = powersOf(supply, newest);
    if (!powers) return UNKNOWN;
    const flow = flowOf(powers);
    if (!flow) return UNKNOWN;
    flows.push(flow);
    load += loadOf(powers);
  }
  if (flows.length === 0) return UNKNOWN;
  const row = (source: keyof Flow) =>
    Object.fromEntries(
      SIDES.map((side) => [side, microToNumber(flows.reduce((sum, flow) => sum + flow[source][side], 0n))]),
    ) as LiveFlow[keyof LiveFlow];
  return {
    flow: { pv: row('pv'), battery: row('battery'), grid: row('grid') },
    load: microToNumber(load),
  };
}
