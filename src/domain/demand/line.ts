import { FLAG } from '#contract/usageFlag.ts';
import { upTo } from '../fold/layer.ts';
import type { Range } from '../fold/reach.ts';
import { QUARTER_MS } from '../time/duration.ts';

/** A reading this near may stand for an instant: its span, at most this long, is cut by time. */
const EDGE_MS = 90_000;

/** What makes an energy no measure of demand. */
export const DOUBT = FLAG.estimated | FLAG.interpolated | FLAG.conflict | FLAG.suspect | FLAG.noise;

/** Energy of an interval and how long the span is that tells it. */
export interface Passed extends Range {
  /** Millionths; null = it is known that nobody knows. */
  readonly energy: bigint | null;
  readonly flags: number;
  readonly span: Range;
}

/** The energy that passed up to each step of a grid of instants. */
export interface Line {
  /** Millionths; differences are exact where the interval between is known. */
  readonly sum: BigInt64Array;
  /** Since when everything up to the step is known without doubt, ms; Infinity where it is not. */
  readonly since: Float64Array;
  /** 1 where a reading stands on the step. */
  readonly edge: Uint8Array;
}

export const isKnown = (line: Line, k: number): boolean => line.edge[k] === 1;

const counts = ({ energy, flags, span }: Passed): boolean =>
  energy !== null && span.to - span.from <= QUARTER_MS && (flags & DOUBT) === 0;

/** The line over settled pieces in the order of time, at `first` and `steps` further instants `stepMs` apart. */
export function lineOf(pieces: readonly Passed[], first: number, steps: number, stepMs: number): Line {
  const line = {
    sum: new BigInt64Array(steps + 1),
    since: new Float64Array(steps + 1).fill(Infinity),
    edge: new Uint8Array(steps + 1),
  };
  let i = pieces.findIndex((piece) => piece.to > first);
  if (i < 0) i = pieces.length;
  let passed = 0n;
  // The known interval that ends where the last piece did.
  let since = NaN;
  let end = NaN;
  for (let k = 0; k <= steps; k++) {
    const at = first + k * stepMs;
    for (; i < pieces.length && (pieces[i] as Passed).to <= at; i++) {
      const piece = pieces[i] as Passed;
      if (!counts(piece)) {
        since = end = NaN;
        continue;
      }
      if (piece.from !== end) since = piece.from;
      end = piece.to;
      passed += piece.energy ?? 0n;
    }
    const piece = pieces[i];
    const open = piece !== undefined && piece.from < at ? piece : undefined;
    line.sum[k] = passed;
    if (open && counts(open)) {
      line.sum[k] = passed + upTo(open.energy ?? 0n, open.from, open.to, at);
      line.since[k] = open.from === end ? since : open.from;
      if (open.to - open.from <= EDGE_MS) line.edge[k] = 1;
    } else if (!open) {
      if (end === at) line.since[k] = since;
      if (piece?.from === at || pieces[i - 1]?.to === at) line.edge[k] = 1;
    }
  }
  return line;
}
