import { ENERGY_CODES } from '#contract/dataCode.ts';
import { type Segment, sameDevice } from '../ledger/segment.ts';
import { demandFacts, isFine } from '../demand/fine.ts';
import { minutesOf, type PowerMinute } from '../demand/minute.ts';
import { WINDOW_MS, demandIn } from '../demand/window.ts';
import type { Bucket } from './bucket.ts';
import { COURSE_MS, courseReach } from './courseReach.ts';
import { type Piece, layer } from './layer.ts';
import { type Reading, SNAP_MS, resolve, snap } from './point.ts';
import { Quarters } from './quarter.ts';
import { registerSpans } from './registerSpan.ts';
import type { Interval, MeterFacts, Span } from './span.ts';
import { type Range, affected, needed, onGrid } from './reach.ts';
import { intervalSpans, stepIntervals } from './intervalSpan.ts';
import { type Shape, WEEK_MS, mayFollowWeek, weekBefore, weekShape } from './weekShape.ts';

/** Everything at hand of one meter for an interval, per data code, in the order of time. */
export interface MeterInput {
  readonly meter: MeterFacts;
  /** Readings of the registers, by code of ENERGY_CODES. */
  readonly registers: ReadonlyMap<string, readonly Reading[]>;
  readonly intervals: ReadonlyMap<string, readonly Interval[]>;
  /** Readings of active power. */
  readonly power: readonly Reading[];
  /** Minutes of it of which the readings are not at hand, in the order of time. */
  readonly powerMinutes?: readonly PowerMinute[];
}

const minutesOfInput = new WeakMap<MeterInput, readonly PowerMinute[]>();

/** The active power of an input by minutes, in the order of time; a fold asks for it several times. */
export function powerOf(input: MeterInput): readonly PowerMinute[] {
  const known = minutesOfInput.get(input);
  if (known) return known;
  const { power, powerMinutes = [] } = input;
  const own = power.length > 0 ? minutesOf(resolve(power)) : [];
  const all = powerMinutes.length > 0 ? [...powerMinutes, ...own].toSorted((a, b) => a.from - b.from) : own;
  minutesOfInput.set(input, all);
  return all;
}

/** The spans of every code, before overlaps are settled. */
export function spansOf(input: MeterInput): Map<string, Span[]> {
  const { meter } = input;
  const spans = new Map<string, Span[]>();
  for (const code of ENERGY_CODES) {
    const readings = input.registers.get(code) ?? [];
    const stated = input.intervals.get(code) ?? [];
    if (readings.length === 0 && stated.length === 0 && code !== 'PP') continue;
    const points = snap(resolve(readings));
    const sent = stepIntervals(points, meter);
    const list = registerSpans(points, meter, code);
    for (const span of intervalSpans(sent.length > 0 ? [...stated, ...sent] : stated, meter, code))
      list.push(span);
    if (list.length > 0) spans.set(code, list);
  }
  return spans;
}

/** The quarter hours of `range` (on the grid) from settled spans and power readings. */
export function quartersOf(
  input: MeterInput,
  spans: ReadonlyMap<string, readonly Span[]>,
  range: Range,
): Bucket[] {
  const quarters = new Quarters(range);
  let main: readonly Piece[] = [];
  ENERGY_CODES.forEach((code, index) => {
    const list = spans.get(code);
    if (!list) return;
    const pieces = layer(list);
    quarters.addPieces(index, pieces, shapesOf(input.meter, pieces));
    if (code === 'PP') main = pieces;
  });
  const power = powerOf(input);
  quarters.addPower(power);
  if (isFine(input.meter, spans.get('PP'), power, range))
    quarters.addDemand(demandIn(main, power, demandFacts(input.meter), range));
  return quarters.rows();
}

/** How long pieces are spread where the meter does not spread them by time. */
export const shapesOf = (
  meter: MeterFacts,
  pieces: readonly Piece[],
): ((piece: Piece) => Shape | undefined) | undefined =>
  meter.gapShape === 'week' ? weekShape(pieces) : undefined;

/** The instants around which readings of a change may move or stop to move to the grid, ms. */
export const SWAY_MS = 2 * SNAP_MS;

