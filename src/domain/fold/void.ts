/** Values that a person says do not count. Instants in ms, both ends belong to it. */
export interface Void {
  readonly code: string;
  readonly kind: 'reading' | 'interval';
  readonly from: number;
  readonly to: number;
  /** The correction that it belongs to: only older sources are meant. */
  readonly source: number;
  /** Only values of this source; null = of every older one. */
  readonly target: number | null;
}

/** Whether a value of a source over [from, to] (a reading has one instant) does not count. */
export function isVoid(
  voids: readonly Void[],
  kind: Void['kind'],
  code: string,
  value: { readonly from: number; readonly to: number; readonly source: number },
): boolean {
  return voids.some(
    (one) =>
      one.kind === kind &&
      one.code === code &&
      value.source < one.source &&
      (one.target === null || one.target === value.source) &&
      value.from >= one.from &&
      value.to <= one.to,
  );
}
