import { sumOf } from '#domain/decimal/sum.ts';
import type { AssetOverview } from '../contract.ts';
import { batteriesNow } from './batteries.ts';

/** A box of the live flow: what stands at one side of the bus. */
export interface FlowBox {
  readonly key: 'pv' | 'battery' | 'grid' | 'load' | 'piles';
  readonly side: 'in' | 'out';
  /** kW, never below zero; null where it is not known. */
  readonly power: number | null;
  readonly at: number | null;
}

/** A ribbon between a box and the bus, in the units of the picture. */
export interface Ribbon {
  readonly key: FlowBox['key'];
  readonly side: FlowBox['side'];
  readonly path: string;
}

/** The boxes of a site, sources at the left: who gives and who takes now. */
export function boxesOf({ stations, plants, grid, load, piles }: AssetOverview): FlowBox[] {
  const sum = (powers: readonly { value: number | null; at: number | null }[]) => ({
    power: powers.some(({ value }) => value === null) ? null : sumOf(powers.map(({ value }) => value)),
    at: Math.min(...powers.map(({ at }) => at ?? 0)) || null,
  });
  const boxes: FlowBox[] = [];
  if (plants.length > 0) {
    const { power, at } = sum(plants.map((plant) => plant.power));
    boxes.push({ key: 'pv', side: 'in', power: power === null ? null : Math.max(0, power), at });
  }
  if (grid.ammeterId !== null)
    boxes.push({
      key: 'grid',
      side: (grid.value ?? 0) < 0 ? 'out' : 'in',
      power: grid.value === null ? null : Math.abs(grid.value),
      at: grid.at,
    });
  if (stations.length > 0) {
    const { at } = sum(stations.map((station) => station.power));
    const { power } = batteriesNow(stations);
    boxes.push({
      key: 'battery',
      side: (power ?? 0) > 0 ? 'in' : 'out',
      power: power === null ? null : Math.abs(power),
      at,
    });
  }
  // What piles take is part of the load, and told apart where it is known.
  const taken = piles?.power.value ?? 0;
  boxes.push({ key: 'load', side: 'out', power: load === null ? null : Math.max(0, load - taken), at: null });
  if (piles) boxes.push({ key: 'piles', side: 'out', power: piles.power.value, at: piles.power.at });
  return boxes;
}

/** Size of the picture between the boxes. */
export const PICTURE = { width: 200, height: 300 } as const;
const BUS = { from: 96, to: 104, thick: 150 } as const;
const LEAST = 2;

/** Ribbons as thick as the power they carry, all on one scale; what is not known or nothing has none. */
export function ribbonsOf(boxes: readonly FlowBox[]): Ribbon[] {
  const all = (side: FlowBox['side']): number =>
    sumOf(boxes.map((box) => (box.side === side ? box.power : null))) ?? 0;
  const whole = Math.max(all('in'), all('out'));
  if (whole <= 0) return [];
  return (['in', 'out'] as const).flatMap((side) => {
    const own = boxes.filter((box) => box.side === side);
    let offset = (PICTURE.height - (all(side) / whole) * BUS.thick) / 2;
    return own.flatMap(({ key, power }, i): Ribbon[] => {
      if (!power) return [];
      const thick = Math.max(LEAST, (power / whole) * BUS.thick);
      const middle = ((i + 0.5) / own.length) * PICTURE.height;
      const [near, far] = [offset, middle - thick / 2];
      offset += thick;
      const [edge, bus] = side === 'in' ? [0, BUS.from] : [PICTURE.width, BUS.to];
      const bend = (edge + bus) / 2;
      const path = `M${edge},${far} C${bend},${far} ${bend},${near} ${bus},${near} V${near + thick} C${bend},${near + thick} ${bend},${far + thick} ${edge},${far + thick} Z`;
      return [{ key, side, path }];
    });
  });
}
