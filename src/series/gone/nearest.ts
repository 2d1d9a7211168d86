/** Instants beside which the nearest reading of a code stays, as papers tell it. */
export interface NearWish {
  /** A column of `reading`. */
  readonly column: string;
  /** ms, in the order of time. */
  readonly instants: readonly number[];
  /** How far from one it may lie, ms. */
  readonly within: number;
  /** Whether the reading of an instant (ms) and source counts. */
  readonly counts: (ms: number, source: number) => boolean;
}

/** Finds the readings of a wish: of each source one an instant, the earlier of two that are as near. */
export class Nearest {
  readonly #wish: NearWish;
  readonly #found = new Map<string, { readonly us: number; readonly distance: number }>();

  constructor(wish: NearWish) {
    this.#wish = wish;
  }

  add(us: number, source: number): void {
    const { instants, within, counts } = this.#wish;
    const ms = us / 1000;
    for (let i = this.#firstFrom(ms - within); i < instants.length; i++) {
      const at = instants[i] as number;
      if (at > ms + within) return;
      const key = `${at} ${source}`;
      const distance = Math.abs(ms - at);
      const known = this.#found.get(key);
      const nearer = !known || distance < known.distance || (distance === known.distance && us < known.us);
      if (nearer && counts(ms, source)) this.#found.set(key, { us, distance });
    }
  }

  /** µs */
  instants(): number[] {
    return [...this.#found.values()].map(({ us }) => us);
  }

  #firstFrom(ms: number): number {
    const { instants } = this.#wish;
    let [low, high] = [0, instants.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((instants[middle] as number) < ms) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
