import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Sharer, sharePower, steadyLimit, tellingsOf, type Told } from './share.ts';

const sharer = (id: number, more: Partial<Sharer> = {}): Sharer => ({ id, priority: 5, most: 7000, least: 1400, since: id, ...more }); // prettier-ignore
const sumIn = (shares: ReadonlyMap<number, number>): number =>
  [...shares.values()].reduce((sum, share) => sum + share, 0);

describe('a limit is shared', () => {
  it('in equal parts among chargers alike, none more than it can use', () => {
    expect([...sharePower(15_000, [sharer(1), sharer(2), sharer(3, { most: 3000 })])]).toEqual([
      [1, 6000],
      [2, 6000],
      [3, 3000],
    ]);
  });
  it('by priority: the first is full before the next has more than its least', () => {
    expect([...sharePower(9000, [sharer(1, { priority: 9 }), sharer(2, { priority: 1 })])]).toEqual([
      [2, 7000],
      [1, 2000],
    ]);
  });
  it('so that who cannot have its least pauses, the last to come first', () => {
    expect([...sharePower(3000, [sharer(1), sharer(2), sharer(3)])]).toEqual([
      [1, 1500],
      [2, 1500],
      [3, 0],
    ]);
    expect(sumIn(sharePower(1000, [sharer(1), sharer(2)]))).toBe(0);
    expect([...sharePower(2000, [sharer(1, { least: 5000, priority: 1 }), sharer(2)])]).toEqual([
      [1, 0],
      [2, 2000],
    ]);
  });
  it('with nothing left, below 0 or among nobody', () => {
    expect(sumIn(sharePower(0, [sharer(1, { least: 0 })]))).toBe(0);
    expect(sumIn(sharePower(-5, [sharer(1, { least: 0 })]))).toBe(0);
    expect(sharePower(9000, []).size).toBe(0);
  });
  it('never beyond it, each 0 or from its least to its most, and no first priority waits for a later one', () => {
    const one = fc.record({
      priority: fc.integer({ min: 1, max: 3 }),
      most: fc.integer({ min: 0, max: 20_000 }),
      least: fc.integer({ min: 0, max: 6000 }),
      since: fc.nat(5),
    });
    fc.assert(
      fc.property(fc.integer({ min: -10, max: 60_000 }), fc.array(one, { maxLength: 9 }), (limit, given) => {
        const sharers = given.map((sharer, id) => ({ ...sharer, id }));
        const shares = sharePower(limit, sharers);
        expect(sumIn(shares)).toBeLessThanOrEqual(Math.max(0, limit));
        for (const { id, most, least, priority } of sharers) {
          const share = shares.get(id) ?? -1;
          expect(share === 0 || (share >= Math.min(least, most) && share <= most)).toBe(true);
          const richer = sharers.some((other) => other.priority > priority && (shares.get(other.id) ?? 0) > Math.min(other.least, other.most)); // prettier-ignore
          if (share > 0 && richer) expect(share).toBe(most);
        }
      }),
    );
  });
});

/** What can happen to a charger between two looks. */
const HAPPENINGS = ['accepts', 'rejects', 'silent', 'answersLate', 'comes', 'leaves', 'breaks', 'boots'] as const; // prettier-ignore

interface Model {
  /** What it really does, W. */
  real: number;
  /** What may have reached it without an answer. */
  readonly open: Set<number>;
  held: number;
  again: boolean;
  pending: number | null;
  online: boolean;
  charges: boolean;
}

