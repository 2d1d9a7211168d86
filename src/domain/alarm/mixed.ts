import type { StateInterval } from '../signal/interval.ts';
import { type FigureBucket, type FigureSettings, figureValue, levelOfFigure } from './figure.ts';
import { codesOf, type RuleVersion, versionAt } from './judge.ts';
import { holdFor, type Holds, LAPSE_CODE, type Reading } from './past.ts';
import { countAt, isAlarm, type PointCourse } from './signal.ts';

/** A figure that a part of a composition asks for, and how long (ms) after its bucket it is left to become whole. */
export interface FigureSource {
  readonly code: string;
  readonly figure: FigureSettings;
  readonly waitMs: number;
}

/** The signal points that a part of a composition looks at on a meter, with their normal states. */
export interface SignalSource {
  readonly code: string;
  /** The alarm state; null = every state but the normal one. */
  readonly state: number | null;
  /** The operations of the day are counted instead. */
  readonly counts: boolean;
  readonly points: ReadonlyMap<number, number | null>;
}

/** What a composition asks for beside the values of its meter. */
export interface MixedSources {
  readonly figures: readonly FigureSource[];
  readonly signals: readonly SignalSource[];
  /** The names under which figures and positions stand among the values of a reading. */
  readonly codes: readonly string[];
  /** How long values stand for what follows them. Figures and positions stand until the next one. */
  readonly holds: Holds;
  /** Other meters whose values are asked for, with how often each tells them, ms. */
  readonly steps: ReadonlyMap<number, number>;
}

/** What is known of the sources of a composition on a meter around an interval of time. */
export interface MixedInput {
  /** Values of the meter, and by their names of others (`codeAt`), also those before the interval that still count in it. */
  readonly readings: readonly Reading[];
  /** Buckets that end in the interval, and of each size the last that ended before it. */
  readonly buckets: readonly FigureBucket[];
  /** By the id of a point: its course from an instant before the interval on, without an end. */
  readonly points: ReadonlyMap<number, PointCourse>;
}

/** The interval [begin, to] (ms) that is judged; `anew` where judging begins there with nothing known of the rule. */
export interface JudgedInterval {
  readonly begin: number;
  readonly to: number;
  /** Our clock, by which buckets are over. */
  readonly now: number;
  readonly anew: boolean;
}

export interface MixedReadings {
  /** In the order of time; those before the interval tell what was known at its begin. */
  readonly readings: Reading[];
  /** When time alone changes what is known next, ms; Infinity = never. */
  readonly next: number;
}

/**
 * What values, figures and positions say to a composition, as readings of one course: a value where it was told and where it is
 * too old, a figure at the end of its bucket (unknown until it is folded), a position where it changes.
 */
export function mixedReadings(
  versions: readonly RuleVersion[],
  { readings, buckets, points }: MixedInput,
  interval: JudgedInterval,
): MixedReadings {
  const { begin, to, now, anew } = interval;
  const all = new Map<number, Record<string, number>>();
  const put = (at: number, values: Readonly<Record<string, number>>): void => {
    if (at <= to) all.set(at, { ...all.get(at), ...values });
  };
  for (const { at, values } of readings) put(at, values);
  for (const bucket of buckets) put(bucket.end, figuresAt(versions, bucket, now));
  const begins = versions.map(({ validFrom }) => validFrom).filter((at) => at >= begin);
  for (const at of [...begins, ...(anew ? [begin] : [])]) put(at, { [LAPSE_CODE]: 0 });
  const positions = positionsOf(versions, points, begins, begin - 1);
  for (const { at, values } of positions) put(at, values);
  const lapses = lapsesOf(versions, readings).filter((at) => at >= begin);
  for (const at of lapses) put(at, { [LAPSE_CODE]: 0 });
  const ahead = [...begins, ...lapses, ...positions.map(({ at }) => at)].filter((at) => at > to);
  return {
    readings: [...all].map(([at, values]) => ({ at, values })).toSorted((a, b) => a.at - b.at),
    next: Math.min(Infinity, ...ahead),
  };
}

