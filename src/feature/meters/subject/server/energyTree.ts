import { microToNumber } from '#domain/decimal/decimal.ts';
import { amountOf } from '#domain/figure/amount.ts';
import type { Range } from '#domain/fold/reach.ts';
import { NO_SUM, usageOver, usageOverEach, type IntervalSum } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { EnergyNode, EnergyTree } from '../contract.ts';
import { restOf, uniqueName } from '../domain/energyTree.ts';
import { Flows } from '../domain/flow.ts';
import { branchEnergies } from './branch.ts';
import { expectedOf, type QueryContext } from './context.ts';
import type { OrgMeter } from './organisation.ts';

const numberOf = (micro: bigint | null): number | null => (micro === null ? null : microToNumber(micro));

/** The meters that stand for a node, and everything of their type below them, as ids. */
export function metersBelow({ organisation, signed, subject }: QueryContext): {
  flows: Flows;
  ids: number[];
} {
  const flows = Flows.of(organisation);
  const ids = new Set<number>();
  const take = (id: number): void => {
    if (ids.has(id)) return;
    ids.add(id);
    for (const below of flows.below(id, subject.dataType)) take(below.id);
  };
  for (const { meterId } of signed) take(meterId);
  return { flows, ids: [...ids] };
}

/**
 * The energy of a node over an interval, down the meter tree, each meter with what those below leave open; that is told
 * over time of which all of them are known.
 */
export async function energyTreeOf(trx: Db, context: QueryContext, range: Range): Promise<EnergyTree> {
  const { subject, signed, organisation, expected } = context;
  const head = { unit: subject.unit, ...range };
  if (signed.length === 0) return { ...head, tree: null };
  const { flows, ids } = metersBelow(context);
  const sums = await usageOverEach(trx, ids, range);
  const [whole = NO_SUM] = await usageOver(trx, signed, [range]);
  const byId = new Map(organisation.meters.map((meter) => [meter.id, meter]));
  const belowOf = (meterId: number) => flows.below(meterId, subject.dataType).map((child) => child.id);
  const branches = ids
    .map((meterId) => ({ meterId, belowIds: belowOf(meterId) }))
    .filter(({ belowIds }) => belowIds.length > 0);
  const asked = { range, now: expected.now, sums };
  const energies = await branchEnergies(trx, organisation, branches, asked);
  const taken = new Set<string>();
  const one = (meterId: number) => expectedOf(context, [{ meterId }]);

  const build = (meter: OrgMeter, sign: 1 | -1, level: number, path: ReadonlySet<number>): EnergyNode => {
    const name = uniqueName(meter.name, taken);
    const below = belowOf(meter.id).filter((id) => !path.has(id));
    const children = below.flatMap((id) => {
      const found = byId.get(id);
      return found ? [build(found, 1, level + 1, new Set([...path, id]))] : [];
    });
    const sum: IntervalSum = sums.get(meter.id) ?? NO_SUM;
    const amount = amountOf(sum, range.from, range.to, one(meter.id));
    const same = energies.get(meter.id);
    const parts = below.flatMap((id) => (same?.below.has(id) ? [same.below.get(id) ?? null] : []));
    // A virtual meter measures nothing that those below it could leave open.
    const rest = flows.isVirtual(meter) ? null : restOf(same?.own ?? null, parts);
    return {
      ...amount,
      name,
      orgName: meter.name,
      orgId: null,
      dataAmmeterId: meter.id,
      sign,
      level,
      pP: amount.value,
      compared: rest === null ? null : numberOf(same?.own ?? null),
      rest: numberOf(rest),
      children,
    };
  };

  const rootName = uniqueName(subject.name, taken);
  const children = signed.flatMap(({ meterId, sign }) => {
    const meter = byId.get(meterId);
    return meter ? [build(meter, sign, 1, new Set([meterId]))] : [];
  });
  const amount = amountOf(whole, range.from, range.to, expected);
  return {
    ...head,
    tree: {
      ...amount,
      name: rootName,
      orgName: subject.name,
      orgId: subject.orgId,
      dataAmmeterId: subject.dataAmmeterId,
      sign: 1,
      level: 0,
      pP: amount.value,
      compared: null,
      rest: null,
      children,
    },
  };
}
