import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Heard,
  judge,
  judgeSilence,
  type Judged,
  lookBack,
  reachOf,
  rewindStart,
  type RuleVersion,
  type Standing,
} from './judge.ts';
import type { Composition } from './compose.ts';
import { NORMAL } from './machine.ts';
import { clearedAtOf, raisedAtOf } from './occurrence.ts';
import type { Reading } from './past.ts';
import type { Change, Recorded } from './revise.ts';
import { ruleOn, type RuleSettings } from './settings.ts';

const S = 1000;
const SETTINGS: RuleSettings = {
  method: 'above', code: 'PZ', limit: 100, deadBand: 2, onDelay: 60, offDelay: 60, level: '2',
  params: {}, objects: {}, triggers: [], itemLimits: [],
}; // prettier-ignore
const versions = (settings: Partial<RuleSettings> = {}, validFrom = 0, versionId = 1): RuleVersion => ({
  versionId,
  validFrom,
  rule: ruleOn({ ...SETTINGS, ...settings }, { ammeterId: 1, siteId: 1, stepMs: 60 * S }),
});

/** What came of a meter at a second: its power, or values by their code. */
type Told = readonly [second: number, value: number | Reading['values']];

/** A meter as the server keeps it: all its readings, and where its judging stands. */
class Kept {
  readonly readings = new Map<number, Reading['values']>();
  standing: Standing = { judgedTo: -1, state: NORMAL, records: [], treatedAt: [] };
  readonly told: Change[] = [];
  readonly #versions: readonly RuleVersion[];

  constructor(list: readonly RuleVersion[] = [versions()]) {
    this.#versions = list;
  }