const sourcesOf = (versions: readonly RuleVersion[]): MixedSources[] =>
  versions.flatMap(({ rule }) => rule.mixed ?? []);

/** The figures of a bucket; what is not folded yet, or not whole, is no number. */
function figuresAt(
  versions: readonly RuleVersion[],
  bucket: FigureBucket,
  now: number,
): Record<string, number> {
  const asked = sourcesOf(versions).flatMap(({ figures }) => figures);
  return Object.fromEntries(
    asked
      .filter(({ figure }) => levelOfFigure(figure.of) === bucket.level)
      .map((one) => {
        const over = bucket.end + one.waitMs <= now;
        return [one.code, (over ? figureValue(bucket, one.figure) : null) ?? NaN];
      }),
  );
}

/** Where a value of the meter is too old to count, as none of its code came meanwhile. */
function lapsesOf(versions: readonly RuleVersion[], readings: readonly Reading[]): number[] {
  const codes = new Set(versions.flatMap(({ rule }) => codesOf(rule)));
  return [...codes].flatMap((code) => {
    const holdMs = Math.min(...sourcesOf(versions).map(({ holds }) => holdFor(holds, code)));
    const told = readings.filter(({ values }) => values[code] !== undefined).map(({ at }) => at);
    return told.flatMap((at, i) => ((told[i + 1] ?? Infinity) > at + holdMs ? [at + holdMs + 1] : []));
  });
}

/** What the points say from an instant (ms) on, wherever one of them changes or another version begins. */
function positionsOf(
  versions: readonly RuleVersion[],
  points: MixedInput['points'],
  begins: readonly number[],
  from: number,
): Reading[] {
  if (sourcesOf(versions).every(({ signals }) => signals.length === 0)) return [];
  const counts = sourcesOf(versions).some(({ signals }) => signals.some((one) => one.counts));
  const changes = [...points.values()].flatMap(({ intervals, days, operations }) => [
    ...intervals.map((one) => one.from),
    ...(counts ? [...days, ...operations.map(({ ts }) => ts)] : []),
  ]);
  const instants = [...new Set([from, ...begins, ...changes])].filter((at) => at >= from);
  const places = new Map([...points].map(([id]) => [id, 0]));
  const stateAt = (id: number, at: number): number | null => {
    const { intervals } = points.get(id) ?? { intervals: [] };
    let place = places.get(id) ?? 0;
    while (place < intervals.length && (intervals[place] as StateInterval).to <= at) place++;
    places.set(id, place);
    const there = intervals[place];
    return there && there.from <= at ? there.value : null;
  };
  return instants
    .toSorted((a, b) => a - b)
    .map((at): Reading => {
      const { mixed } = versionAt(versions, at).rule;
      const said = (mixed?.signals ?? []).map((one) => {
        const ids = [...one.points.keys()];
        const most = () => Math.max(...ids.flatMap((id) => countOf(points.get(id), at)));
        return [one.code, one.counts ? numberOf(most()) : holds(one, (id) => stateAt(id, at))];
      });
      return { at, values: Object.fromEntries(said) };
    });
}

const countOf = (course: PointCourse | undefined, at: number): number[] =>
  course ? [countAt(course, at)] : [];
/** Of no point nothing is known. */
const numberOf = (value: number): number => (Number.isFinite(value) ? value : NaN);

/** Whether any of the points of a source is in an alarm state (1, 0); no number where what is not known could decide. */
function holds({ state, points }: SignalSource, stateOf: (id: number) => number | null): number {
  const all = [...points].map(([id, normal]) => isAlarm(stateOf(id), state, normal));
  if (all.includes(true)) return 1;
  return all.length === 0 || all.includes(null) ? NaN : 0;
}
