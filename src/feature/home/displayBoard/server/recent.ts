/** So many answers are kept at most. */
const MOST = 1000;

/** Answers that stand for a while: whoever asks meanwhile gets the one that is there, or is on its way. */
export class Recent<T> {
  readonly #kept = new Map<string, { readonly at: number; readonly answer: Promise<T> }>();
  readonly #freshMs: number;

  constructor(freshMs: number) {
    this.#freshMs = freshMs;
  }

  /** The answer of a key; one that failed is not kept. */
  of(key: string, compute: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(key);
    if (known && Date.now() - known.at < this.#freshMs) return known.answer;
    if (this.#kept.size > MOST) this.#kept.clear();
    const answer = compute();
    answer.catch(() => this.#kept.delete(key));
    this.#kept.set(key, { at: Date.now(), answer });
    return answer;
  }
}
