import { type Client, ok } from '../product.ts';
import { dateAfter, dateAt, instantOf, MINUTE, QUARTER, type Range } from './clock.ts';
import { exact, type Findings, micro } from './found.ts';
import { type Node, peakOf } from './organisation.ts';
import type { Plant } from './plant.ts';
import { demandIn } from './truth.ts';

export interface SettlementMonth extends Range {
  readonly month: string;
}

/** The settlement months that touch the plant's time; named by the month in which most of each lies. */
export function settlementMonths({ draw, zone, from, to }: Plant): SettlementMonth[] {
  const { day, hour } = draw.settlement;
  const found: SettlementMonth[] = [];
  const two = (n: number): string => String(n).padStart(2, '0');
  const first = Number(draw.begin.slice(0, 4)) * 12 + Number(draw.begin.slice(5, 7)) - 1;
  const startOf = (index: number): number =>
    instantOf(zone, `${Math.floor(index / 12)}-${two((index % 12) + 1)}-${two(day)}`, hour);
  for (let index = first - 2; index < first + 4; index++) {
    const named = day <= 15 ? index : index + 1;
    const month = `${Math.floor(named / 12)}-${two((named % 12) + 1)}`;
    const one = { month, from: startOf(index), to: startOf(index + 1) };
    if (one.from < to && one.to > from) found.push(one);
  }
  return found;
}

interface Wire {
  readonly value: number;
  readonly from: number;
  readonly to: number;
}

interface SettlementList {
  readonly list: readonly {
    readonly month: string;
    readonly from: number;
    readonly to: number;
    readonly maximum: Wire | null;
    readonly block: Wire | null;
    readonly method: string;
  }[];
}

/** The maximum demand of every settlement month of meters and sums. */
export async function checkDemand(
  client: Client,
  plant: Plant,
  nodes: readonly Node[],
  found: Findings,
): Promise<void> {
  const months = settlementMonths(plant);
  for (const { name, ask, list } of nodes) {
    const told = ok(
      await client.get<SettlementList>('/api/demand/settlement/getlist', {
        ...ask,
        from: dateAfter(dateAt(plant.zone, plant.from), -1),
        to: dateAfter(dateAt(plant.zone, plant.to), 1),
      }),
    ).list;
    for (const month of months) {
      const where = `${name} settlement ${month.month}`;
      const row = told.find((one) => one.month === month.month);
      found.same(where, 'begin', row?.from, month.from);
      found.same(where, 'end', row?.to, month.to);
      const block = peakOf(plant, list, month);
      found.same(where, 'block demand', micro(row?.block?.value), exact(block?.value ?? null));
      found.same(where, 'its quarter', row?.block?.from ?? null, block?.from ?? null);
      const only = list.length === 1 && list[0]?.sign === 1 ? plant.meters[list[0].of] : undefined;
      const sliding = only && only.draw.slip !== 15 ? demandIn(only.known.PP, month, 5 * MINUTE, true) : null;
      const slid = sliding && { value: sliding.value, from: sliding.at - QUARTER };
      const most = slid && (!block || slid.value > block.value) ? slid : block;
      found.same(where, 'maximum demand', micro(row?.maximum?.value), exact(most?.value ?? null));
    }
  }
}
