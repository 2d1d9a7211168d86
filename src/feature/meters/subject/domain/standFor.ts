import { countsOf, Flows, sameCounts, signedOf, type SignedMeter, type SumPart } from './flow.ts';
import type { StandReason } from '../contract.ts';
import type { TreeMeter } from './meterTree.ts';

/** A node of an enterprise: the enterprise itself, a site or an organisation unit. */
export interface OrgNode {
  readonly id: number;
  readonly kind: 'consumer' | 'site' | 'unit';
  readonly name: string;
  readonly code: string;
  readonly parentId: number | null;
}

/** One line of the list of an organisation. */
export interface ListEntry {
  readonly orgId: number;
  readonly dataType: string;
  readonly meterId: number;
  readonly sign: 1 | -1;
}

/** All of one enterprise that says who stands for whom. */
export interface Structure {
  /** The nodes that can be answered about, where it was read for some only. */
  readonly read?: ReadonlySet<number>;
  readonly nodes: readonly OrgNode[];
  readonly meters: readonly TreeMeter[];
  readonly lists: readonly ListEntry[];
  /** What virtual meters are defined as. */
  readonly sums: readonly SumPart[];
}

export interface Stand {
  readonly meters: readonly SignedMeter[];
  readonly reason: Exclude<StandReason, 'meter'>;
}

/** Whether it holds all that answers about a node need. */
export const holdsNode = ({ nodes, read }: Structure, orgId: number): boolean =>
  (read?.has(orgId) ?? true) && nodes.some((one) => one.id === orgId);

const NOBODY: Stand = { meters: [], reason: 'none' };

/**
 * The signed meters whose sum is the energy of a node, per energy type. Its own list counts as it stands; without one,
 * an enterprise or a site is its top real meters of that type, and a unit is the union of its child units. A virtual
 * meter stands beside its parts and counts only where a list names it. Nothing is counted twice, neither along a path of
 * the meter tree nor through a virtual meter, save where a list says so.
 */
export function standFor(structure: Structure, orgId: number, dataType: string): Stand {
  const node = structure.nodes.find((one) => one.id === orgId);
  if (!node) return NOBODY;
  if (!holdsNode(structure, orgId)) throw new Error(`the organisation was not read for its node ${orgId}`);
  const own = listOf(structure, orgId, dataType);
  if (own.length > 0) return { meters: own, reason: 'list' };
  if (node.kind === 'unit') {
    const meters = unionOf(structure, orgId, dataType);
    return meters.length > 0 ? { meters, reason: 'units' } : NOBODY;
  }
  const inside = (meter: TreeMeter): boolean => node.kind === 'consumer' || meter.siteId === orgId;
  const meters = Flows.of(structure).tops(dataType, inside).map((meterId) => ({ meterId, sign: 1 as const })); // prettier-ignore
  return meters.length > 0 ? { meters, reason: 'top' } : NOBODY;
}

/** The list of an organisation itself. */
export const listOf = ({ lists }: Structure, orgId: number, dataType: string): SignedMeter[] =>
  lists
    .filter((entry) => entry.orgId === orgId && entry.dataType === dataType)
    .map(({ meterId, sign }) => ({ meterId, sign }));

/** The signed meters that are a meter: itself, or what hangs below a total adder that is not defined. */
export function standForMeter(structure: Structure, meterId: number): SignedMeter[] {
  const flows = Flows.of(structure);
  if (!flows.tree.get(meterId)) return [];
  if (flows.partsOf(meterId).length > 0) return [{ meterId, sign: 1 }];
  return signedOf(flows.once(flows.realOf(new Map([[meterId, 1]]))));
}

/** What the units below a unit name, each flow once. */
function unionOf(
  structure: Structure,
  unitId: number,
  dataType: string,
  seen: Set<number> = new Set(),
): SignedMeter[] {
  seen.add(unitId);
  const named = countsOf(
    structure.nodes.flatMap((child) => {
      if (child.parentId !== unitId || child.kind !== 'unit' || seen.has(child.id)) return [];
      const own = listOf(structure, child.id, dataType);
      return own.length > 0 ? own : unionOf(structure, child.id, dataType, seen);
    }),
  );
  const flows = Flows.of(structure);
  const counts = flows.realOf(named);
  const once = flows.once(counts);
  // Virtual meters keep their names where nobody else counts what flows through them.
  const asNamed = sameCounts(once, counts) && [...named.values()].every((count) => Math.abs(count) === 1);
  return signedOf(asNamed ? named : once);
}
