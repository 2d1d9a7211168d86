/** A meter as far as it matters to who stands for whom. */
export interface TreeMeter {
  readonly id: number;
  readonly siteId: number;
  /** Energy type value. */
  readonly dataType: string;
  /** Device type; '11' = total adder, the signed sum of its parts or of what hangs below it. */
  readonly deviceType: string;
  readonly parentId: number | null;
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

  get(meterId: number): TreeMeter | undefined {
    return this.#byId.get(meterId);
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
