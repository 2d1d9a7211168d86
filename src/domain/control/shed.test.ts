import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommandState } from '#contract/control.ts';
import { MINUTE_MS, QUARTER_MS } from '../time/duration.ts';
import {
  GIVE_UP_MS,
  isHindered,
  type Load,
  type LoadCommand,
  neededNow,
  nextMove,
  partOf,
  sequenceOf,
  SETTLE_MS,
  type ShedView,
} from './shed.ts';

const T = Date.UTC(2026, 2, 1);
const kW = (value: number): bigint => BigInt(Math.round(value * 1e6));

const load = (id: number, priority: number, power: number, more: Partial<Load> = {}): Load => ({
  id,
  priority,
  sheds: kW(power),
  returns: kW(power),
  on: true,
  mayOff: true,
  mayOn: true,
  resting: false,
  minimumOff: 0,
  part: { kind: 'untouched' },
  ...more,
});

/** Five minutes into a window, at a steady power since it began. */
const view = (power: number, loads: readonly Load[], more: Partial<ShedView> = {}): ShedView => {
  const now = more.now ?? T + 5 * MINUTE_MS;
  const energy = (kW(power) * BigInt(now - T)) / 3_600_000n;
  return {
    now,
    window: { from: T, to: T + QUARTER_MS, knownTo: now, energy, power: kW(power), toldAt: now },
    limit: kW(500),
    loads,
    gap: 2 * MINUTE_MS,
    margin: 5,
    hinderedSince: null,
    ...more,
  };
};

const ids = (loads: readonly Load[]): number[] => loads.map(({ id }) => id);

describe('the sequence', () => {
  it.each([
    ['the first rank, where it suffices', [load(1, 1, 100), load(2, 2, 50)], 80, [1]],
    ['of one rank what just suffices', [load(1, 1, 60), load(2, 1, 100), load(3, 1, 50)], 95, [2]],
    ['two that together are nearer', [load(1, 1, 60), load(2, 1, 100), load(3, 1, 35)], 95, [1, 3]],
    ['the next rank for the rest', [load(1, 1, 60), load(2, 2, 30), load(3, 2, 40)], 95, [1, 3]],
    ['not the first rank where the second must go anyhow and suffices', [load(1, 1, 50), load(2, 2, 210)], 200, [2]],
    ['all, where all do not suffice', [load(1, 1, 50), load(2, 2, 10)], 200, [1, 2]],
    ['none that is off, not known, held, or idle', [
      load(1, 1, 50, { on: false }), load(2, 1, 50, { on: null }), load(3, 1, 50, { mayOff: false }), load(4, 1, 0),
      load(5, 1, 50, { part: { kind: 'left' } }), load(6, 9, 5)], 50, [6]],
    ['nothing, where nothing is needed', [load(1, 1, 50)], 0, []],
  ] as const)('is %s', (_, loads, needed, expected) => {
    expect(ids(sequenceOf(loads, kW(needed)))).toEqual(expected);
  }); // prettier-ignore

  const anyLoads = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 300 })), { maxLength: 14 })
    .map((all) => all.map(([priority, power], i) => load(i + 1, priority, power)));
  const sum = (loads: readonly Load[]): bigint => loads.reduce((all, { sheds }) => all + sheds, 0n);

  it('suffices where that can be, has none that could stay on, and does not depend on the order of the list', () => {
    fc.assert(
      fc.property(anyLoads, fc.integer({ min: 1, max: 900 }), fc.infiniteStream(fc.nat()), (loads, needed, dice) => {
        const chosen = sequenceOf(loads, kW(needed));
        const enough = sum(loads) >= kW(needed);
        expect(sum(chosen) >= kW(needed)).toBe(enough);
        if (enough)
          for (const one of chosen) expect(sum(chosen) - one.sheds).toBeLessThan(kW(needed));
        expect(new Set(ids(chosen)).size).toBe(chosen.length);
        const shuffled = loads
          .map((one) => ({ one, at: dice.next().value ?? 0 }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ one }) => one);
        expect(ids(sequenceOf(shuffled, kW(needed)))).toEqual(ids(chosen));
      }),
    ); // prettier-ignore
  });
});

