import { curveKey, sourceKey } from '#contract/scene/binding.ts';
import type { Bound, Picture } from '#contract/scene/scene.ts';
import type { Curve } from '#domain/scene/drawing.ts';
import { nameOf, type Names } from '#domain/scene/label.ts';
import type { Fed } from '#domain/scene/supply.ts';
import { loadShareOf } from '#domain/scene/loadShare.ts';
import { type Read, readBinding, type Told, type Values } from '#domain/scene/told.ts';
import type { ValuesAnswer } from '../../contract.ts';

/** An element whose values are old, or that has an alarm. */
export interface Remark {
  readonly id: string;
  readonly label: string;
  /** ms since its value; null = it is not old. */
  readonly age: number | null;
  /** 1 = urgent … 4; 0 = none. */
  readonly alarm: number;
}

/** What is to be said of a picture. */
export interface Remarks {
  readonly list: readonly Remark[];
  /** How many of the elements with values are fresh. */
  readonly fresh: number;
  readonly total: number;
}

/** A value, and the rated power (kW) where it is a share of that; null = it is not known. */
interface Kept extends Told {
  readonly ratedPower?: number | null;
}

/** What is kept when the live feed tells of a source, or of the power that a share is made of. */
const heardAs = (known: Kept, value: number | null, ts: number): Kept => ({
  ...known,
  value: known.ratedPower === undefined ? value : loadShareOf(value, known.ratedPower),
  ts,
});

/** Keeps what is told of the sources of a picture, flat or in space. */
export class ValueKeeper {
  readonly values = new Map<string, Kept>();
  readonly curves = new Map<string, Curve>();
  readonly picture: Picture;
  /** Elements by the sources that they bind. */
  protected readonly bySource = new Map<string, string[]>();
  /** Shares of rated powers by the power that they are made of, which the live feed tells. */
  readonly #shares = new Map<string, string>();
  /** What the live feed told since values were read: an answer that was on its way meanwhile may be older. */
  readonly #heard = new Map<string, { readonly value: number | null; readonly ts: number }>();
  /** Sources that were told something since it was last looked at; null = all may have. */
  #changed: Set<string> | null = null;
  /** What was said last, and of which second: several lists ask for it. */
  #said: { readonly second: number; readonly names: Names; readonly remarks: Remarks } | null = null;

  constructor(picture: Picture) {
    this.picture = picture;
    for (const one of picture.elements)
      for (const { source } of one.bindings ?? []) {
        const key = sourceKey(source);
        this.bySource.set(key, [...(this.bySource.get(key) ?? []), one.id]);
        if (source.kind === 'figure' && source.figure === 'loadShare')
          this.#shares.set(sourceKey({ kind: 'item', ammeterId: source.ammeterId, dataCode: 'PZ' }), key);
      }
  }

  /** What is shown of its sources: what is tried out goes before what is told. */
  shown(): Values {
    return this.values;
  }

  /** Whether an element is fed; null = nothing is known of a net. */
  fedOf(_id: string): Fed | null {
    return null;
  }

  /** Everything anew: it was read, or time went on. */
  all(): void {
    this.#changed = null;
    this.#said = null;
  }

  /** Nothing is known: another instant is looked at. What is heard meanwhile waits for its answer. */
  clear(): void {
    this.values.clear();
    this.curves.clear();
    this.all();
  }

  /** What was read of all sources. @param live what was heard meanwhile and is newer stands; the past stands as it was read */
  fill({ values, curves }: ValuesAnswer, live = true): void {
    this.values.clear();
    this.curves.clear();
    for (const one of values) {
      const heard = live ? this.#heard.get(one.key) : undefined;
      this.values.set(
        one.key,
        heard && heard.ts > (one.ts ?? -Infinity) ? heardAs(one, heard.value, heard.ts) : one,
      );
    }
    // What was heard before now is in every answer that is asked for from now on.
    this.#heard.clear();
    for (const { key, hours, points } of curves) this.curves.set(curveKey(key, hours), points);
    this.all();
  }

  /** What the live feed told of a source; older than what is known, or of one that is not bound, it says nothing. */
  hear(key: string, value: number | null, ts: number): void {
    this.#note(key, value, ts);
    const share = this.#shares.get(key);
    if (share !== undefined) this.#note(share, value, ts);
  }

  #note(key: string, value: number | null, ts: number): void {
    if (!this.bySource.has(key)) return;
    const known = this.values.get(key);
    if (Math.max(known?.ts ?? -Infinity, this.#heard.get(key)?.ts ?? -Infinity) > ts) return;
    this.#heard.set(key, { value, ts });
    if (!known) return;
    this.values.set(key, heardAs(known, value, ts));
    this.#changed?.add(key);
  }

  /** Sources to be drawn anew since it was last asked; null = all, an empty set = none. */
  news(): ReadonlySet<string> | null {
    const news = this.#changed;
    this.#changed = new Set();
    return news;
  }

  /** Elements of which something is to be said, the most urgent first; looked for once a second. */
  remarks(now: number, names: Names): Remarks {
    const second = Math.floor(now / 1000);
    if (this.#said?.second !== second || this.#said.names !== names)
      this.#said = { second, names, remarks: this.#remarksAt(now, names) };
    return this.#said.remarks;
  }

  #remarksAt(now: number, names: Names): Remarks {
    let [fresh, total] = [0, 0];
    const list: Remark[] = [];
    for (const one of this.picture.elements) {
      if (!one.bindings?.length) continue;
      const reads = this.#readsOf(one, now);
      const age = oldestOf(reads);
      if (reads.length > 0) {
        total++;
        if (age === null && reads.every(({ value }) => value !== null)) fresh++;
      }
      const alarm = this.#alarmOf(one, now);
      if (age !== null || alarm !== 0) list.push({ id: one.id, label: nameOf(one, names), age, alarm });
    }
    list.sort((a, b) => (a.alarm || 9) - (b.alarm || 9) || (b.age ?? 0) - (a.age ?? 0));
    return { list, fresh, total };
  }

  /** What the values of an element read; a figure of which nothing is known yet is none. */
  #readsOf({ bindings = [] }: Bound, now: number): Read[] {
    return bindings.flatMap((each) => {
      if (each.source.kind === 'alarm') return [];
      const read = readBinding(each, this.values, now);
      return each.source.kind === 'figure' && read.value === null ? [] : [read];
    });
  }

  /** The most urgent level of alarm of an element; 0 = none. */
  #alarmOf({ bindings = [] }: Bound, now: number): number {
    const levels = bindings.flatMap((each) =>
      each.source.kind === 'alarm' ? [readBinding(each, this.values, now).value ?? 0] : [],
    );
    return levels.reduce((most, level) => (level > 0 && (most === 0 || level < most) ? level : most), 0);
  }
}

const oldestOf = (reads: readonly Read[]): number | null =>
  reads.reduce<number | null>((most, { age }) => (age === null ? most : Math.max(most ?? 0, age)), null);
