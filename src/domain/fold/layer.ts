import { FLAG } from '#contract/usageFlag.ts';
import { floorDiv } from '../decimal/decimal.ts';
import type { Span } from './span.ts';

/** An interval whose energy comes from one span; pieces never overlap. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  /** Millionths; null = it is known that nobody knows (register reset). */
  readonly energy: bigint | null;
  readonly flags: number;
  readonly span: Span;
}

/** Who counts where spans overlap: higher rank, then the shorter (finer), the earlier, the lower source. */
export function bySay(a: Span, b: Span): number {
  return (
    Number(a.energy === null) - Number(b.energy === null) ||
    b.rank - a.rank ||
    a.to - a.from - (b.to - b.from) ||
    a.from - b.from ||
    a.source - b.source ||
    Number(a.origin.kind === 'register') - Number(b.origin.kind === 'register')
  );
}

/** The part of an energy that lies before `t` when it is spread evenly over [from, to): F(t), so that parts always sum up. */
export function upTo(energy: bigint, from: number, to: number, t: number): bigint {
  if (t <= from) return 0n;
  if (t >= to) return energy;
  return floorDiv(energy * BigInt(t - from), BigInt(to - from));
}

/**
 * Settles overlapping spans into pieces in the order of time. A span counts wherever none with more say does;
 * there it has its energy less what the others count inside it, spread over what is left of its time. If the
 * others count more than it has, it keeps its even share and the conflict is flagged.
 */
export function layer(spans: readonly Span[]): Piece[] {
  const inTime = spans.filter((span) => span.to > span.from).sort((a, b) => a.from - b.from || a.to - b.to);
  const pieces: Piece[] = [];
  for (let i = 0; i < inTime.length;) {
    let end = (inTime[i] as Span).to;
    let next = i + 1;
    for (; next < inTime.length && (inTime[next] as Span).from < end; next++)
      end = Math.max(end, (inTime[next] as Span).to);
    if (next === i + 1) pieces.push(whole(inTime[i] as Span));
    else for (const piece of settle(inTime.slice(i, next))) pieces.push(piece);
    i = next;
  }
  return pieces;
}

const whole = (span: Span): Piece => ({
  from: span.from,
  to: span.to,
  energy: span.energy,
  flags: span.flags,
  span,
});

/** Settles spans that hang together, in the order of their say. */
function settle(spans: Span[]): Piece[] {
  const settled: Piece[] = [];
  for (const span of spans.sort(bySay)) {
    const first = firstEndingAfter(settled, span.from);
    let inside = 0n;
    let cut = false;
    const free: [number, number][] = [];
    let at = span.from;
    let i = first;
    for (; i < settled.length && (settled[i] as Piece).from < span.to; i++) {
      const piece = settled[i] as Piece;
      if (piece.from > at) free.push([at, piece.from]);
      at = piece.to;
      if (piece.from < span.from || piece.to > span.to) cut = true;
      inside += share(piece, span.from, span.to);
    }
    if (i === first) {
      settled.splice(first, 0, whole(span));
      continue;
    }
    if (at < span.to) free.push([at, span.to]);
    if (free.length > 0) insert(settled, rest(span, free, inside, cut));
  }
  return settled;
}

const share = (piece: Piece, from: number, to: number): bigint =>
  piece.energy === null
    ? 0n
    : upTo(piece.energy, piece.from, piece.to, to) - upTo(piece.energy, piece.from, piece.to, from);

function rest(
  span: Span,
  free: readonly (readonly [number, number])[],
  inside: bigint,
  cut: boolean,
): Piece[] {
  if (span.energy === null) return free.map(([from, to]) => ({ ...whole(span), from, to }));
  const energy = span.energy;
  const left = energy - inside;
  if (left < 0n) {
    const flags = span.flags | FLAG.conflict | FLAG.estimated;
    return free.map(([from, to]) => {
      const part = upTo(energy, span.from, span.to, to) - upTo(energy, span.from, span.to, from);
      return { from, to, energy: part, flags, span };
    });
  }
  // One free interval beside whole pieces: its energy is known. Else its shape is a guess.
  const flags = span.flags | (free.length > 1 || cut ? FLAG.estimated : 0);
  const length = free.reduce((sum, [from, to]) => sum + to - from, 0);
  let before = 0;
  return free.map(([from, to]) => {
    const low = upTo(left, 0, length, before);
    before += to - from;
    return { from, to, energy: upTo(left, 0, length, before) - low, flags, span };
  });
}

/** Index of the first piece that ends after `t`. */
function firstEndingAfter(pieces: readonly Piece[], t: number): number {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle] as Piece).to > t) high = middle;
    else low = middle + 1;
  }
  return low;
}

function insert(pieces: Piece[], fresh: readonly Piece[]): void {
  for (const piece of fresh) pieces.splice(firstEndingAfter(pieces, piece.from), 0, piece);
}
