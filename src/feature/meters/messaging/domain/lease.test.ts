import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Leased, share, type Taker, Watch } from './lease.ts';

const session = (clientId: string, owner: string | null): Leased => ({ clientId, owner });
const taker = (id: string, able = true): Taker => ({ id, able });

describe('shares of sessions', () => {
  it('are taken from the dead and from nobody, not from the living', () => {
    const sessions = [session('0', 'a'), session('1', 'dead'), session('2', null), session('3', 'b')];
    expect(share('a', [taker('a'), taker('b')], sessions)).toEqual({ take: ['1'], release: [] });
  });

  it('are let go where a process has more than its share, or does not reach the broker', () => {
    const sessions = ['0', '1', '2', '3'].map((id) => session(id, 'a'));
    expect(share('a', [taker('a'), taker('b')], sessions).release).toEqual(['2', '3']);
    expect(share('a', [taker('a', false), taker('b')], sessions).release).toHaveLength(4);
    // Nothing moves without need.
    expect(share('b', [taker('a'), taker('b')], [session('0', 'b')]).release).toEqual([]);
    expect(share('a', [taker('a'), taker('b')], [session('0', 'b')])).toEqual({ take: [], release: [] });
    // Nobody is better off.
    expect(share('a', [taker('a', false), taker('b', false)], sessions).release).toHaveLength(2);
    expect(share('a', [taker('a', false)], sessions).release).toEqual([]);
  });

  it('come to rest with every session at one living process that can, whoever moves first', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1 });
    fc.assert(
      fc.property(
        ids,
        ids,
        fc.array(fc.constantFrom<string | null>(null, 'a', 'b', 'c', 'x', 'y'), { maxLength: 9 }),
        fc.array(fc.nat(20), { minLength: 60, maxLength: 60 }),
        (alive, able, owners, order) => {
          const takers = alive.map((id) => taker(id, able.includes(id)));
          const owner = new Map<string, string | null>(owners.map((one, i) => [`${i}`, one]));
          for (const turn of order) {
            const me = alive[turn % alive.length] ?? '';
            const seen = [...owner].map(([id, one]) => session(id, one));
            const { take, release } = share(me, takers, seen);
            for (const id of release) owner.set(id, null);
            for (const id of take) {
              expect(alive).not.toContain(owner.get(id));
              owner.set(id, me);
            }
          }
          // Everybody has had a turn or more after the last of them that let go.
          for (const me of [...alive, ...alive]) {
            const { take, release } = share(
              me,
              takers,
              [...owner].map(([id, one]) => session(id, one)),
            );
            for (const id of release) owner.set(id, null);
            for (const id of take) owner.set(id, me);
          }
          const can = takers.filter((one) => one.able);
          const best = (can.length > 0 ? can : takers).map(({ id }) => id);
          const counts = best.map((id) => [...owner.values()].filter((one) => one === id).length);
          expect(counts.reduce((sum, n) => sum + n, 0)).toBe(owner.size);
          expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe('who lives', () => {
  it('is who beats, by a steady clock of the watcher alone', () => {
    const watch = new Watch(5000);
    let beat = 0;
    for (let now = 1000; now <= 5000; now += 1000)
      expect([
        ...watch.see(
          [
            { id: 'a', beat: '7' },
            { id: 'b', beat: `${beat++}` },
          ],
          now,
        ),
      ]).toEqual(['a', 'b']);
    expect([
      ...watch.see(
        [
          { id: 'a', beat: '7' },
          { id: 'b', beat: `${beat}` },
        ],
        6000,
      ),
    ]).toEqual(['b']);
    // It was only slow.
    expect([
      ...watch.see(
        [
          { id: 'a', beat: '8' },
          { id: 'b', beat: `${beat}` },
        ],
        7000,
      ),
    ]).toEqual(['a', 'b']);
    expect([...watch.see([{ id: 'b', beat: `${beat}` }], 8000)]).toEqual(['b']);
  });

  it('is not judged by who was not watching', () => {
    const watch = new Watch(5000);
    watch.see([{ id: 'a', beat: '7' }], 0);
    // The database was away for a minute, for all of them.
    expect([...watch.see([{ id: 'a', beat: '7' }], 60_000)]).toEqual(['a']);
    expect([...watch.see([{ id: 'a', beat: '7' }], 62_000)]).toEqual(['a']);
    expect([...watch.see([{ id: 'a', beat: '7' }], 64_000)]).toEqual(['a']);
    expect([...watch.see([{ id: 'a', beat: '7' }], 65_001)]).toEqual([]);
  });
});
