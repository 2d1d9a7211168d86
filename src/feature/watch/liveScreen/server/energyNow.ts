import { ENERGY, hourlyUnit } from '#contract/energyType.ts';
import { periodOf } from '#domain/time/period.ts';
import { dateAt } from '#domain/time/text.ts';
import { PRESENT_VALUE_MS } from '#feature/meters/messaging/contract.ts';
import { newestOf } from '#feature/meters/reading/server/public.ts';
import type { EnergyNode } from '#feature/meters/subject/contract.ts';
import { contextOf, energyTreeOf } from '#feature/meters/subject/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { EnergyNow, FlowNode } from '../contract.ts';

/** Where an energy of a node goes: today's energy down the meters, and the power that each tells now. @throws Fault 404 */
export async function energyNow(
  trx: Db,
  who: { readonly orgId: number; readonly dataType?: string | undefined },
  now: number,
): Promise<EnergyNow> {
  const context = await contextOf(trx, who, now);
  const { subject, zone } = context;
  const { tree } = await energyTreeOf(trx, context, periodOf(zone, 'day', dateAt(zone, now)));
  const nodes: Omit<FlowNode, 'power' | 'powerAt'>[] = [];
  const add = (node: EnergyNode, parent: string | null): void => {
    const { name, orgName, dataAmmeterId, sign, level, rest, value, coverage, flags } = node;
    const today = { value, coverage, flags };
    nodes.push({ name, parent, shownName: orgName, ammeterId: dataAmmeterId, sign, level, today, rest });
    for (const child of node.children) add(child, name);
  };
  if (tree) add(tree, null);
  const powerCode = subject.dataType === ENERGY.electricity ? 'PZ' : 'FL';
  const ids = [...new Set(nodes.flatMap((node) => node.ammeterId ?? []))];
  const newest = await newestOf(trx, ids.map((meterId) => ({ meterId, code: powerCode })), now); // prettier-ignore
  const known = new Map(
    newest.filter((one) => now - one.at <= PRESENT_VALUE_MS).map((one) => [one.meterId, one]),
  );
  return {
    orgId: subject.orgId ?? who.orgId,
    name: subject.name,
    dataType: subject.dataType,
    dataTypes: subject.dataTypes,
    unit: subject.unit,
    powerUnit: hourlyUnit(subject.unit),
    powerCode,
    now,
    nodes: nodes.map((node) => {
      const told = known.get(node.ammeterId ?? 0);
      return { ...node, power: told?.value ?? null, powerAt: told?.at ?? null };
    }),
  };
}
