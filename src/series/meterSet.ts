/**
 * Meters whose series somebody may ask for. Nobody but the archive makes one (`visibleMeterSet` for a request, `systemMeterSet`
 * for what works for all), so that a question about series needs no row level security of its own: what is not in the set cannot be
 * asked. Its private member keeps anything of the same form from being taken for it.
 */
export class MeterSet {
  readonly #ids: ReadonlySet<number>;

  private constructor(ids: Iterable<number>) {
    this.#ids = new Set(ids);
  }

  /** For the archive alone; the linter refuses it elsewhere. */
  static ofArchive(ids: Iterable<number>): MeterSet {
    return new MeterSet(ids);
  }

  get ids(): number[] {
    return [...this.#ids];
  }

  /** @throws RangeError for a meter that is not in it: a mistake of the program, not of a caller */
  check(meterId: number): number {
    if (!this.#ids.has(meterId))
      throw new RangeError(`Meter ${meterId} is not in the set that is asked about.`);
    return meterId;
  }
}
