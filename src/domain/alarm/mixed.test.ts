import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs.ts';
import type { Sample } from '../signal/sample.ts';
import { holdOf, intervalsOf, operationsOf } from '../signal/interval.ts';
import { bucketBounds, LEVEL } from '../time/bucket.ts';
import { HOUR_MS, MINUTE_MS } from '../time/duration.ts';
import { zoneOf } from '../time/zone.ts';
import type { CompositionTree } from '#contract/composition.ts';
import { computedSamples } from './condition.ts';
import type { FigureBucket } from './figure.ts';
import {
  codesOf,
  holdsOf,
  judge,
  judgedCodesOf,
  lookBack,
  reachOf,
  rewindStart,
  type RuleVersion,
  type Standing,
} from './judge.ts';
import { NORMAL } from './machine.ts';
import { mixedReadings } from './mixed.ts';
import { clearedAtOf, raisedAtOf } from './occurrence.ts';
import { firstEndAfter, lastEndAt, openFigure } from './openFigure.ts';
import { LAPSE_CODE, Past, type Reading } from './past.ts';
import { replay } from './replay.ts';
import type { Change, Recorded } from './revise.ts';
import type { PointCourse } from './signal.ts';
import { ruleOn, type RuleSettings } from './settings.ts';

const ZONE = zoneOf('Asia/Shanghai');
const STEP_MS = 60_000;
/** Begins on a full hour. */
const T0 = 1_700_002_800_000;
const END = T0 + 6 * HOUR_MS;
const [OPEN, CLOSED] = [0, 1];
const QF = 7;
const EXPECTED_S = 600;

const BASE: RuleSettings = {
  method: 'above', code: 'PZ', limit: 100, deadBand: 2, onDelay: 0, offDelay: 0, level: '2',
  params: {}, objects: {}, triggers: [], itemLimits: [],
}; // prettier-ignore
const part = (id: number, rest: Partial<RuleSettings>) =>
  [id, { name: `Part ${id}`, nameEn: null, settings: { ...BASE, ...rest } }] as const;
const PARTS = Object.fromEntries([
  part(1, {}),
  part(2, {
    method: 'figure', code: null, limit: 50, deadBand: 5, figure: { of: 'hourEnergy', side: 'above', minCoverage: 95 },
  }), // prettier-ignore
  part(3, { method: 'signal', code: null, limit: null, signal: { state: null, normals: { [QF]: CLOSED }, meters: { [QF]: 1 } } }), // prettier-ignore
]);
PARTS[4] = part(4, { method: 'operations', code: null, limit: 3, signal: { state: null, normals: { [QF]: CLOSED }, counts: true } })[1]; // prettier-ignore
PARTS[5] = part(5, { method: 'expression', code: null, limit: null, expression: 'avg(PZ, 10m) > 100' })[1];
const version = (
  composition: CompositionTree,
  rest: Partial<RuleSettings> = {},
  validFrom = 0,
): RuleVersion => ({
  versionId: 1 + validFrom,
  validFrom,
  rule: ruleOn(
    { ...BASE, method: 'compose', code: null, limit: null, composition, parts: PARTS, ...rest },
    {
      ammeterId: 1,
      siteId: 1,
      stepMs: STEP_MS,
      others: new Map([[2, { ammeterId: 2, siteId: 1, stepMs: 2 * STEP_MS }]]),
    },
  ),
});

/** What comes, in any order: a value, an hour that was folded, a position. */
type Told =
  | { readonly kind: 'value'; readonly at: number; readonly values: Readonly<Record<string, number>> }
  | { readonly kind: 'figure'; readonly at: number; readonly energy: number; readonly covered: number }
  | { readonly kind: 'position'; readonly at: number; readonly value: number | null };

const courseOf = (samples: readonly Sample[], from: number): PointCourse => {
  const days = bucketBounds(ZONE, LEVEL.day, from, END);
  return {
    intervals: intervalsOf(samples, from, Infinity, holdOf(EXPECTED_S)),
    operations: operationsOf(samples).filter(({ ts }) => ts >= (days[0] ?? 0)),
    days,
  };
};

/** A composition on a meter as the server keeps it. */
class Kept {
  readonly values = new Map<number, Readonly<Record<string, number>>>();
  readonly hours = new Map<number, { energy: number; covered: number }>();
  readonly positions = new Map<number, number | null>();
  readonly changes: Change[] = [];
  readonly #versions: readonly RuleVersion[];
  #standing: Standing = { judgedTo: T0, state: NORMAL, records: [], treatedAt: [] };
  #figuredTo = T0;
  #fresh = true;

