import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs.ts';
import { MINUTE_MS, QUARTER_MS } from '../time/duration.ts';
import { courseOf, judgeTime, type Sample, type SessionFacts } from './course.ts';
import { feesOf, type Rate, utilisationOf } from './fee.ts';

const T0 = Date.UTC(2026, 0, 5, 0);
const kWh = (value: number): bigint => BigInt(Math.round(value * 1e6));
const at = (minutes: number, value: number): Sample => ({ at: T0 + minutes * MINUTE_MS, energy: kWh(value) });
const stop = (minutes: number, value: number, reason: string | null = 'Local') => ({ ...at(minutes, value), reason }); // prettier-ignore
const facts = (more: Partial<SessionFacts> = {}): SessionFacts => ({ start: at(0, 100), samples: [], stops: [], ...more }); // prettier-ignore

describe('the course of a session', () => {
  it('has no energy before a register was told, and that of the last while it goes on', () => {
    expect(courseOf(facts())).toEqual({
      points: [at(0, 100)],
      energy: 0n,
      stop: null,
      doubt: null,
      ignored: 0,
    });
    const going = courseOf(facts({ samples: [at(20, 105), at(10, 102)] }));
    expect([going.energy, going.points]).toEqual([kWh(5), [at(0, 100), at(10, 102), at(20, 105)]]);
  });

  it('ends with the register of its end; samples beyond it, before the start or out of line are left out', () => {
    const course = courseOf(
      facts({
        samples: [at(-5, 100), at(10, 102), at(12, 90), at(15, 999), at(20, 104), at(40, 110)],
        stops: [stop(30, 108)],
      }),
    );
    expect(course.points).toEqual([at(0, 100), at(10, 102), at(20, 104), at(30, 108)]);
    expect([course.energy, course.ignored, course.doubt]).toEqual([kWh(8), 4, null]);
  });

  it('is in doubt, and has no energy, where the register went back, ends differ or the end lies before the start', () => {
    expect(courseOf(facts({ stops: [stop(30, 99)] }))).toMatchObject({ energy: null, doubt: 'backwards' });
    expect(courseOf(facts({ stops: [stop(30, 108), stop(31, 109)] }))).toMatchObject({ energy: null, doubt: 'twoStops' }); // prettier-ignore
    expect(courseOf(facts({ stops: [stop(-1, 108)] }))).toMatchObject({ energy: null, doubt: 'endsBefore' });
  });

  it('takes an end that is repeated with a new stamp for the first', () => {
    const course = courseOf(facts({ stops: [stop(45, 108), stop(30, 108, 'EVDisconnected')] }));
    expect([course.stop, course.energy, course.doubt]).toEqual([
      stop(30, 108, 'EVDisconnected'),
      kWh(8),
      null,
    ]);
  });
});

const sample = fc.record({
  at: fc.integer({ min: -60, max: 600 }),
  wh: fc.integer({ min: 0, max: 400_000 }),
});
const told = fc.record({
  samples: fc.array(sample, { maxLength: 40 }),
  stops: fc.array(sample, { maxLength: 2 }),
  order: fc.infiniteStream(fc.nat()),
});
const sampleOf = ({ at: minutes, wh }: { at: number; wh: number }): Sample => ({ at: T0 + minutes * MINUTE_MS, energy: BigInt(wh) * 1000n }); // prettier-ignore

it('does not depend on the order of what came nor on how often it came', () => {
  fc.assert(
    fc.property(told, ({ samples, stops, order }) => {
      const [all, ends] = [samples.map(sampleOf), stops.map((one) => ({ ...sampleOf(one), reason: null }))];
      const shuffled = <T>(list: readonly T[]): T[] => {
        const doubled = [...list, ...list.filter((_, i) => i % 2 === 0)].map((one) => ({ one, key: order.next().value ?? 0 })); // prettier-ignore
        return doubled.toSorted((a, b) => a.key - b.key).map(({ one }) => one);
      };
      const start = { at: T0, energy: 100_000_000n };
      const course = courseOf({ start, samples: all, stops: ends });
      expect(courseOf({ start, samples: shuffled(all), stops: shuffled(ends) })).toEqual(course);
      for (const [i, point] of course.points.entries()) {
        const next = course.points[i + 1];
        if (next) expect(next.at >= point.at && next.energy >= point.energy).toBe(true);
      }
    }),
    runs(300),
  );
});

const FLAT: Rate = { period: 3, price: 650_000n };
const PEAK: Rate = { period: 2, price: 1_105_000n };
/** Peak in every other hour. */
const byHour = (quarter: number): Rate => (Math.floor(quarter / (4 * QUARTER_MS)) % 2 === 0 ? FLAT : PEAK);

