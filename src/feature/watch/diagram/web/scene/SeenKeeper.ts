import { sourceKey } from '#contract/scene/binding.ts';
import type { Scene } from '#contract/scene/scene.ts';
import { nameOf, type Names } from '#domain/scene/label.ts';
import type { ValuesAnswer } from '../../contract.ts';
import type { Curve, Seen } from '#domain/scene/drawing.ts';
import { levelsOf, positionsOf } from '#domain/scene/seen.ts';
import { type Fed, fedOf, netOf, type Positions, voltagesOf } from '#domain/scene/supply.ts';
import { mapped, readBinding, type Told } from '#domain/scene/told.ts';

/** Positions that somebody tries out in place of those that are told. */
export type Tried = ReadonlyMap<string, 'open' | 'closed'>;

/** An element whose values are old, or that has an alarm. */
export interface Remark {
  readonly id: string;
  readonly label: string;
  /** ms since its value; null = it is not old. */
  readonly age: number | null;
  /** 1 = urgent … 4; 0 = none. */
  readonly alarm: number;
}

/** Keeps what is known of a scene, and says which elements a change touches. */
export class SeenKeeper {
  readonly values = new Map<string, Told>();
  readonly curves = new Map<string, Curve>();
  readonly scene: Scene;
  readonly #net;
  readonly #levels;
  readonly #bySource = new Map<string, string[]>();
  readonly #positionsKeys = new Set<string>();
  #fed: ReadonlyMap<string, Fed> = new Map();
  #tried: Tried = new Map();
  /** Sources that were told something since it was last looked at; null = all may have. */
  #changed: Set<string> | null = null;

  constructor(scene: Scene) {
    this.scene = scene;
    this.#net = netOf(scene);
    this.#levels = levelsOf(voltagesOf(scene, this.#net));
    for (const one of scene.elements)
      for (const { source } of one.bindings ?? []) {
        const key = sourceKey(source);
        this.#bySource.set(key, [...(this.#bySource.get(key) ?? []), one.id]);
        if (source.kind === 'signal') this.#positionsKeys.add(key);
      }
  }

  try(tried: Tried): void {
    this.#tried = tried;
    this.#changed = null;
  }

  /** Everything anew: it was read, or time went on. */
  all(): void {
    this.#changed = null;
  }

  /** What was read of all sources. */
  fill({ values, curves }: ValuesAnswer): void {
    this.values.clear();
    this.curves.clear();
    for (const one of values) this.values.set(one.key, one);
    for (const { key, points } of curves) this.curves.set(key, points);
    this.#changed = null;
  }

  /** What the live feed told of a source; older than what is known, or of one that is not bound, it says nothing. */
  hear(key: string, value: number | null, ts: number): void {
    const known = this.values.get(key);
    if (!known || !this.#bySource.has(key) || (known.ts ?? -Infinity) > ts) return;
    this.values.set(key, { ...known, value, ts });
    this.#changed?.add(key);
  }

  /** Sources to be drawn anew since it was last asked; null = all, an empty set = none. */
  news(): ReadonlySet<string> | null {
    const news = this.#changed;
    this.#changed = new Set();
    return news;
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
      values: this.#shown(),
      curves: this.curves,
      now,
      fed: this.#fed,
      levels: this.#levels,
    };
    if (changed === null) return { seen, ids: null };
    const ids = new Set([...changed].flatMap((key) => this.#bySource.get(key) ?? []));
    if (moves) for (const [id, fed] of this.#fed) if (before.get(id) !== fed) ids.add(id);
    return { seen, ids };
  }

  /** Values in which switches that are tried out stand as they are tried. */
  #shown(): ReadonlyMap<string, Told> {
    if (this.#tried.size === 0) return this.values;
    const shown = new Map(this.values);
    for (const one of this.scene.elements) {
      const look = this.#tried.get(one.id);
      const [range] = mapped(one, 'range').filter(({ source }) => source.kind === 'signal');
      const wanted = range?.map.ranges.find((each) => each.look === look);
      const value = wanted?.from ?? wanted?.to ?? null;
      if (range && value !== null)
        shown.set(sourceKey(range.source), { value, ts: null, unit: '', holdMs: null });
    }
    return shown;
  }

  /** Elements of which something is to be said, and how many of those with values are fresh. */
  remarks(
    now: number,
    names: Names,
  ): { readonly list: Remark[]; readonly fresh: number; readonly total: number } {
    let [fresh, total] = [0, 0];
    const list: Remark[] = [];
    for (const one of this.scene.elements) {
      const bindings = one.bindings ?? [];
      if (bindings.length === 0) continue;
      const values = bindings.filter(({ source }) => source.kind === 'item' || source.kind === 'signal');
      const reads = values.map((each) => readBinding(each, this.values, now));
      const age = reads.reduce<number | null>(
        (most, { age: own }) => (own === null ? most : Math.max(most ?? 0, own)),
        null,
      );
      const missing = reads.some(({ value }) => value === null);
      if (values.length > 0) {
        total++;
        if (age === null && !missing) fresh++;
      }
      const alarm = bindings.reduce((most, each) => {
        const level = each.source.kind === 'alarm' ? (readBinding(each, this.values, now).value ?? 0) : 0;
        return level > 0 && (most === 0 || level < most) ? level : most;
      }, 0);
      if (age === null && alarm === 0) continue;
      list.push({ id: one.id, label: nameOf(one, names), age, alarm });
    }
    list.sort((a, b) => (a.alarm || 9) - (b.alarm || 9) || (b.age ?? 0) - (a.age ?? 0));
    return { list, fresh, total };
  }
}
