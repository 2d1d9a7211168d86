/** A node of an enterprise: the enterprise itself, a site or an organisation unit. */
export interface OrgNode {
  readonly id: number;
  readonly kind: 'consumer' | 'site' | 'unit';
  readonly name: string;
  readonly code: string;
  readonly parentId: number | null;
}

/** A meter as far as it matters to who stands for whom. */
export interface TreeMeter {
  readonly id: number;
  readonly siteId: number;
  /** Energy type value. */
  readonly dataType: string;
  /** Device type; '11' = total adder, the signed sum of what hangs below it. */
  readonly deviceType: string;
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
  readonly nodes: readonly OrgNode[];
  readonly meters: readonly TreeMeter[];
  readonly lists: readonly ListEntry[];
}

export interface SignedMeter {
  readonly meterId: number;
  readonly sign: 1 | -1;
}

/** Why these meters: the list of the organisation, the top meters below it, its child units, or no meter at all. */
export type StandReason = 'list' | 'top' | 'units' | 'none';

export interface Stand {
  readonly meters: readonly SignedMeter[];
  readonly reason: StandReason;
}

const ADDER = '11';
const NOBODY: Stand = { meters: [], reason: 'none' };

/**
 * The signed meters whose sum is the energy of a node, per energy type. Its own list counts; without one, an
 * enterprise or a site is its top meters of that type, and a unit is the union of its child units. A total adder
 * with meters below it is these meters. Nothing is counted twice along a path of the meter tree, save where a
 * list says so.
 */
export function standFor(structure: Structure, orgId: number, dataType: string): Stand {
  const node = structure.nodes.find((one) => one.id === orgId);
  if (!node) return NOBODY;
  const own = structure.lists.filter((entry) => entry.orgId === orgId && entry.dataType === dataType);
  if (own.length > 0) return { meters: own.map(({ meterId, sign }) => ({ meterId, sign })), reason: 'list' };
  if (node.kind === 'unit') {
    const meters = unionOf(structure, orgId, dataType, new Set());
    return meters.length > 0 ? { meters, reason: 'units' } : NOBODY;
  }
  const inside = structure.meters.filter((meter) => node.kind === 'consumer' || meter.siteId === orgId);
  const meters = topsOf(inside, dataType).map((meterId) => ({ meterId, sign: 1 as const }));
  return meters.length > 0 ? { meters, reason: 'top' } : NOBODY;
}

/** Meters of a type that have none of the same type above them within `inside`; adders resolved. */
function topsOf(inside: readonly TreeMeter[], dataType: string): number[] {
  const tree = new MeterTree(inside);
  return inside
    .filter(
      (meter) => meter.dataType === dataType && tree.above(meter.id).every((up) => up.dataType !== dataType),
    )
    .flatMap((meter) => resolved(tree, meter))
    .toSorted((a, b) => a - b);
}

/** The signed meters that are a meter: itself, or what hangs below a total adder. */
export function standForMeter(structure: Structure, meterId: number): SignedMeter[] {
  const meter = structure.meters.find((one) => one.id === meterId);
  return meter
    ? resolved(new MeterTree(structure.meters), meter).map((id) => ({ meterId: id, sign: 1 as const }))
    : [];
}

/** A meter, or the nearest real ones of its type below an adder. */
function resolved(tree: MeterTree, meter: TreeMeter): number[] {
  const below = meter.deviceType === ADDER ? tree.nextBelow(meter.id, meter.dataType) : [];
  return below.length > 0 ? below.flatMap((one) => resolved(tree, one)) : [meter.id];
}

/** What the units below a unit name, each meter once and no meter below one that is counted already. */
function unionOf(structure: Structure, unitId: number, dataType: string, seen: Set<number>): SignedMeter[] {
  const net = new Map<number, number>();
  seen.add(unitId);
  for (const child of structure.nodes) {
    if (child.parentId !== unitId || child.kind !== 'unit' || seen.has(child.id)) continue;
    const own = structure.lists.filter((entry) => entry.orgId === child.id && entry.dataType === dataType);
    const named = own.length > 0 ? own : unionOf(structure, child.id, dataType, seen);
    for (const { meterId, sign } of named) net.set(meterId, (net.get(meterId) ?? 0) + sign);
  }
  const signs = new Map<number, 1 | -1>();
  for (const [meterId, sum] of net) if (sum !== 0) signs.set(meterId, sum > 0 ? 1 : -1);
  const tree = new MeterTree(structure.meters);
  return [...signs]
    .filter(([meterId, sign]) => {
      const counted = tree.above(meterId).find((up) => signs.has(up.id));
      return counted === undefined || signs.get(counted.id) !== sign;
    })
    .map(([meterId, sign]) => ({ meterId, sign }))
    .toSorted((a, b) => a.meterId - b.meterId);
}

/** Meters of a list that hang below another of the same list and sign: counted twice. */
export function countedTwice(structure: Structure, meters: readonly SignedMeter[]): number[] {
  const signs = new Map(meters.map(({ meterId, sign }) => [meterId, sign]));
  const tree = new MeterTree(structure.meters);
  return meters
    .filter(({ meterId, sign }) => {
      const counted = tree.above(meterId).find((up) => signs.has(up.id));
      return counted !== undefined && signs.get(counted.id) === sign;
    })
    .map(({ meterId }) => meterId);
}

/** Meters by parent; a ring of parents ends where it began. */
export class MeterTree {
  readonly #byId: ReadonlyMap<number, TreeMeter>;
  readonly #children = new Map<number, TreeMeter[]>();

  constructor(meters: readonly TreeMeter[]) {
    this.#byId = new Map(meters.map((meter) => [meter.id, meter]));
    for (const meter of meters) {
      if (meter.parentId === null) continue;
      const siblings = this.#children.get(meter.parentId);
      if (siblings) siblings.push(meter);
      else this.#children.set(meter.parentId, [meter]);
    }
  }

  /** The meters above one, nearest first. */
  above(meterId: number): TreeMeter[] {
    const up: TreeMeter[] = [];
    const seen = new Set([meterId]);
    let parent = this.#byId.get(meterId)?.parentId ?? null;
    while (parent !== null && !seen.has(parent)) {
      seen.add(parent);
      const meter = this.#byId.get(parent);
      if (!meter) break;
      up.push(meter);
      parent = meter.parentId;
    }
    return up;
  }

  /** The nearest meters of a type below one, through meters of other types. */
  nextBelow(meterId: number, dataType: string, seen: Set<number> = new Set([meterId])): TreeMeter[] {
    return (this.#children.get(meterId) ?? []).flatMap((child) => {
      if (seen.has(child.id)) return [];
      seen.add(child.id);
      return child.dataType === dataType ? [child] : this.nextBelow(child.id, dataType, seen);
    });
  }
}
