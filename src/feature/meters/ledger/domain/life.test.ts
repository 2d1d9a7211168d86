import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FLAG } from '#contract/usageFlag.ts';
import { COURSE_MS } from '#domain/fold/courseReach.ts';
import type { MeterInput } from '#domain/fold/fold.ts';
import { foldAll } from '#domain/fold/rebuild.ts';
import { lifeOf } from '#domain/ledger/segment.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { runs } from '#test/runs.ts';
import { BEGINNING, type LedgerDraft, type LedgerRow } from '../contract.ts';
import { differenceOf } from './difference.ts';
import { eventsOf, multiplierOf, segmentsOf, withEvent, withoutEvent } from './life.ts';

const T0 = Date.UTC(2025, 0, 1);
const draftWith = (part: Partial<LedgerDraft>): LedgerDraft => ({
  from: T0,
  serial: null,
  sameDevice: false,
  ct: '1',
  pt: '1',
  primary: false,
  correctionFactor: '1',
  registerWidth: null,
  startRegister: null,
  endBefore: null,
  kind: 'register',
  remark: null,
  ...part,
});

const register = fc.integer({ min: 0, max: 9_999_999 }).map((n) => `${Math.floor(n / 100)}.${n % 100}`);
const anyDraft = fc
  .record({
    slot: fc.integer({ min: -1, max: 40 }),
    serial: fc.constantFrom(null, 'A', 'B'),
    sameDevice: fc.boolean(),
    ct: fc.constantFrom('1', '20', '0.5'),
    pt: fc.constantFrom('1', '100.25'),
    primary: fc.boolean(),
    correctionFactor: fc.constantFrom('1', '1.002'),
    startRegister: fc.option(register),
    endBefore: fc.option(register),
    kind: fc.constantFrom('register' as const, 'interval' as const),
  })
  .map(({ slot, startRegister, ...rest }) =>
    slot < 0
      ? draftWith({ ...rest, from: BEGINNING })
      : draftWith({ ...rest, startRegister, from: T0 + slot * Q + 60_000 }),
  );
const edits = fc.array(fc.tuple(anyDraft, fc.nat(), fc.constantFrom('add', 'edit', 'del')), {
  maxLength: 12,
});

/** Does what the screen does, one after another; what is refused changes nothing. Each step hands on both lives. */
function play(
  steps: typeof edits extends fc.Arbitrary<infer T> ? T : never,
  see: (before: readonly LedgerRow[], after: readonly LedgerRow[], verb: string) => void = () => {},
): LedgerRow[] {
  let life: LedgerRow[] = [];
  let nextId = 1;
  for (const [draft, pick, verb] of steps) {
    const row = life[pick % Math.max(1, life.length)];
    const taken = life.some((one) => one.from === draft.from && !(verb === 'edit' && one === row));
    if (verb !== 'del' && taken) {
      expect(() => withEvent(life, draft, verb === 'edit' ? (row?.id ?? null) : null)).toThrow();
      continue;
    }
    const after =
      verb === 'del'
        ? withoutEvent(life, row?.id ?? null)
        : withEvent(life, draft, verb === 'edit' ? (row?.id ?? null) : null);
    see(life, after, verb);
    life = after.map((one) => (one.id === null ? { ...one, id: nextId++ } : one));
  }
  return life;
}

