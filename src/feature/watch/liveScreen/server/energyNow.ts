import { ENERGY, hourlyUnit } from '#contract/energyType.ts';
import { periodOf } from '#domain/time/period.ts';
import { dateAt } from '#domain/time/text.ts';
import { PRESENT_VALUE_MS } from '#feature/meters/messaging/contract.ts';
import { newestOf } from '#feature/meters/reading/server/public.ts';
import { isDue } from '#domain/fold/counting.ts';
import type { EnergyNode } from '#feature/meters/subject/contract.ts';
import { contextOf, energyTreeOf, Flows } from '#feature/meters/subject/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { EnergyNow, FlowNode } from '../contract.ts';
import { powerOfParts } from '../domain/power.ts';

/** Where an energy of a node goes: today's energy down the meters, and the power that each tells now. @throws Fault 404 */
export async function energyNow(
  trx: Db,
  who: { readonly orgId: number; readonly dataType?: string | undefined },
  now: number,
): Promise<EnergyNow> {
  const context = await contextOf(trx, who, now);
  const { subject, zone, organisation } = context;
  const { tree } = await energyTreeOf(trx, context, periodOf(zone, 'day', dateAt(zone, now)));
  const flows = Flows.of(organisation);
  const meters = new Map(organisation.meters.map((meter) => [meter.id, meter]));
  const countsNow = (id: number): boolean => {
    const meter = meters.get(id);
    return meter !== undefined && isDue(meter.counting, now - PRESENT_VALUE_MS, now);
  };
  /** The real meters of a meter, with how often each is counted; null of one that is real itself. */
  const realOf = (id: number | null): (readonly [number, number])[] | null => {
    const meter = meters.get(id ?? 0);
    if (!meter || !flows.isVirtual(meter)) return null;
    return [...flows.realOf(new Map([[meter.id, 1]]))];
  };
  type Place = Omit<FlowNode, 'power' | 'powerAt' | 'parts' | 'counts'> & {
    readonly real: ReturnType<typeof realOf>;
  };
  const nodes: Place[] = [];
  const add = (node: EnergyNode, parent: string | null): void => {
    const { name, orgName, dataAmmeterId, sign, level, compared, rest, value, coverage, flags } = node;
    const today = { value, coverage, flags };
    const real = realOf(dataAmmeterId);
    nodes.push({ name, parent, shownName: orgName, ammeterId: dataAmmeterId, sign, level, today, compared, rest, real }); // prettier-ignore
    for (const child of node.children) add(child, name);
  };
  if (tree) add(tree, null);
  const powerCode = subject.dataType === ENERGY.electricity ? 'PZ' : 'FL';
  const ids = [
    ...new Set(nodes.flatMap(({ ammeterId, real }) => real?.map(([part]) => part) ?? ammeterId ?? [])),
  ];
  const newest = await newestOf(trx, ids.map((meterId) => ({ meterId, code: powerCode })), now); // prettier-ignore
  const known = new Map(
    newest.filter((one) => now - one.at <= PRESENT_VALUE_MS).map((one) => [one.meterId, one]),
  );
  // A meter that tells its power and no energy yet counts as well.
  const counts = (id: number): boolean => countsNow(id) || known.has(id);
  const flowNode = ({ real, ...place }: Place): FlowNode => {
    const id = place.ammeterId;
    const node = { ...place, counts: id === null || real !== null || counts(id) };
    const told = known.get(id ?? 0);
    if (real === null) return { ...node, parts: null, power: told?.value ?? null, powerAt: told?.at ?? null };
    const parts = real
      .filter(([meterId]) => counts(meterId))
      .map(([meterId, times]) => {
        const one = known.get(meterId);
        return { meterId, times, value: one?.value ?? null, at: one?.at ?? null };
      });
    return { ...node, parts, ...powerOfParts(parts) };
  };
  return {
    orgId: subject.orgId ?? who.orgId,
    name: subject.name,
    dataType: subject.dataType,
    dataTypes: subject.dataTypes,
    unit: subject.unit,
    powerUnit: hourlyUnit(subject.unit),
    powerCode,
    now,
    nodes: nodes.map(flowNode),
  };
}