  /** Stores readings and judges what they touch. @param until the clock of the meter; default its newest reading */
  deliver(batch: readonly Told[], until?: number): this {
    const ats = batch.map(([second]) => second * S);
    for (const [second, told] of batch) {
      const values = typeof told === 'number' ? { PZ: told } : told;
      this.readings.set(second * S, { ...this.readings.get(second * S), ...values });
    }
    const { judgedTo, records } = this.standing;
    const [from, to] = [Math.min(...ats), Math.max(...ats)];
    const rewind =
      from <= judgedTo ? { start: rewindStart(from, reachOf(this.#versions), records), to } : null;
    const begin = rewind ? rewind.start : judgedTo + 1;
    const readings = [...this.readings]
      .filter(([at]) => at >= begin - lookBack(this.#versions))
      .toSorted(([a], [b]) => a - b)
      .map(([at, values]): Reading => ({ at, values }));
    const newest = Math.max(judgedTo, to);
    const now = until === undefined ? newest : until * S;
    this.#take(judge(this.#versions, this.standing, readings, now, rewind), newest);
    return this;
  }

  /** Lets the clock of the meter go on to a second. */
  tick(second: number): this {
    this.#take(judge(this.#versions, this.standing, [], second * S, null), this.standing.judgedTo);
    return this;
  }

  #take({ changes, state, settled }: Judged, judgedTo: number): void {
    this.told.push(...changes);
    let { records } = this.standing;
    for (const change of changes) {
      if (change.kind === 'raise')
        records = [
          ...records,
          { ...change.after, recordId: records.length + 1, withdrawn: false, retired: false },
        ];
      else
        records = records.map((one) => {
          if (one.recordId !== change.before.recordId) return one;
          return change.kind === 'withdraw' ? withdrawn(one) : { ...one, ...change.after, withdrawn: false };
        });
    }
    this.standing = { ...this.standing, records, judgedTo, state: settled ? this.standing.state : state };
  }

  /** Raise and clear of what stands, in seconds, with the number of raises. */
  get spans(): (readonly [number, number | null, number])[] {
    return this.standing.records
      .filter((one) => !one.withdrawn)
      .toSorted((a, b) => raisedAtOf(a) - raisedAtOf(b))
      .map((one) => {
        const cleared = clearedAtOf(one);
        return [raisedAtOf(one) / S, cleared === null ? null : cleared / S, one.episodes.length] as const;
      });
  }
}

const withdrawn = (one: Recorded): Recorded => {
  const [first] = one.episodes;
  return { ...one, withdrawn: true, episodes: [{ ...first, clearedAt: first.clearedAt ?? first.raisedAt }] };
};

describe('a rule that is judged as readings come', () => {
  it('raises by the clock, and withdraws what a reading that was on its way says never was', () => {
    const kept = new Kept().deliver([[0, 101]]).tick(59);
    expect(kept.spans).toEqual([]);
    expect(kept.tick(61).spans).toEqual([[60, null, 1]]);
    kept.deliver([[30, 90]], 62);
    expect(kept.spans).toEqual([]);
    expect(kept.told.map(({ kind }) => kind)).toEqual(['raise', 'withdraw']);
  });

  it('tells a raise and its end once, however often it looks', () => {
    const kept = new Kept()
      .deliver([[0, 101]])
      .tick(61)
      .tick(62)
      .tick(90)
      .deliver([[100, 90]])
      .tick(159);
    expect(kept.spans).toEqual([[60, null, 1]]);
    kept.tick(161).tick(500);
    expect(kept.spans).toEqual([[60, 160, 1]]);
    expect(kept.told).toMatchObject([{ kind: 'raise' }, { kind: 'update', revised: false }]);
  });

  it('counts what is raised again within ten minutes on the same record, unless somebody dealt with it', () => {
    const flips = [[0, 101], [60, 101], [120, 90], [180, 90], [240, 101], [300, 101]] as const; // prettier-ignore
    expect(new Kept().deliver(flips).spans).toEqual([[60, null, 2]]);
    const seen = new Kept().deliver(flips.slice(0, 4));
    seen.standing = { ...seen.standing, treatedAt: [200 * S] };
    expect(seen.deliver(flips.slice(4)).spans).toEqual([[60, 180, 1], [300, null, 1]]); // prettier-ignore
  });

  it('leaves what began before all that is judged again as it was recorded, and judges it on', () => {
    const list = [versions({ onDelay: 0, offDelay: 0 })];
    const first = { raisedAt: 100 * S, clearedAt: 200 * S, peak: { value: 150, at: 100 * S } };
    const stands = { raisedAt: 500 * S, clearedAt: null, peak: { value: 140, at: 500 * S } };
    const record: Recorded = { recordId: 1, withdrawn: false, retired: false, episodes: [first, stands] };
    const standing: Standing = { judgedTo: 2000 * S, state: NORMAL, records: [record], treatedAt: [] };
    const again = (values: readonly (readonly [second: number, value: number])[]): readonly Change[] =>
      judge(
        list,
        standing,
        values.map(([second, PZ]) => ({ at: second * S, values: { PZ } })),
        null,
        { start: 1000 * S, to: 2000 * S },
      ).changes;
    // Inside the dead band, beyond the limit and unknown: it stands with its begin, its count and its peak.
    for (const value of [99, 120, NaN]) expect(again([[1000, value], [1500, value]])).toEqual([]); // prettier-ignore
    expect(again([[1000, 99], [1500, 50]])).toMatchObject([
      { kind: 'update', after: { episodes: [first, { ...stands, clearedAt: 1500 * S }] } },
    ]); // prettier-ignore
    // One that ended a moment before is left alone too.
    const over: Recorded = { ...record, episodes: [{ ...first, clearedAt: 900 * S }] };
    expect(
      judge(list, { ...standing, records: [over] }, [], null, { start: 1000 * S, to: 2000 * S }).changes,
    ).toEqual([]);
  });

  it('finds spikes that come late, and nothing else changes', () => {
    const flat = Array.from({ length: 600 }, (_, i) => [i * 60, 50] as const);
    const kept = new Kept([versions({ onDelay: 0, offDelay: 0 })]).deliver(flat);
    const spikes = Array.from({ length: 10 }, (_, i) => [i * 3000 + 30, 500] as const);
    kept.deliver(spikes);
    expect(kept.spans).toEqual(spikes.map(([at]) => [at, at + 30, 1]));
    // One is corrected: withdrawn, the other nine stay.
    kept.deliver([[30, 50]]);
    expect(kept.spans).toHaveLength(9);
    expect(kept.standing.records.filter((one) => one.withdrawn)).toHaveLength(1);
  });

  it('is one record with what was raised soon after it, also where the earlier alarm is found later', () => {
    const kept = new Kept().deliver([[0, 50], [62, 50], [122, 50], [123, 101], [183, 50]]); // prettier-ignore
    expect(kept.spans).toEqual([[183, null, 1]]);
    expect(kept.deliver([[2, 101]]).tick(6000).spans).toEqual([[62, 243, 2]]);
  });

  it('judges each instant by the version of its time', () => {
    const list = [versions({ onDelay: 0, offDelay: 0 }), versions({ onDelay: 0, offDelay: 0, limit: 200 }, 100 * S, 2)]; // prettier-ignore
    const kept = new Kept(list).deliver([[0, 150], [60, 150], [120, 150], [180, 250]]); // prettier-ignore
    expect(kept.spans).toEqual([[0, null, 2]].map(([a]) => [a, null, 2]));
    expect(kept.deliver([[90, 150]]).spans).toEqual([[0, null, 2]]);
  });

  const power = fc.constantFrom(50, 97, 99, 101, 150).map((PZ): Reading['values'] => ({ PZ }));
  const several = fc.record(
    { PZ: fc.constantFrom(50, 97, 99, 101, 150, Number.NaN), UA: fc.constantFrom(210, 230, 260), UB: fc.constantFrom(0, 230) },
    { requiredKeys: [] },
  ); // prettier-ignore
  const part = (id: number, rest: Partial<RuleSettings>) =>
    [id, { name: `Part ${id}`, nameEn: null, settings: { ...SETTINGS, ...rest } }] as const;
  const whole: Composition<number> = { kind: 'and', parts: [1, { kind: 'atLeast', need: 1, parts: [2, 3] }] };
  const parts = Object.fromEntries([
    part(1, {}),
    part(2, { method: 'below', code: 'UA', limit: 220, deadBand: 15 }),
    part(3, { method: 'expression', expression: 'max(PZ, 10m) > 120' }),
  ]);
  it.each([
    ['a limit', {}, power],
    [
      'an expression of two codes',
      { method: 'expression', expression: 'PZ > 98 and UA / (UB - 230) < 0 or UA > 250' },
      several,
    ],
    [
      'a mean of a window',
      { method: 'expression', expression: 'avg(PZ, 20m) > 99 and not rate(UA, 15m) > 0' },
      several,
    ],
    [
      'extremes of a window longer than the delays',
      { method: 'expression', expression: 'max(PZ, 1h) - min(PZ, 30m) > 49', onDelay: 0 },
      several,
    ],
    ['a composition with a dead band', { method: 'compose', composition: whole, parts }, several],
  ] as const)('%s: order, batches and repetition of delivery change nothing', (_, settings, told) => {
    const list = [versions(settings), versions({ ...settings, onDelay: 0 }, 3000 * S, 2)];
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 5000 }), told), {
          selector: ([at]) => at,
          minLength: 1,
          maxLength: 60,
        }),
        fc.array(fc.nat(1000), { minLength: 60, maxLength: 60 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 60, maxLength: 60 }),
        (readings, order, sizes) => {
          const at = readings.toSorted(([a], [b]) => a - b);
          const end = 6000;
          const whole = new Kept(list).deliver(at).tick(end);
          const shuffled = readings.map((one, i) => [order[i] as number, one] as const);
          const mixed = shuffled.toSorted(([a], [b]) => a - b).map(([, one]) => one);
          const parts = new Kept(list);
          for (let i = 0, n = 0; i < mixed.length; n++) {
            const batch = mixed.slice(i, i + (sizes[n] as number));
            parts.deliver(batch);
            if (n % 3 === 0) parts.deliver(batch);
            i += sizes[n] as number;
          }
          expect(parts.tick(end).spans).toEqual(whole.spans);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('a meter that falls silent', () => {
  const silence = [versions({ method: 'silent', onDelay: 60, offDelay: 0 })];
  const look = (standing: Standing, before: number, heard: readonly number[], now: number): Judged =>
    judgeSilence(silence, standing, { before: before * S, since: heard.map((at) => at * S), silentAfterMs: 180 * S } satisfies Heard, now * S); // prettier-ignore
  const start: Standing = { judgedTo: 0, state: NORMAL, records: [], treatedAt: [] };

  it('is told after three steps and the delay, by the clock alone, and is over when something comes', () => {
    expect(look(start, 0, [], 100)).toMatchObject({ changes: [], dueAt: 180 * S });
    expect(look(start, 0, [], 200)).toMatchObject({ changes: [], dueAt: 240 * S });
    const raised = look(start, 0, [], 300);
    expect(raised.changes).toMatchObject([{ kind: 'raise', after: { episodes: [{ raisedAt: 240 * S, clearedAt: null }] } }]); // prettier-ignore
    const [change] = raised.changes;
    if (change?.kind !== 'raise') throw new Error('not raised');
    const records = [{ ...change.after, recordId: 1, withdrawn: false, retired: false }];
    const back = look({ ...start, records, state: raised.state }, 0, [400], 400);
    expect(back.changes).toMatchObject([
      { kind: 'update', revised: false, after: { episodes: [{ raisedAt: 240 * S, clearedAt: 400 * S }] } },
    ]);
  });

  it('is not told while our own clock is in doubt', () => {
    const heard: Heard = { before: 0, since: [], silentAfterMs: 180 * S };
    expect(judgeSilence(silence, start, heard, null)).toMatchObject({ changes: [], dueAt: null });
  });

  it('is judged by when each delivery came, however late that is looked at', () => {
    const regular = Array.from({ length: 20 }, (_, i) => (i + 1) * 60);
    expect(look(start, 0, regular, 1200)).toMatchObject({ changes: [], dueAt: 1380 * S });
    // Nothing came for a while between: that is found, with its end.
    const gap = regular.filter((at) => at <= 120 || at >= 600);
    expect(look(start, 0, gap, 1200).changes).toMatchObject([
      { kind: 'raise', after: { episodes: [{ raisedAt: 360 * S, clearedAt: 600 * S }] } },
    ]);
    // What came last is known, and whether more waits is not.
    const last: Heard = { before: 0, since: [60 * S], silentAfterMs: 180 * S };
    expect(judgeSilence(silence, start, last, null)).toMatchObject({ changes: [], dueAt: null });
  });
});