describe('what was done with a load', () => {
  const at = (state: CommandState): LoadCommand => ({ state, at: T });
  it.each([
    ['untouched', null, null, false],
    ['underWay', at('operating'), null, false],
    ['underWay', at('acknowledged'), null, false],
    ['shed', at('verified'), null, false],
    ['left', at('verified'), null, true],
    ['left', at('unknown'), null, false],
    ['left', at('mismatch'), null, false],
    ['left', at('refused'), null, false],
    ['left', at('expired'), null, false],
    ['underWay', at('verified'), at('operating'), false],
    ['restored', at('verified'), at('verified'), true],
    ['left', at('verified'), at('unknown'), false],
    ['left', at('verified'), at('refused'), false],
  ] as const)('is %s after %j and %j (taken over %s)', (kind, off, back, taken) => {
    expect(partOf(off, back, taken).kind).toBe(kind);
  });
});

describe('a run', () => {
  const shed = (minutes: number) => ({ kind: 'shed', since: T + minutes * MINUTE_MS }) as const;

  it('counts what was shed just now, so that the same need is not met twice', () => {
    // 600 kW for five minutes: 150 kW too many for the ten that are left.
    const loads = [load(1, 1, 150), load(2, 2, 150)];
    expect(nextMove(view(600, loads))).toEqual({ kind: 'off', id: 1 });
    const after = [load(1, 1, 150, { on: false, part: shed(4.9) }), load(2, 2, 150)];
    expect(neededNow(view(600, after))).toBe(0n);
    expect(nextMove(view(600, after))).toEqual({ kind: 'wait', why: 'settling' });
    // A promise that was not kept is seen by then.
    const broken = [load(1, 1, 150, { on: false, part: shed(3) }), load(2, 2, 150)];
    expect(nextMove(view(600, broken))).toEqual({ kind: 'off', id: 2 });
  });

  it('counts what was switched until a power is told that shows it, however seldom that is', () => {
    // Told in the second minute, and nothing since; the first load was shed half a minute later.
    const at = (loads: readonly Load[], toldAt: number, power = 600): ShedView => {
      const told = view(power, loads);
      return { ...told, window: told.window && { ...told.window, toldAt: T + toldAt * MINUTE_MS } };
    };
    const after = [load(1, 1, 150, { on: false, part: shed(2.5) }), load(2, 2, 150)];
    expect(neededNow(at(after, 2))).toBe(0n);
    expect(nextMove(at(after, 2))).toEqual({ kind: 'wait', why: 'settling' });
    // A reading of the moment of the switching need not show it either; a later one does.
    expect(neededNow(at(after, 2.9))).toBe(0n);
    expect(nextMove(at(after, 3.1))).toEqual({ kind: 'off', id: 2 });
    // What came back since is not in the power: the next one would have no room.
    const back = [
      load(1, 1, 150, { on: false, part: shed(0) }),
      load(2, 2, 150, { part: { kind: 'restored', since: T + 2.5 * MINUTE_MS } }),
    ];
    expect(nextMove(at(back, 2, 300))).toEqual({ kind: 'wait', why: 'settling' });
    expect(nextMove(at(back, 4, 300))).toEqual({ kind: 'on', id: 1 });
  });

  it('does not count what is not proven, and takes another load', () => {
    const loads = [load(1, 1, 150, { part: { kind: 'left' } }), load(2, 2, 200)];
    expect(nextMove(view(600, loads))).toEqual({ kind: 'off', id: 2 });
    expect(nextMove(view(600, [load(1, 1, 150, { part: { kind: 'underWay' } }), load(2, 2, 200)]))).toEqual({
      kind: 'wait',
      why: 'underWay',
    });
  });

  it('does nothing without a measured power, and nothing at the very end of a window', () => {
    expect(nextMove(view(600, [load(1, 1, 150)], { window: null }))).toEqual({
      kind: 'wait',
      why: 'noPower',
    });
    expect(nextMove(view(600, [load(1, 1, 150)], { now: T + QUARTER_MS - 30_000 }))).toEqual({
      kind: 'wait',
      why: 'windowEnds',
    });
    expect(nextMove(view(600, [load(1, 1, 150, { mayOff: false })]))).toEqual({
      kind: 'wait',
      why: 'nothingLeft',
    });
    expect(nextMove(view(100, [load(1, 1, 150)]))).toEqual({ kind: 'end' });
  });

  it('brings back one after another, the last rank first, and only where there is room with a margin', () => {
    const off = { on: false, part: shed(1) } as const;
    const both = [load(1, 1, 60, off), load(2, 2, 80, off)];
    expect(nextMove(view(390, both))).toEqual({ kind: 'on', id: 2 });
    // 400 + 80 is above 475, and 60 is not.
    expect(nextMove(view(400, both))).toEqual({ kind: 'on', id: 1 });
    expect(nextMove(view(430, both))).toEqual({ kind: 'wait', why: 'noRoom' });
    const next = [
      load(1, 1, 60, off),
      load(2, 2, 80, { part: { kind: 'restored', since: T + 4 * MINUTE_MS } }),
    ];
    expect(nextMove(view(390, next))).toEqual({ kind: 'wait', why: 'settling' });
    expect(nextMove(view(390, next, { now: T + 6 * MINUTE_MS }))).toEqual({ kind: 'on', id: 1 });
    const resting = load(1, 1, 60, { ...off, minimumOff: 5 * MINUTE_MS });
    expect(nextMove(view(390, [resting]))).toEqual({ kind: 'wait', why: 'minimumOff' });
    const byOutput = load(1, 1, 60, { ...off, mayOn: false, resting: true });
    expect(nextMove(view(390, [byOutput]))).toEqual({ kind: 'wait', why: 'minimumOff' });
    expect(nextMove(view(430, [resting, load(2, 2, 80, off)]))).toEqual({ kind: 'wait', why: 'noRoom' });
    for (const more of [{ on: null }, { on: true }, { mayOn: false }, { part: { kind: 'left' } }] as const)
      expect(nextMove(view(100, [load(1, 1, 60, { ...off, ...more })])).kind).not.toBe('on');
  });

  it('leaves to people what may not come back for long, so that the next run may shed the others', () => {
    const off = { on: false, part: shed(1) } as const;
    const restored = load(2, 2, 80, { part: { kind: 'restored', since: T - QUARTER_MS } });
    for (const more of [{ mayOn: false }, { on: null }] as const) {
      const loads = [load(1, 1, 60, { ...off, ...more }), restored];
      expect(isHindered(loads)).toBe(true);
      expect(nextMove(view(100, loads))).toEqual({ kind: 'wait', why: 'hindered' });
      const now = T + 5 * MINUTE_MS;
      const lately = { hinderedSince: now - GIVE_UP_MS + 1 };
      const long = { hinderedSince: now - GIVE_UP_MS };
      expect(nextMove(view(100, loads, lately))).toEqual({ kind: 'wait', why: 'hindered' });
      expect(nextMove(view(100, loads, long))).toEqual({ kind: 'end' });
      // The window is foreseen to exceed again: only another run may shed what came back.
      expect(nextMove(view(900, loads, lately))).toEqual({ kind: 'wait', why: 'nothingLeft' });
      expect(nextMove(view(900, loads, long))).toEqual({ kind: 'end' });
      expect(nextMove(view(900, [...loads, load(3, 3, 90)], long))).toEqual({ kind: 'off', id: 3 });
    }
    // As long as one of them may come back the run goes on.
    const one = [load(1, 1, 60, { ...off, mayOn: false }), load(2, 2, 80, off)];
    expect(isHindered(one)).toBe(false);
    const since = { hinderedSince: T - QUARTER_MS };
    expect(nextMove(view(430, one, since))).toEqual({ kind: 'wait', why: 'noRoom' });
    expect(isHindered([load(1, 1, 60, { ...off, mayOn: false, resting: true })])).toBe(false);
    expect(isHindered([restored])).toBe(false);
  });

  /** A plant with loads whose commands end somehow, and people who meddle: what was commanded, in order. */
  function play(
    loads: readonly Load[],
    course: readonly { readonly base: number; readonly end: CommandState; readonly meddles: boolean }[],
  ): { off: number[]; on: number[]; faults: string[] } {
    const off = new Map<number, LoadCommand>();
    const back = new Map<number, LoadCommand>();
    const taken = new Set<number>();
    const position = new Map(loads.map(({ id }) => [id, true]));
    const told = { off: [] as number[], on: [] as number[], faults: [] as string[] };
    course.forEach(({ base, end, meddles }, i) => {
      const now = T + MINUTE_MS + i * 20_000;
      const from = T + Math.floor((now - T) / QUARTER_MS) * QUARTER_MS;
      const power = loads.reduce((all, { id, sheds }) => all + (position.get(id) ? sheds : 0n), kW(base));
      const seen = loads.map((one) => ({
        ...one,
        on: position.get(one.id) ?? null,
        part: partOf(off.get(one.id) ?? null, back.get(one.id) ?? null, taken.has(one.id)),
      }));
      const energy = (power * BigInt(now - from)) / 3_600_000n;
      const at = {
        ...view(0, seen),
        now,
        window: { from, to: from + QUARTER_MS, knownTo: now, energy, power, toldAt: now },
      };
      const move = nextMove(at);
      if (move.kind === 'off') {
        if (off.has(move.id)) told.faults.push(`${move.id} is shed twice`);
        if (neededNow(at) === 0n) told.faults.push(`${move.id} is shed for nothing`);
        off.set(move.id, { state: end, at: now });
        told.off.push(move.id);
        if (end === 'verified') position.set(move.id, false);
      } else if (move.kind === 'on') {
        if (back.has(move.id)) told.faults.push(`${move.id} comes back twice`);
        if (off.get(move.id)?.state !== 'verified') told.faults.push(`${move.id} was not shed`);
        if (taken.has(move.id)) told.faults.push(`${move.id} is a person's`);
        const returns = seen.find(({ id }) => id === move.id)?.returns ?? 0n;
        if (power + returns > (at.limit * 95n) / 100n) told.faults.push(`${move.id} has no room`);
        back.set(move.id, { state: end, at: now });
        told.on.push(move.id);
        if (end === 'verified') position.set(move.id, true);
      }
      if (meddles)
        for (const id of off.keys()) {
          taken.add(id);
          position.set(id, false);
        }
    });
    return told;
  }

  it('never touches a load twice, never meets a need that is met, and leaves to people what they took', () => {
    const ends = fc.constantFrom<CommandState>('verified', 'verified', 'verified', 'unknown', 'mismatch', 'refused', 'operating'); // prettier-ignore
    let restored = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 200 })), { minLength: 1, maxLength: 6 }), // prettier-ignore
        fc.array(
          fc.record({ base: fc.integer({ min: 0, max: 700 }), end: ends, meddles: fc.constantFrom(false, false, false, true) }), // prettier-ignore
          { maxLength: 120 },
        ),
        (all, course) => {
          const loads = all.map(([priority, power], i) => load(i + 1, priority, power));
          const { faults, on } = play(loads, course);
          restored += on.length;
          expect(faults).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
    expect(restored).toBeGreaterThan(0);
  });

  it('waits for the effect of what was switched before it brings anything back', () => {
    const fresh = { kind: 'shed', since: T + 5 * MINUTE_MS - SETTLE_MS + 1 } as const;
    const loads = [load(1, 1, 50, { on: false, part: shed(0) }), load(2, 1, 50, { on: false, part: fresh })];
    expect(nextMove(view(100, loads))).toEqual({ kind: 'wait', why: 'settling' });
  });
});