  constructor(versions: readonly RuleVersion[]) {
    this.#versions = versions;
  }

  take(batch: readonly Told[], now: number): this {
    let from = this.#fresh ? T0 : Infinity;
    this.#fresh = false;
    for (const one of batch) {
      // A bucket touches what follows its end, and is marked from its beginning.
      from = Math.min(from, one.kind === 'figure' ? one.at - HOUR_MS : one.at);
      if (one.kind === 'value') this.values.set(one.at, { ...this.values.get(one.at), ...one.values });
      else if (one.kind === 'figure') this.hours.set(one.at, one);
      else this.positions.set(one.at, one.value);
    }
    this.#look(from, now);
    return this;
  }

  input(begin: number, to: number, now: number) {
    const back = begin - 1 - lookBack(this.#versions);
    const readings = [...this.values]
      .filter(([at]) => at >= back && at <= to)
      .map(([at, values]): Reading => ({ at, values }))
      .toSorted((a, b) => a.at - b.at);
    const buckets: FigureBucket[] = [];
    for (let end = T0; end <= Math.min(to, now); end += HOUR_MS) {
      if (end < begin - 1 - HOUR_MS) continue;
      const known = this.hours.get(end) ?? { energy: null, covered: 0 };
      buckets.push({ level: LEVEL.hour, start: end - HOUR_MS, end, ...known });
    }
    const samples = [...this.positions]
      .filter(([ts]) => ts <= to)
      .map(([ts, value]) => ({ ts, value, quality: 0 as const }))
      .toSorted((a, b) => a.ts - b.ts);
    return { readings, buckets, points: new Map([[QF, courseOf(samples, begin - 1)]]) };
  }

  #look(marked: number, now: number): void {
    const versions = this.#versions;
    const { judgedTo, records } = this.#standing;
    const figured = { versions, zone: ZONE, figuredTo: this.#figuredTo, folds: false };
    const awaited = firstEndAfter(figured, now);
    const newest = Math.max(...[...this.values.keys(), ...this.positions.keys()].filter((at) => at <= now), judgedTo); // prettier-ignore
    const to = awaited === null ? newest : Math.max(newest, lastEndAt(figured, now));
    const from = Math.min(marked, awaited ?? Infinity);
    const late = from <= judgedTo;
    const begin = late ? Math.max(T0, rewindStart(from, reachOf(versions), records)) : judgedTo + 1;
    const input = this.input(begin, to, now);
    const { readings } = mixedReadings(versions, input, { begin, to, now, anew: late });
    const standing = { ...this.#standing, ...(awaited === null ? {} : { awaited }) };
    const judged = judge(versions, standing, readings, to, late ? { start: begin, to } : null);
    this.#figuredTo = openFigure(figured, input.buckets, now).figuredTo;
    this.#keep(judged.changes);
    this.#standing = {
      ...this.#standing,
      state: judged.state,
      judgedTo: Math.max(judgedTo, readings.at(-1)?.at ?? 0),
    };
  }

  #keep(changes: readonly Change[]): void {
    this.changes.push(...changes);
    let list: readonly Recorded[] = this.#standing.records;
    for (const change of changes)
      if (change.kind === 'raise')
        list = [...list, { ...change.after, recordId: list.length + 1, withdrawn: false, retired: false }];
      else
        list = list.map((one) => {
          if (one.recordId !== change.before.recordId) return one;
          if (change.kind === 'update') return { ...one, ...change.after, withdrawn: false };
          const [first] = one.episodes;
          const episodes = [{ ...first, clearedAt: first.clearedAt ?? first.raisedAt }] as const;
          return { ...one, withdrawn: true, episodes };
        });
    this.#standing = { ...this.#standing, records: list };
  }

  /** Raise, clear and number of raises of what stands, in seconds from the begin. */
  get spans() {
    const seconds = (at: number | null) => (at === null ? null : (at - T0) / 1000);
    return this.#standing.records
      .filter((one) => !one.withdrawn)
      .toSorted((a, b) => raisedAtOf(a) - raisedAtOf(b))
      .map((one) => [seconds(raisedAtOf(one)), seconds(clearedAtOf(one)), one.episodes.length]);
  }
}