describe('the fees of a session', () => {
  it('share energy by time over the periods and round each line half-up to the fen', () => {
    // 7 kWh in 90 minutes from 10 minutes before a change: 10 min flat, 60 peak, 20 flat.
    const points = [at(50, 0), at(140, 7)];
    const { lines, energyFee, serviceFee } = feesOf(points, byHour, 450_000n);
    expect(lines.map(({ period, energy }) => [period, energy])).toEqual([
      [2, 4_666_667n],
      [3, 2_333_333n],
    ]);
    // 4.666667 × 1.105 = 5.1567; 2.333333 × 0.65 = 1.5167; 7 × 0.45 = 3.15 yuan.
    expect([lines.map((line) => line.amount), energyFee, serviceFee]).toEqual([[516n, 152n], 668n, 315n]);
  });

  it('round a half fen up', () => {
    // 0.1 kWh × 0.65 = 6.5 fen.
    expect(feesOf([at(0, 0), at(10, 0.1)], () => FLAT, 0n).energyFee).toBe(7n);
  });

  it('are not known where a price is missing', () => {
    const { energyFee, lines } = feesOf(
      [at(0, 0), at(10, 1)],
      () => ({ period: 0, price: null }),
      1_000_000n,
    );
    expect([energyFee, lines.length, lines[0]?.amount]).toEqual([null, 1, null]);
    expect(feesOf([at(0, 0)], () => FLAT, 1n)).toEqual({ lines: [], energyFee: 0n, serviceFee: 0n, byTime: false }); // prettier-ignore
  });

  it.each([
    ['with no value between the begin and the end', [at(30, 0), at(90, 7)], true],
    ['with a value a quarter of an hour apart over the change', [at(30, 0), at(50, 2), at(65, 4), at(90, 7)], false],
    ['with one farther apart there', [at(30, 0), at(50, 2), at(66, 4), at(90, 7)], true],
    ['with values far apart where nothing changes', [at(5, 0), at(55, 7)], false],
    ['with no energy over the change', [at(30, 0), at(50, 7), at(100, 7)], false],
  ])('of one %s say whether time alone shares it', (_name, points, byTime) => {
    expect(feesOf(points, byHour, 0n).byTime).toBe(byTime);
  }); // prettier-ignore

  it('add up to the energy of the session, however it is cut', () => {
    const steps = fc.array(fc.record({ ms: fc.integer({ min: 0, max: 9_000_000 }), micro: fc.bigInt({ min: 0n, max: 10n ** 9n }) }), { maxLength: 30 }); // prettier-ignore
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 10_000_000 }), (list, offset) => {
        const points: Sample[] = [{ at: T0 + offset, energy: 5n }];
        for (const { ms, micro } of list) {
          const last = points.at(-1) as Sample;
          points.push({ at: last.at + ms, energy: last.energy + micro });
        }
        const { lines, energyFee } = feesOf(points, byHour, 0n);
        const energy = lines.reduce((sum, line) => sum + line.energy, 0n);
        expect(energy).toBe((points.at(-1)?.energy ?? 0n) - 5n);
        // An oracle in hundredths of a fen: half-up of each line.
        const oracle = lines.reduce((sum, line) => sum + (line.energy * (line.price ?? 0n) * 2n + 10n ** 10n) / (2n * 10n ** 10n), 0n); // prettier-ignore
        expect(energyFee).toBe(oracle);
        // Nobody pays for a period that the session did not touch.
        const touched = new Set(points.flatMap((point, i) => {
          const next = points[i + 1];
          const found: number[] = [];
          for (let t = point.at; next && t <= next.at; t += MINUTE_MS) found.push(byHour(t).period);
          return next ? [...found, byHour(next.at).period] : found;
        })); // prettier-ignore
        expect(lines.every(({ period }) => touched.has(period))).toBe(true);
      }),
      runs(200),
    );
  });
});

it('takes the stamp of a charger where it can be, else the time of receipt', () => {
  const now = T0;
  expect(judgeTime(now - 3_600_000, now)).toEqual({ at: now - 3_600_000, doubt: null });
  expect(judgeTime(now + 60_000, now)).toEqual({ at: now, doubt: null });
  expect(judgeTime(now + 600_000, now)).toEqual({ at: now, doubt: 'clockAhead' });
  expect(judgeTime(0, now)).toEqual({ at: now, doubt: 'clockUnset' });
  expect(judgeTime(null, now)).toEqual({ at: now, doubt: 'clockUnset' });
});

it('tells the utilisation of a charger', () => {
  expect(utilisationOf(kWh(84), 7, 24 * 3_600_000)).toBe(0.5);
  expect(utilisationOf(kWh(84), 0, 24 * 3_600_000)).toBeNull();
});
