import type { Rig, Span } from './rig.ts';

/** What can be known of a meter in a bucket; energies in millionths. */
export interface Known {
  /** Sum of what lies wholly inside; null where nothing does. */
  readonly energy: number | null;
  /** Intervals of known energy that cross an end of the bucket: their shape is not known. */
  readonly cut: readonly Span[];
  /** A part is not known: a hole, or before the first and after the last reading. */
  readonly partial: boolean;
  /** The meter itself told an untruth inside. */
  readonly lie: boolean;
}

/** What the spans of a meter, in the order of time and without holes between them, say about a bucket. */
export function knownIn(spans: readonly Span[], from: number, to: number): Known {
  let energy: number | null = null;
  const cut: Span[] = [];
  let partial = (spans[0]?.from ?? Infinity) > from || (spans.at(-1)?.to ?? -Infinity) < to;
  let lie = false;
  for (const span of spansIn(spans, from, to)) {
    if (span.lie === true) lie = true;
    if (span.energy === null) partial = true;
    else if (span.from < from || span.to > to) cut.push(span);
    else energy = (energy ?? 0) + span.energy;
  }
  return { energy, cut, partial, lie };
}

/** What can be known of a sum: what is there of its parts; partial where one is not whole. */
export function knownOfSum(
  rig: Rig,
  rigs: ReadonlyMap<string, Rig>,
  from: number,
  to: number,
): Known & { readonly missing: boolean } {
  let energy: number | null = null;
  const cut: Span[] = [];
  let [partial, missing, lie] = [false, false, false];
  for (const { code, sign } of rig.parts) {
    const part = rigs.get(code);
    if (!part) throw new Error(`${rig.code}: no meter ${code}`);
    const known = part.parts.length > 0 ? knownOfSum(part, rigs, from, to) : knownIn(part.spans, from, to);
    cut.push(...known.cut);
    if (known.partial) partial = true;
    if (known.lie) lie = true;
    if (known.energy === null) missing = true;
    else energy = (energy ?? 0) + sign * known.energy;
  }
  return { energy, cut, partial, lie, missing };
}

/** The spans that touch an interval. */
export function* spansIn(spans: readonly Span[], from: number, to: number): Generator<Span> {
  for (let i = firstAfter(spans, from); i < spans.length; i++) {
    const span = spans[i] as Span;
    if (span.from >= to) return;
    yield span;
  }
}

/** Index of the first span that ends after an instant. */
function firstAfter(spans: readonly Span[], t: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as Span).to > t) high = middle;
    else low = middle + 1;
  }
  return low;
}