describe('a life', () => {
  it('stays a chain: in the order of time, each interval up to the next, nothing twice', () => {
    fc.assert(
      fc.property(edits, (steps) => {
        const life = play(steps);
        for (const [i, row] of life.entries()) expect(row.to).toBe(life[i + 1]?.from ?? null);
        expect(new Set(life.map((row) => row.from)).size).toBe(life.length);
        expect(eventsOf(life)).toHaveLength(life.length);
      }),
    );
  });

  it('is as before when an event is added between and deleted again', () => {
    fc.assert(
      fc.property(edits, anyDraft, (steps, draft) => {
        const life = play(steps);
        const first = life[0];
        fc.pre(
          first !== undefined && draft.from > first.from && !life.some((row) => row.from === draft.from),
        );
        // A device without a number gets the mark of "the same one goes on", which stays.
        fc.pre(!draft.sameDevice);
        expect(withoutEvent(withEvent(life, draft), null)).toEqual(life);
      }),
    );
  });

  it('saved again without a change it is the same', () => {
    fc.assert(
      fc.property(edits, fc.nat(), (steps, pick) => {
        const life = play(steps);
        const index = pick % Math.max(1, life.length);
        const row = life[index];
        fc.pre(row !== undefined && index > 0);
        const endBefore = life[index - 1]?.endRegister ?? null;
        const { id, to: _to, endRegister: _end, ...rest } = row as LedgerRow;
        expect(withEvent(life, { ...rest, sameDevice: false, endBefore }, id)).toEqual(life);
      }),
    );
  });

  it('differs from the one before from the event on, not from where the meter began', () => {
    const years = [draftWith({ from: BEGINNING, serial: 'A', ct: '20' })].reduce(
      withEvent,
      [] as LedgerRow[],
    );
    const between = (rows: LedgerRow[]) => differenceOf(lifeOf(segmentsOf(years)), lifeOf(segmentsOf(rows)));
    const replaced = withEvent(
      years,
      draftWith({ serial: 'B', ct: '20', endBefore: '9', startRegister: '0' }),
    );
    expect(between(replaced)).toEqual({ from: T0, to: T0 });
    expect(between(withEvent(years, draftWith({ sameDevice: true, ct: '30' })))).toEqual({
      from: T0,
      to: Infinity,
    });
    expect(between(withEvent(years, draftWith({ sameDevice: true, ct: '20' })))).toEqual({
      from: T0,
      to: T0,
    });
    expect(between(years)).toBeNull();
    const plain = lifeOf([]);
    const wrongRatio = withEvent([], draftWith({ sameDevice: true, ct: '30' }));
    expect(differenceOf(plain, lifeOf(segmentsOf(wrongRatio)))).toEqual({ from: T0, to: Infinity });
  });

  it('differs from the one before only where the fold differs', () => {
    const zone = zoneOf('UTC');
    const times = [
      ...Array.from({ length: 40 }, (_, k) => T0 + k * Q),
      ...Array.from({ length: 60 }, (_, k) => T0 + (48 + 24 * k) * Q),
    ];
    const readings = times.map((ts) => ({ ts, value: 100 + ((ts - T0) / Q) * 3, source: 0, rank: 1 }));
    const fold = (rows: readonly LedgerRow[]) => {
      const input: MeterInput = {
        meter: {
          life: lifeOf(segmentsOf(rows)), ratedPower: null, stepMs: Q, gapShape: 'time', from: -Infinity, to: Infinity,
        },
        registers: new Map([['PP', readings]]),
        intervals: new Map(),
        power: [],
      }; // prettier-ignore
      return new Map(foldAll(input, zone).filter((row) => row.level === 1).map((row) => [row.ts, JSON.stringify([String(row.energies[0]), row.flags & ~FLAG.estimated])])); // prettier-ignore
    };
    fc.assert(
      fc.property(edits, (steps) => {
        play(steps, (before, after) => {
          const range = differenceOf(lifeOf(segmentsOf(before)), lifeOf(segmentsOf(after)));
          const [old, now] = [fold(before), fold(after)];
          for (const ts of new Set([...old.keys(), ...now.keys()])) {
            if (old.get(ts) === now.get(ts)) continue;
            // Up to the reading beside the change; what a fall is, readings and records of days around it tell.
            expect(range).not.toBeNull();
            expect(ts).toBeGreaterThanOrEqual((range?.from ?? Infinity) - COURSE_MS);
            expect(ts).toBeLessThanOrEqual((range?.to ?? -Infinity) + COURSE_MS);
          }
        });
      }),
      runs(60),
    );
  });
});

it('CT × PT is exact, and not applied to primary values', () => {
  expect(multiplierOf({ ct: '120', pt: '100', primary: false })).toBe('12000');
  expect(multiplierOf({ ct: '0.1', pt: '0.2', primary: false })).toBe('0.02');
  expect(multiplierOf({ ct: '1.5', pt: '2', primary: false })).toBe('3');
  expect(multiplierOf({ ct: '120', pt: '100', primary: true })).toBe('1');
});
