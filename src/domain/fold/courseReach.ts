import { MOST_RETURNS, RETURN_MS } from './course.ts';
import type { MeterInput } from './fold.ts';
import { PACE_MS } from './pace.ts';
import { type Point, resolve } from './point.ts';
import type { Range } from './reach.ts';
import { NOISY_MS } from './registerSpan.ts';

/** How far from a fall readings may have a say in what it is, ms. */
export const COURSE_MS = RETURN_MS + PACE_MS;
/** So many times the rise before it a last rise may be before its day is looked at; below what the course asks for. */
const LEAP = 10;

/** What a change may alter of the verdicts on falls near it. */
export interface CourseReach {
  /** Where spans may differ. */
  readonly out: Range;
  /** What must be at hand to judge them. */
  readonly need: Range;
  /** The registers that fell nearby, by code. */
  readonly fallen: ReadonlySet<string>;
}

/**
 * What a change may alter of the verdicts on falls near it; undefined where no register falls nearby.
 * @param zone the change itself
 * @param near the zone up to the readings next to it of what changed
 * @param changed the codes that changed; undefined = all of them
 */
export function courseReach(
  input: MeterInput,
  zone: Range,
  near: Range = zone,
  changed?: ReadonlySet<string>,
): CourseReach | undefined {
  let found: { out: Range; need: Range } | undefined;
  const fallen = new Set<string>();
  const add = (out: Range, need: Range): void => {
    found = found ? { out: hull(found.out, out), need: hull(found.need, need) } : { out, need };
  };
  for (const [code, readings] of input.registers) {
    const own = changed === undefined || changed.has(code);
    const points = resolve(readings);
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1] as Point, points[i] as Point];
      if (b.value >= a.value || b.ts < zone.from - COURSE_MS || a.ts > zone.to + COURSE_MS) continue;
      const close = b.ts >= zone.from - RETURN_MS && a.ts <= zone.to + RETURN_MS;
      const { from, to } = hull(intervalOf(points, i), close ? zone : { from: a.ts, to: b.ts });
      fallen.add(code);
      add(
        { from: from - NOISY_MS, to: to + NOISY_MS },
        { from: Math.min(from, a.ts) - COURSE_MS, to: Math.max(to, b.ts) + COURSE_MS },
      );
    }
    const previous = points.findLast(({ ts }) => ts < zone.from);
    // However long ago: what was awaited until now is settled.
    if (own && previous && previous.ts < zone.from - COURSE_MS)
      add({ from: previous.ts - PACE_MS, to: previous.ts }, { from: previous.ts - COURSE_MS, to: zone.to });
    for (const k of new Set([points.findLastIndex(({ ts }) => ts < zone.from), points.length - 1])) {
      const [a, b, c] = [points[k - 2], points[k - 1], points[k]];
      // Of what did not change a last rise is judged as before; its day must be at hand where it is written again.
      if (!c || (!own && c.ts < near.from)) continue;
      const day = { from: zone.from - PACE_MS, to: zone.to };
      if (!a || !b) add(zone, Number.isFinite(input.meter.from) ? day : zone);
      else if ((c.value - b.value) * (b.ts - a.ts) > LEAP * (b.value - a.value) * (c.ts - b.ts))
        add(own ? { from: b.ts, to: c.ts } : zone, { from: b.ts - PACE_MS, to: c.ts });
    }
  }
  return found && { ...found, fallen };
}

/** From where a fall at `i` may have left its course to where it may have come back; the fall alone where it did not. */
function intervalOf(points: readonly Point[], i: number): Range {
  const [a, b] = [points[i - 1] as Point, points[i] as Point];
  const before = points.findLast(({ ts, value }) => ts < b.ts && value <= b.value);
  let to = b.ts;
  let returns = 0;
  for (let k = i + 1; k < points.length && returns < MOST_RETURNS; k++) {
    const { ts, value } = points[k] as Point;
    if (ts - b.ts > RETURN_MS) break;
    if (value < a.value) continue;
    to = ts;
    returns++;
  }
  return { from: before && b.ts - before.ts <= RETURN_MS + PACE_MS ? before.ts : a.ts, to };
}

const hull = (a: Range, b: Range): Range => ({ from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) });
