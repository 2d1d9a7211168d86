/**
 * What is said of a position: 0 heard, 1 the device itself does not know it, 2 two positions were told of one instant.
 * Under 1 and 2 the value is null.
 */
export const QUALITY = { heard: 0, notKnown: 1, contradicting: 2 } as const;
export type Quality = (typeof QUALITY)[keyof typeof QUALITY];

/** A position that was told of an instant. */
export interface Sample {
  /** ms since 1970. */
  readonly ts: number;
  /** The state's number; null = it is not known then. */
  readonly value: number | null;
  readonly quality: Quality;
}

/** A sample of what a device told; null = it says that it does not know. */
export const sampleOf = (ts: number, value: number | null): Sample => ({
  ts,
  value,
  quality: value === null ? QUALITY.notKnown : QUALITY.heard,
});

/** Whether two samples tell the same position. */
export const sameState = (a: Sample, b: Sample): boolean => a.value === b.value && a.quality === b.quality;

/**
 * What two samples of one instant tell together, in whatever order they came: a known position goes before "not known",
 * and two different ones contradict each other for good.
 */
export function together(a: Sample, b: Sample): Sample {
  if (sameState(a, b) || b.quality === QUALITY.notKnown || a.quality === QUALITY.contradicting) return a;
  if (a.quality === QUALITY.notKnown || b.quality === QUALITY.contradicting) return b;
  return { ts: a.ts, value: null, quality: QUALITY.contradicting };
}

/** Samples in the order of time, one an instant. */
export function inOrder(samples: Iterable<Sample>): Sample[] {
  const byInstant = new Map<number, Sample>();
  for (const sample of samples) {
    const known = byInstant.get(sample.ts);
    byInstant.set(sample.ts, known ? together(known, sample) : sample);
  }
  return [...byInstant.values()].sort((a, b) => a.ts - b.ts);
}
