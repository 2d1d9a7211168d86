import type { Db } from './database/db.ts';

/** How many are done together at most. */
const MOST = 64;

interface Waiting<Q, A> {
  readonly asked: Q;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does what is asked for at the same moment in one round: while a round runs the next one gathers, so that a single one
 * waits for nobody and a hundred cost little more than one. A round that fails is done again one by one, so that nobody
 * fails for another; a round must therefore do all or nothing.
 */
export class Together<Q, A> {
  readonly #round: (asked: readonly Q[]) => Promise<readonly (A | Error)[]>;
  readonly #keyOf: ((asked: Q) => unknown) | undefined;
  #waiting: Waiting<Q, A>[] = [];
  #running = false;

  /**
   * @param round answers each in its place; an Error is thrown to who asked for that one
   * @param keyOf two of the same key are never in one round: the later one sees what the earlier one did
   */
  constructor(
    round: (asked: readonly Q[]) => Promise<readonly (A | Error)[]>,
    keyOf?: (asked: Q) => unknown,
  ) {
    this.#round = round;
    this.#keyOf = keyOf;
  }

  ask(asked: Q): Promise<A> {
    return new Promise<A>((resolve, reject) => {
      this.#waiting.push({ asked, resolve, reject });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      // Whoever asks in the same turn of the loop still joins.
      await Promise.resolve();
      const some = this.#take();
      if (!(await this.#tried(some)) && some.length > 1) for (const one of some) await this.#tried([one]);
    }
    this.#running = false;
  }

  /** Whether a round came to an end; one that failed is told of only where it was for one. */
  async #tried(some: readonly Waiting<Q, A>[]): Promise<boolean> {
    try {
      const answers = await this.#round(some.map(({ asked }) => asked));
      for (const [i, { resolve, reject }] of some.entries()) {
        const answer = answers[i];
        if (answer instanceof Error) reject(answer);
        else resolve(answer as A);
      }
      return true;
    } catch (error) {
      if (some.length === 1) some[0]?.reject(error);
      return false;
    }
  }

  #take(): Waiting<Q, A>[] {
    const keys = new Set<unknown>();
    const some: Waiting<Q, A>[] = [];
    const later: Waiting<Q, A>[] = [];
    for (const one of this.#waiting) {
      const key = this.#keyOf?.(one.asked);
      if (some.length >= MOST || (this.#keyOf && keys.has(key))) later.push(one);
      else {
        keys.add(key);
        some.push(one);
      }
    }
    this.#waiting = later;
    return some;
  }
}

/** The one `Together` of each database, made when it is first asked for. */
export function togetherOf<Q, A>(make: (db: Db) => Together<Q, A>): (db: Db) => Together<Q, A> {
  const made = new WeakMap<Db, Together<Q, A>>();
  return (db) => {
    let together = made.get(db);
    if (!together) made.set(db, (together = make(db)));
    return together;
  };
}
