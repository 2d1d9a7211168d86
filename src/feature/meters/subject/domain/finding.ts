import { type Counts, countsOf, Flows, sameCounts } from './flow.ts';
import { listOf, type OrgNode, standFor, type Structure } from './standFor.ts';

/** Something that a change of a structure would do to sums, which a person might not mean; `counts` are the flows. */
export type Finding =
  /** The list of a node counts (or takes off) flows more often than they are. */
  | { readonly kind: 'listTwice'; readonly orgId: number; readonly dataType: string; readonly counts: Counts }
  /** So does the definition of a virtual meter. */
  | { readonly kind: 'sumTwice'; readonly meterId: number; readonly counts: Counts }
  /** So do the meters that something else names. */
  | {
      readonly kind: 'namedTwice';
      readonly name: string;
      readonly meterIds: readonly number[];
      readonly counts: Counts;
    }
  /** Two nodes beside each other count the same flows. */
  | (BetweenNodes & { readonly kind: 'shared' })
  /** A node above has a list of its own that does not count the flows of the node. */
  | (BetweenNodes & { readonly kind: 'outside' })
  /** A node that was above has a list of its own that still counts them. */
  | (BetweenNodes & { readonly kind: 'stays' })
  /** A node that was above has no list of its own: it loses them. */
  | (BetweenNodes & { readonly kind: 'loses' });

interface BetweenNodes {
  readonly orgId: number;
  readonly otherId: number;
  readonly dataType: string;
  readonly counts: Counts;
}

const realOf = (structure: Structure, orgId: number, dataType: string): Counts =>
  Flows.of(structure).realOf(countsOf(standFor(structure, orgId, dataType).meters));

const hasList = (structure: Structure, orgId: number, dataType: string): boolean =>
  listOf(structure, orgId, dataType).length > 0;

/** The nodes above one, nearest first. */
function nodesAbove({ nodes }: Structure, id: number): OrgNode[] {
  const up: OrgNode[] = [];
  const seen = new Set([id]);
  let at = nodes.find((node) => node.id === id)?.parentId ?? null;
  while (at !== null && !seen.has(at)) {
    seen.add(at);
    const node = nodes.find((one) => one.id === at);
    if (!node) break;
    up.push(node);
    at = node.parentId;
  }
  return up;
}

/**
 * What lists and definitions count twice after a change and did not before, wherever it was made: in a list, in a
 * definition, in the meter tree.
 */
export function twiceOf(before: Structure, after: Structure): Finding[] {
  const [then, now] = [Flows.of(before), Flows.of(after)];
  const keys = new Map(
    after.lists.map(({ orgId, dataType }) => [`${orgId} ${dataType}`, { orgId, dataType }]),
  );
  const lists = [...keys.values()].flatMap((one) => twiceInList(before, after, one.orgId, one.dataType));
  const sums = [...new Set(after.sums.map((part) => part.meterId))].flatMap((meterId): Finding[] => {
    const of = (flows: Flows) => flows.twice(flows.realOf(new Map([[meterId, 1]])));
    const counts = of(now);
    return counts.size === 0 || sameCounts(counts, of(then)) ? [] : [{ kind: 'sumTwice', meterId, counts }];
  });
  return [...lists, ...sums];
}

/** The same of one list alone. */
export function twiceInList(before: Structure, after: Structure, orgId: number, dataType: string): Finding[] {
  const of = (structure: Structure): Counts => {
    const flows = Flows.of(structure);
    return flows.twice(flows.realOf(countsOf(listOf(structure, orgId, dataType))));
  };
  const counts = of(after);
  return counts.size === 0 || sameCounts(counts, of(before))
    ? []
    : [{ kind: 'listTwice', orgId, dataType, counts }];
}

/** The same of meters that something else names, each as often as it stands there. */
export function twiceNamed(
  structure: Structure,
  name: string,
  meterIds: readonly number[],
  before: readonly number[],
): Finding[] {
  const flows = Flows.of(structure);
  const of = (ids: readonly number[]): Counts =>
    flows.twice(flows.realOf(countsOf(ids.map((meterId) => ({ meterId, sign: 1 })))));
  const counts = of(meterIds);
  return counts.size === 0 || sameCounts(counts, of(before))
    ? []
    : [{ kind: 'namedTwice', name, meterIds, counts }];
}

/** Who else counts what the list of a node newly counts, and which list above it leaves it out. */
export function besidesOf(before: Structure, after: Structure, orgId: number, dataType: string): Finding[] {
  const flows = Flows.of(after);
  const node = after.nodes.find((one) => one.id === orgId);
  const own = flows.without(realOf(after, orgId, dataType), realOf(before, orgId, dataType));
  if (!node || own.size === 0) return [];
  const above = new Set(nodesAbove(after, orgId).map((one) => one.id));
  return after.nodes.flatMap((other): Finding[] => {
    const between = { orgId: other.id, otherId: orgId, dataType };
    if (above.has(other.id)) {
      if (!hasList(after, other.id, dataType)) return [];
      const counts = flows.without(own, realOf(after, other.id, dataType));
      return counts.size === 0 ? [] : [{ kind: 'outside', ...between, counts }];
    }
    const beside =
      other.id !== orgId &&
      other.kind === node.kind &&
      (node.kind === 'site' || hasList(after, other.id, dataType)) &&
      !nodesAbove(after, other.id).some((one) => one.id === orgId);
    const counts = beside ? flows.shared(own, realOf(after, other.id, dataType)) : new Map<number, number>();
    return counts.size === 0 ? [] : [{ kind: 'shared', ...between, counts }];
  });
}

/** What moving a unit does to the nodes that were above it and that are above it then. */
export function movedOf(before: Structure, after: Structure, unitId: number): Finding[] {
  const flows = Flows.of(after);
  const [old, now] = [nodesAbove(before, unitId), nodesAbove(after, unitId)];
  const without = (nodes: readonly OrgNode[], others: readonly OrgNode[]): OrgNode[] =>
    nodes.filter((node) => node.kind === 'unit' && !others.some((other) => other.id === node.id));
  return [...new Set(after.lists.map((entry) => entry.dataType))].flatMap((dataType): Finding[] => {
    const own = realOf(after, unitId, dataType);
    if (own.size === 0) return [];
    const found = (kind: 'outside' | 'stays' | 'loses', { id }: OrgNode, counts: Counts): Finding[] =>
      counts.size === 0 ? [] : [{ kind, orgId: id, otherId: unitId, dataType, counts }];
    return [
      ...without(old, now).flatMap((node) => {
        const left = realOf(after, node.id, dataType);
        return hasList(after, node.id, dataType)
          ? found('stays', node, flows.shared(own, left))
          : found('loses', node, flows.without(own, left));
      }),
      ...without(now, old).flatMap((node) =>
        hasList(after, node.id, dataType)
          ? found('outside', node, flows.without(own, realOf(after, node.id, dataType)))
          : [],
      ),
    ];
  });
}
