import { DEVICE_TYPE } from '#contract/deviceType.ts';

/** A meter as far as it matters to the network. */
interface Hanging {
  readonly id: number;
  readonly dataType: string;
  readonly deviceType: string;
  readonly parentId: number | null;
}

/** A meter of the network of one energy, with those of the same energy right below it. */
export interface NetNode {
  readonly id: number;
  readonly parentId: number | null;
  readonly depth: number;
  readonly childIds: readonly number[];
}

/**
 * The real meters of one energy as they hang below each other, those above before those below. Meters of other
 * energies and total adders between them are passed through; a ring of parents is cut where it closes.
 */
export function netOf(meters: readonly Hanging[], dataType: string): NetNode[] {
  const byId = new Map(meters.map((meter) => [meter.id, meter]));
  const counts = (meter: Hanging): boolean =>
    meter.dataType === dataType && meter.deviceType !== DEVICE_TYPE.totalAdder;
  const above = (meter: Hanging): number | null => {
    const seen = new Set([meter.id]);
    let up = meter.parentId === null ? undefined : byId.get(meter.parentId);
    while (up && !counts(up) && !seen.has(up.id)) {
      seen.add(up.id);
      up = up.parentId === null ? undefined : byId.get(up.parentId);
    }
    return up && counts(up) && up.id !== meter.id ? up.id : null;
  };
  const children = new Map<number | null, number[]>();
  for (const meter of meters.filter(counts)) {
    const parent = above(meter);
    children.set(parent, [...(children.get(parent) ?? []), meter.id]);
  }
  const nodes: NetNode[] = [];
  const seen = new Set<number>();
  const take = (id: number, parentId: number | null, depth: number): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const childIds = (children.get(id) ?? []).filter((child) => !seen.has(child));
    nodes.push({ id, parentId, depth, childIds });
    for (const child of childIds) take(child, id, depth + 1);
  };
  for (const id of children.get(null) ?? []) take(id, null, 0);
  // What is left hangs in a ring: it is shown from one of its meters on.
  for (const meter of meters.filter(counts)) take(meter.id, null, 0);
  return nodes;
}
