/** One measured line, in the form of the shared bench's driver. */
export interface Figure {
  readonly act: string;
  readonly part?: string;
  readonly q?: string;
  readonly values?: number;
  readonly seconds?: number;
  readonly valuesPerSec?: number;
  /** Processor time of the whole product per value, its database and its fold included, µs. */
  readonly cpuUsPerValue?: number;
  readonly p50?: number;
  readonly p95?: number;
  readonly perSec8?: number;
  readonly maxAbsError?: number;
  readonly err?: string | null;
  readonly data?: number;
  readonly other?: number;
}

/** The value below which a share of the numbers lies. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? NaN;
}

export interface Timing {
  readonly p50: number;
  readonly p95: number;
}

/** Milliseconds of `n` calls one after the other, after some to warm up. */
export async function time(n: number, call: (i: number) => Promise<unknown>): Promise<Timing> {
  for (let i = 0; i < 5; i++) await call(i);
  const took: number[] = [];
  for (let i = 0; i < n; i++) {
    const begun = performance.now();
    await call(i);
    took.push(performance.now() - begun);
  }
  return { p50: percentile(took, 0.5), p95: percentile(took, 0.95) };
}
