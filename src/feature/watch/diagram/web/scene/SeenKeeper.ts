import { sourceKey } from '#contract/scene/binding.ts';
import type { Scene } from '#contract/scene/scene.ts';
import type { Seen } from '#domain/scene/drawing.ts';
import { levelsOf, positionsOf } from '#domain/scene/seen.ts';
import { type Fed, fedOf, netOf, type Positions, switchesOf, voltagesOf } from '#domain/scene/supply.ts';
import { positionOf, type Told } from '#domain/scene/told.ts';
import { ValueKeeper } from './ValueKeeper.ts';

/** Positions that somebody tries out in place of those that are told. */
export type Tried = ReadonlyMap<string, 'open' | 'closed'>;

/** Keeps what is known of a scene, and says which elements a change touches. */
export class SeenKeeper extends ValueKeeper {
  readonly scene: Scene;
  readonly #net;
  readonly #levels;
  readonly #positionsKeys = new Set<string>();
  #fed: ReadonlyMap<string, Fed> = new Map();
  #tried: Tried = new Map();

  constructor(scene: Scene) {
    super(scene);
    this.scene = scene;
    this.#net = netOf(scene);
    this.#levels = levelsOf(voltagesOf(scene, this.#net));
    for (const one of switchesOf(scene)) {
      const position = positionOf(one);
      if (position) this.#positionsKeys.add(sourceKey(position.source));
    }
  }

  try(tried: Tried): void {
    this.#tried = tried;
    this.all();
  }

  /** Where the switches stand by what is told; `tried` goes before it. */
  positions(now: number, tried: Tried = this.#tried): Positions {
    return new Map([...positionsOf(this.scene, this.values, now), ...tried]);
  }

  /**
   * What is seen now, and the elements to draw anew. @param changed sources that were told something; null = all: time went
   * on, or positions are tried
   */
  look(changed: ReadonlySet<string> | null, now: number): { seen: Seen; ids: Set<string> | null } {
    const before = this.#fed;
    const moves = changed === null || [...changed].some((key) => this.#positionsKeys.has(key));
    if (moves) this.#fed = fedOf(this.#net, this.positions(now));
    const seen: Seen = {
      values: this.shown(),
      curves: this.curves,
      now,
      fed: this.#fed,
      levels: this.#levels,
    };
    if (changed === null) return { seen, ids: null };
    const ids = new Set([...changed].flatMap((key) => this.bySource.get(key) ?? []));
    if (moves) for (const [id, fed] of this.#fed) if (before.get(id) !== fed) ids.add(id);
    return { seen, ids };
  }

  override fedOf(id: string): Fed | null {
    return this.#fed.get(id) ?? null;
  }

  /** Values in which switches that are tried out stand as they are tried. */
  override shown(): ReadonlyMap<string, Told> {
    if (this.#tried.size === 0) return this.values;
    const shown = new Map(this.values);
    for (const one of this.scene.elements) {
      const look = this.#tried.get(one.id);
      const range = look === undefined ? undefined : positionOf(one);
      const wanted = range?.map.ranges.find((each) => each.look === look);
      const value = wanted?.from ?? wanted?.to ?? null;
      if (range?.source.kind === 'signal' && value !== null)
        shown.set(sourceKey(range.source), { value, ts: null, unit: '', holdMs: null });
    }
    return shown;
  }
}