const value = (minute: number, PZ: number): Told => ({ kind: 'value', at: T0 + minute * MINUTE_MS, values: { PZ } }); // prettier-ignore
const other = (minute: number, PZ: number): Told => ({ kind: 'value', at: T0 + minute * MINUTE_MS, values: { 'PZ@2': PZ } }); // prettier-ignore
const hour = (n: number, energy: number, covered = 1): Told => ({ kind: 'figure', at: T0 + n * HOUR_MS, energy, covered }); // prettier-ignore
const position = (minute: number, is: number | null): Told => ({ kind: 'position', at: T0 + minute * MINUTE_MS, value: is }); // prettier-ignore
const at = (minute: number) => T0 + minute * MINUTE_MS;
const nameOf = (one: Told): string =>
  [one.kind, one.at, ...(one.kind === 'value' ? Object.keys(one.values) : [])].join(' ');
const AND: CompositionTree = { kind: 'and', parts: [1, 2, 3] };

describe('a composition of a value, a figure and a position', () => {
  const run = (from: number, to: number, PZ: number): Told[] =>
    Array.from({ length: to - from }, (_, i) => value(from + i, PZ));

  it('rings where all hold, from the instant at which the last of them began, and ends with the first that does not', () => {
    const kept = new Kept([version(AND)])
      .take([...run(0, 60, 120), position(0, CLOSED), position(9, CLOSED), position(18, CLOSED)], at(59))
      .take([position(27, CLOSED), position(45, OPEN)], at(59));
    expect(kept.spans).toEqual([]);
    // The hour is over, but not folded: nothing is said of it.
    kept.take([...run(60, 62, 120), position(60, OPEN)], at(62));
    expect(kept.spans).toEqual([]);
    kept.take([hour(1, 80)], at(63));
    expect(kept.spans).toEqual([[3600, null, 1]]);
    kept.take([value(64, 99), value(65, 97)], at(65));
    expect(kept.spans).toEqual([[3600, 65 * 60, 1]]);
    expect(kept.changes.map(({ kind }) => kind)).toEqual(['raise', 'update']);
  });

  it('is unknown where a value, a position or a figure is too old or not known: it neither raises nor clears', () => {
    const kept = new Kept([version(AND)]).take(
      [...run(55, 63, 120), position(55, OPEN), hour(1, 80)],
      at(63),
    );
    expect(kept.spans).toEqual([[3600, null, 1]]);
    // The position is told again too late, the value not at all, the next hour is never folded: it stands.
    kept.take([position(110, OPEN)], at(110)).take([position(125, OPEN)], at(240));
    expect(kept.spans).toEqual([[3600, null, 1]]);
    kept.take([position(241, CLOSED)], at(242));
    expect(kept.spans).toEqual([[3600, 241 * 60, 1]]);
  });

  it('what a figure says when it becomes known is no revision, what it says after a correction is one', () => {
    const kept = new Kept([version({ kind: 'and', parts: [2] })]).take([hour(1, 80)], at(61));
    expect(kept.spans).toEqual([[3600, null, 1]]);
    kept.take([], at(121));
    kept.take([hour(2, 20)], at(122));
    expect(kept.spans).toEqual([[3600, 7200, 1]]);
    expect(kept.changes.at(-1)).toMatchObject({ kind: 'update', revised: false });
    kept.take([hour(2, 90)], at(125));
    expect(kept.spans).toEqual([[3600, null, 1]]);
    expect(kept.changes.at(-1)).toMatchObject({ kind: 'update', revised: true });
    kept.take([hour(1, 10)], at(126));
    expect(kept.spans).toEqual([[7200, null, 1]]);
  });

  it('stands open for a while: the delay of the whole ends though nothing more comes', () => {
    const list = [version({ kind: 'and', parts: [3] }, { onDelay: 300 })];
    const kept = new Kept(list).take([position(0, CLOSED), position(8, OPEN)], at(8));
    expect(kept.spans).toEqual([]);
    kept.take([position(14, OPEN)], at(14));
    expect(kept.spans).toEqual([[13 * 60, null, 1]]);
  });

  it('of two meters rings where both hold, each value for three intervals of its own meter', () => {
    const both: CompositionTree = { kind: 'and', parts: [1, { rule: 1, meter: 2 }] };
    const kept = new Kept([version(both)]).take([...run(0, 12, 120), other(2, 120)], at(11));
    expect(kept.spans).toEqual([[120, null, 1]]);
    // What the other told is too old after six minutes: it neither raises nor clears.
    kept.take([...run(12, 20, 120), value(20, 90)], at(20));
    expect(kept.spans).toEqual([[120, 1200, 1]]);
    kept.take([value(21, 120), value(22, 120)], at(22));
    expect(kept.spans).toEqual([[120, 1200, 1]]);
    kept.take([other(22, 130)], at(22));
    expect(kept.spans).toEqual([[120, null, 2]]);
    // The other was not that high, as a correction says.
    kept.take([other(2, 90)], at(23));
    expect(kept.spans).toEqual([[1320, null, 1]]);
  });

  const told = fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('value' as const), at: fc.integer({ min: T0, max: END }), values: fc.record({ PZ: fc.constantFrom(50, 99, 101, 150, Number.NaN) }) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('value' as const), at: fc.integer({ min: T0, max: END }), values: fc.record({ 'PZ@2': fc.constantFrom(50, 99, 101, 150, Number.NaN) }) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('figure' as const), at: fc.integer({ min: 0, max: 6 }).map((n) => T0 + n * HOUR_MS), energy: fc.constantFrom(20, 48, 60), covered: fc.constantFrom(0.5, 1) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('position' as const), at: fc.integer({ min: T0, max: END }), value: fc.constantFrom(OPEN, CLOSED, null) }) },
  ); // prettier-ignore
  const shapes: readonly (readonly [string, readonly RuleVersion[]])[] = [
    ['all of them', [version(AND)]],
    ['any of them, with delays', [version({ kind: 'or', parts: [1, 2, 3] }, { onDelay: 120, offDelay: 60 })]],
    ['two of three, later all', [version({ kind: 'atLeast', need: 2, parts: [1, 2, 3] }, { onDelay: 30 }), version(AND, {}, T0 + 2.5 * HOUR_MS)]],
    ['more operations in a day than there may be, and a value', [version({ kind: 'and', parts: [1, 4] }, { onDelay: 60 })]],
    ['of two meters, with delays', [version({ kind: 'and', parts: [1, { rule: 1, meter: 2 }] }, { onDelay: 120, offDelay: 60 })]],
    ['the mean of another meter, or a position', [version({ kind: 'or', parts: [{ rule: 5, meter: 2 }, 3] })]],
    ['two of three on two meters, later one of them', [version({ kind: 'atLeast', need: 2, parts: [1, 3, { rule: 1, meter: 2 }] }), version({ kind: 'or', parts: [{ rule: 1, meter: 2 }] }, {}, T0 + 3 * HOUR_MS)]],
    ['values alone, later all', [version({ kind: 'or', parts: [1] }), version(AND, { offDelay: 60 }, T0 + 3 * HOUR_MS)]],
    ['values of one meter, later of two', [version({ kind: 'or', parts: [1] }), version({ kind: 'and', parts: [1, { rule: 1, meter: 2 }] }, { offDelay: 60 }, T0 + 3 * HOUR_MS)]],
  ]; // prettier-ignore
  it.each(shapes)(
    '%s: order, batches and repetition of delivery change nothing; a replay says the same',
    (_, list) => {
      fc.assert(
        fc.property(
          fc.uniqueArray(told, { selector: nameOf, minLength: 1, maxLength: 60 }),
          fc.array(fc.nat(1000), { minLength: 60, maxLength: 60 }),
          fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 60, maxLength: 60 }),
          (all: readonly Told[], order, sizes) => {
            const now = END + 2 * HOUR_MS;
            const whole = new Kept(list).take(all, now);
            const mixed = all
              .map((one, i) => [order[i] as number, one] as const)
              .toSorted(([a], [b]) => a - b)
              .map(([, one]) => one);
            const parts = new Kept(list);
            let clock = T0;
            for (let i = 0, n = 0; i < mixed.length; n++) {
              const batch = mixed.slice(i, i + (sizes[n] as number));
              clock = Math.max(clock, ...batch.map((one) => one.at));
              parts.take(batch, clock);
              if (n % 3 === 0) parts.take(batch, clock + MINUTE_MS);
              i += sizes[n] as number;
            }
            expect(parts.take([], now).spans).toEqual(whole.spans);
            if (list.length > 1) return;
            const [{ rule }] = list as [RuleVersion];
            const to = Math.max(T0, ...all.map((one) => one.at), END + 2 * HOUR_MS);
            const { readings } = mixedReadings(list, whole.input(T0, to, now), {
              begin: T0,
              to,
              now,
              anew: true,
            });
            const past = new Past([...codesOf(rule), LAPSE_CODE], holdsOf(rule), rule.mixed?.codes);
            if (!rule.computed) throw new Error('no composition');
            const samples = computedSamples(readings, rule.computed, past, judgedCodesOf(rule));
            const found = replay(
              samples.filter((one) => one.at >= T0),
              rule,
              to,
            );
            const episodes = whole.spans.reduce((n, [, , count]) => n + Number(count), 0);
            expect(found).toHaveLength(episodes);
          },
        ),
        runs(300),
      );
    },
  );
});