/**
 * The quarter hours that a change makes wrong (`change` holds the stamps of all values that came, went or
 * differ), and the interval that must be at hand to fold them again. `input` must be whole over `change` and
 * name the readings next to it on both sides.
 * @param judged the interval near the change whose figures a verdict on falls has shaped until now, if any
 * @param changed the codes whose values came, went or differ; undefined = any of them
 */
export function reachOf(
  input: MeterInput,
  spans: ReadonlyMap<string, readonly Span[]>,
  change: Range,
  judged?: Range,
  changed?: ReadonlySet<string>,
): { out: Range; need: Range } {
  const zone = zoneOfChange(input.meter, change);
  const near = betweenNeighbours(input, zone, changed);
  const course = courseReach(input, zone, near, changed);
  const fallen = course ? hull(near, course.out) : near;
  const wide = judged ? hull(fallen, judged) : fallen;
  let out = wide;
  // The spans of a register that did not change stay as they are, however long they are.
  const differs = (code: string): boolean =>
    changed === undefined || judged !== undefined || changed.has(code) || course?.fallen.has(code) === true;
  for (const [code, list] of spans) if (differs(code)) out = hull(out, affected(list, wide));
  out = onGrid(out);
  let need = out;
  // Windows of demand move over the end of what changed, and begin before it.
  if (isFine(input.meter, spans.get('PP'), powerOf(input), out)) {
    out = { from: out.from, to: out.to + WINDOW_MS };
    need = { from: out.from - WINDOW_MS, to: out.to };
  }
  if (input.meter.gapShape === 'week') {
    // The gaps that follow the pattern of what changed; they must be at hand to be seen.
    const later = { from: out.from + WEEK_MS, to: out.to + WEEK_MS };
    need = hull(need, later);
    for (const span of gapsIn(spans, later)) out = hull(out, onGrid(span));
    need = hull(need, out);
    for (const span of gapsIn(spans, out)) need = hull(need, weekBefore(span));
  }
  for (const list of spans.values()) need = hull(need, needed(list, need));
  if (course) need = hull(need, course.need);
  // A verdict that is written again is judged again, by all that has a say in it.
  if (judged) {
    need = hull(need, { from: judged.from - COURSE_MS, to: judged.to + COURSE_MS });
    const say = courseReach(input, judged);
    if (say) need = hull(need, say.need);
  }
  return { out, need };
}

function* gapsIn(spans: ReadonlyMap<string, readonly Span[]>, { from, to }: Range): Generator<Span> {
  for (const list of spans.values()) {
    for (const span of list) if (span.from < to && span.to > from && mayFollowWeek(span)) yield span;
  }
}

/** Where the spans themselves may differ after a change. */
export function zoneOfChange(meter: Pick<MeterFacts, 'life' | 'stepMs'>, change: Range): Range {
  const back = meter.life.some((segment) => segment.kind === 'interval') ? meter.stepMs : 0;
  return { from: change.from - SWAY_MS - back, to: change.to + SWAY_MS };
}

/** What was between two readings of what changed is wrong up to these, also where no span is left between them. */
function betweenNeighbours(input: MeterInput, zone: Range, changed?: ReadonlySet<string>): Range {
  let { from, to } = zone;
  const reach = (t: number | undefined): void => {
    if (t === undefined || !Number.isFinite(t)) return;
    from = Math.min(from, t);
    to = Math.max(to, t);
  };
  for (const [code, readings] of input.registers) {
    if (changed && !changed.has(code)) continue;
    reach(readings.findLast((reading) => reading.ts < zone.from)?.ts);
    reach(readings.find((reading) => reading.ts > zone.to)?.ts);
  }
  // The stands of the ledger are about the main register.
  if (changed && !changed.has('PP')) return { from, to };
  const { life } = input.meter;
  // Where the same device goes on under another factor nothing ends: its register there lies on the line between.
  const joints = new Set(life.filter((own, i) => i > 0 && sameDevice(life[i - 1] as Segment, own)).map((own) => own.from)); // prettier-ignore
  const stands = life.flatMap((segment) => [segment.from, segment.to]);
  const inside = stands.filter((t) => t >= input.meter.from && t <= input.meter.to && !joints.has(t));
  reach(inside.findLast((t) => t < zone.from));
  reach(inside.find((t) => t > zone.to));
  return { from, to };
}

const hull = (a: Range, b: Range): Range => ({ from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) });
