import { ENERGY, hourlyUnit } from '#contract/energyType.ts';
import { periodOf } from '#domain/time/period.ts';
import { dateAt } from '#domain/time/text.ts';
import { PRESENT_VALUE_MS } from '#feature/meters/messaging/contract.ts';
import { newestOf } from '#feature/meters/reading/server/public.ts';
import type { EnergyNode } from '#feature/meters/subject/contract.ts';
import { contextOf, energyTreeOf, Flows, type Organisation } from '#feature/meters/subject/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { EnergyNow, FlowNode } from '../contract.ts';
import { powerOfParts } from '../domain/power.ts';
import { countNow } from './countNow.ts';

/** A meter of the flow of which nobody has said the power yet. */
type Place = Omit<FlowNode, 'power' | 'powerAt' | 'parts' | 'counts'> & {
  /** The real meters of a virtual one, with how often each is counted; null of one that is real itself. */
  readonly real: readonly (readonly [meterId: number, times: number])[] | null;
};

/** Where an energy of a node goes: today's energy down the meters, and the power that each tells now. @throws Fault 404 */
export async function energyNow(
  trx: Db,
  who: { readonly orgId: number; readonly dataType?: string | undefined },
  now: number,
): Promise<EnergyNow> {
  const context = await contextOf(trx, who, now);
  const { subject, zone, organisation } = context;
  const { tree } = await energyTreeOf(trx, context, periodOf(zone, 'day', dateAt(zone, now)));
  const places = tree ? placesOf(tree, organisation) : [];
  const powerCode = subject.dataType === ENERGY.electricity ? 'PZ' : 'FL';
  const ids = places.flatMap(({ ammeterId, real }) => real?.map(([part]) => part) ?? ammeterId ?? []);
  const newest = await newestOf(trx, [...new Set(ids)].map((meterId) => ({ meterId, code: powerCode })), now); // prettier-ignore
  const known = new Map(
    newest.filter((one) => now - one.at <= PRESENT_VALUE_MS).map((one) => [one.meterId, one]),
  );
  const due = countNow(organisation, now);
  return {
    orgId: subject.orgId ?? who.orgId,
    name: subject.name,
    dataType: subject.dataType,
    dataTypes: subject.dataTypes,
    unit: subject.unit,
    powerUnit: hourlyUnit(subject.unit),
    powerCode,
    now,
    nodes: places.map((place) => withPower(place, known, due)),
  };
}

/** The nodes of a tree, each behind the one over it. */
function placesOf(tree: EnergyNode, organisation: Organisation): Place[] {
  const flows = Flows.of(organisation);
  const meters = new Map(organisation.meters.map((meter) => [meter.id, meter]));
  const realOf = (id: number | null): Place['real'] => {
    const meter = meters.get(id ?? 0);
    return meter && flows.isVirtual(meter) ? [...flows.realOf(new Map([[meter.id, 1]]))] : null;
  };
  const places: Place[] = [];
  const add = (node: EnergyNode, parent: string | null): void => {
    const { name, orgName, dataAmmeterId, sign, level, compared, rest, value, coverage, flags } = node;
    const today = { value, coverage, flags };
    places.push({ name, parent, shownName: orgName, ammeterId: dataAmmeterId, sign, level, today, compared, rest, real: realOf(dataAmmeterId) }); // prettier-ignore
    for (const child of node.children) add(child, name);
  };
  add(tree, null);
  return places;
}

interface Newest {
  readonly value: number | null;
  readonly at: number;
}

/** @param due meters that count now; one that tells its power and no energy yet counts as well */
function withPower(
  { real, ...place }: Place,
  known: ReadonlyMap<number, Newest>,
  due: ReadonlySet<number>,
): FlowNode {
  const id = place.ammeterId;
  const isCounted = (meterId: number): boolean => due.has(meterId) || known.has(meterId);
  const node = { ...place, counts: id === null || real !== null || isCounted(id) };
  const told = known.get(id ?? 0);
  if (real === null) return { ...node, parts: null, power: told?.value ?? null, powerAt: told?.at ?? null };
  const parts = real
    .filter(([meterId]) => isCounted(meterId))
    .map(([meterId, times]) => {
      const one = known.get(meterId);
      return { meterId, times, value: one?.value ?? null, at: one?.at ?? null };
    });
  return { ...node, parts, ...powerOfParts(parts) };
}
