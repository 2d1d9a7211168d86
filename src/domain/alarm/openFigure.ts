import { bucketEnd, bucketStart, type Level } from '../time/bucket.ts';
import { HOUR_MS } from '../time/duration.ts';
import type { Zone } from '../time/zone.ts';
import { type FigureBucket, figureValue, levelOfFigure } from './figure.ts';
import type { RuleVersion } from './judge.ts';

/** The sizes of buckets whose figures a composition asks for. */
export const figureLevels = (versions: readonly RuleVersion[]): Level[] => [
  ...new Set(
    versions.flatMap(({ rule }) => (rule.mixed?.figures ?? []).map(({ figure }) => levelOfFigure(figure.of))),
  ),
];

/** Up to which end of a bucket (ms) the figures of a composition are known, and whether its meter is being folded. */
interface Figured {
  readonly versions: readonly RuleVersion[];
  readonly zone: Zone;
  readonly figuredTo: number;
  readonly folds: boolean;
}

/** A bucket that was not known before is not known yet while its meter is folded. */
export const withFolds = ({ folds, figuredTo }: Figured, bucket: FigureBucket): FigureBucket =>
  folds && bucket.end > figuredTo ? { ...bucket, open: true } : bucket;

/** The end of the newest bucket that is over at an instant, ms. */
export const lastEndAt = ({ versions, zone }: Figured, now: number): number =>
  Math.max(...figureLevels(versions).map((level) => bucketStart(zone, level, now)));

/** The first end of a bucket, over by now, up to which figures are not known; null = none. */
export function firstEndAfter({ versions, zone, figuredTo }: Figured, now: number): number | null {
  const ends = figureLevels(versions).map((level) =>
    bucketEnd(zone, level, bucketStart(zone, level, figuredTo)),
  );
  const over = ends.filter((end) => end <= now);
  return over.length > 0 ? Math.min(...over) : null;
}

/** Where a meter is folded right now, it is looked again after. */
const FOLDING_MS = 1000;
/** A bucket of which too little is known may become whole for a while; what comes after that marks it. */
const UNKNOWN_MS = 300_000;
const WHOLE_MS = HOUR_MS;

/** What is open of figures: up to which end (ms) they are known now, and when (ms) they are to be looked at next. */
interface OpenFigure {
  readonly figuredTo: number;
  /** Nothing is awaited. */
  readonly whole: boolean;
  readonly dueAt: number;
}

/** Looks at the newest buckets that are over: what is not known of them, though it may be soon, is awaited. */
export function openFigure(figured: Figured, buckets: readonly FigureBucket[], now: number): OpenFigure {
  const { versions, zone, folds, figuredTo } = figured;
  let [from, dueAt, lastEnd] = [null as number | null, Infinity, figuredTo];
  for (const { figure, waitMs } of versions.at(-1)?.rule.mixed?.figures ?? []) {
    const level = levelOfFigure(figure.of);
    const end = bucketStart(zone, level, now);
    lastEnd = Math.max(lastEnd, end);
    dueAt = Math.min(dueAt, bucketEnd(zone, level, end) + waitMs);
    const over = end + waitMs <= now;
    const last = buckets.find((one) => one.level === level && one.end === end);
    // Where the pair was judged from later on, it is known since.
    const known = over && (last === undefined || figureValue(last, figure) !== null);
    const folding = folds && end > figuredTo;
    if (known || (now - end - waitMs > WHOLE_MS && !folding)) continue;
    from = Math.min(from ?? Infinity, end);
    dueAt = Math.min(dueAt, over ? now + (folding ? FOLDING_MS : UNKNOWN_MS) : end + waitMs);
  }
  return { figuredTo: from === null ? lastEnd : from - 1, whole: from === null, dueAt };
}