describe('what chargers are told', () => {
  it('lowers first and raises when that was answered', () => {
    const at = (id: number, more: Partial<Told>): Told => ({ id, worst: 0, held: 0, state: 'ready', sharer: sharer(id), ...more }); // prettier-ignore
    const alone = at(1, { worst: 7000, held: 7000 });
    expect([...tellingsOf(7000, [alone, at(2, {})])]).toEqual([[1, 3500]]);
    expect([...tellingsOf(7000, [at(1, { worst: 7000, held: null, state: 'pending' }), at(2, {})])]).toEqual([]); // prettier-ignore
    expect([...tellingsOf(7000, [at(1, { worst: 3500, held: 3500 }), at(2, {})])]).toEqual([[2, 3500]]);
    // One that does not answer is reckoned with what it may take.
    expect([...tellingsOf(9000, [at(1, { worst: 7000, held: null, state: 'fixed' }), at(2, {})])]).toEqual([[2, 2000]]); // prettier-ignore
    expect([...tellingsOf(7000, [at(1, { worst: 3500, held: null }), at(2, { worst: 3500, held: 3500 })])]).toEqual([[1, 3500]]); // prettier-ignore
  });

  it('is together never more than the limit, whatever chargers do: reject, keep silent, obey and not say so, leave, come back', () => {
    const event = fc.tuple(fc.nat(5), fc.constantFrom(...HAPPENINGS));
    const change = fc.oneof({ weight: 8, arbitrary: event }, { weight: 1, arbitrary: fc.integer({ min: 0, max: 40_000 }) }); // prettier-ignore
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 60 }), (changes) => {
        let limit = 22_000;
        // At first nothing charges and each was told 0.
        const models: Model[] = Array.from({ length: 6 }, () => ({ real: 0, open: new Set(), held: 0, again: false, pending: null, online: true, charges: false })); // prettier-ignore
        for (const change of changes) {
          if (typeof change === 'number') limit = change;
          else happen(models[change[0]] as Model, change[1]);
          look(models, limit);
          const real = models.reduce((sum, model) => sum + model.real, 0);
          const worst = models.reduce((sum, model) => sum + worstOf(model), 0);
          expect(real).toBeLessThanOrEqual(worst);
        }
      }),
      { numRuns: 200 },
    );
  });
});

const worstOf = ({ held, open, pending }: Model): number => Math.max(held, pending ?? 0, ...open);

function happen(model: Model, what: (typeof HAPPENINGS)[number]): void {
  const { pending } = model;
  if (what === 'comes') model.charges = true;
  else if (what === 'leaves') model.charges = false;
  else if (what === 'breaks') {
    model.online = false;
    if (pending !== null) model.open.add(pending);
    model.pending = null;
  } else if (what === 'boots') [model.online, model.again] = [true, true];
  else if (pending === null) return;
  else {
    model.pending = null;
    if (what === 'accepts' || what === 'answersLate') model.real = pending;
    if (what === 'accepts') {
      [model.held, model.again] = [pending, false];
      model.open.clear();
    } else if (what !== 'rejects') model.open.add(pending);
  }
}

/** A look of the platform: what may be taken together is beyond the limit only where it was before. */
function look(models: readonly Model[], limit: number): void {
  const before = models.reduce((sum, model) => sum + worstOf(model), 0);
  const chargers = models.map((model, id): Told => ({
    id,
    worst: worstOf(model),
    held: model.open.size > 0 || model.again ? null : model.held,
    state: model.pending !== null ? 'pending' : model.online ? 'ready' : 'fixed',
    sharer: model.charges ? sharer(id, { priority: 1 + (id % 3) }) : null,
  }));
  for (const [id, share] of tellingsOf(limit, chargers)) (models[id] as Model).pending = share;
  const after = models.reduce((sum, model) => sum + worstOf(model), 0);
  expect(after).toBeLessThanOrEqual(Math.max(limit, before));
}

describe('a limit that follows the load', () => {
  const held = { limit: 10_000, since: 0 };
  const next = (allowed: number, now: number) => steadyLimit(held, { allowed, full: 20_000, now }).limit;
  it('falls at once, and rises when that is worth it and a minute has passed', () => {
    expect([next(9000, 1), next(9900, 1), next(-5, 1)]).toEqual([9000, 10_000, 0]);
    expect([next(15_000, 1), next(15_000, 60_000), next(10_500, 60_000)]).toEqual([10_000, 15_000, 10_000]);
    expect(next(99_000, 60_000)).toBe(20_000);
    expect(steadyLimit(held, { allowed: 9000, full: 5000, now: 1 }).limit).toBe(5000);
    expect(steadyLimit(null, { allowed: 99_000, full: 5000, now: 1 })).toEqual({ limit: 5000, since: 1 });
  });
});
