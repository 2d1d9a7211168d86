interface Waiting {
  readonly urgent: boolean;
  readonly begin: () => void;
}

/** One at a time, in the order of asking; what is urgent goes before what is not. */
export class Turns {
  readonly #waiting: Waiting[] = [];
  #busy = false;

  /** Does a job when its turn comes. @throws what the job throws; the next has its turn then */
  async take<T>(job: () => Promise<T>, urgent = false): Promise<T> {
    if (this.#busy) await new Promise<void>((begin) => this.#waiting.push({ urgent, begin }));
    this.#busy = true;
    try {
      return await job();
    } finally {
      this.#next();
    }
  }

  /** Resolves when nobody has a turn and nobody waits for one. */
  async idle(): Promise<void> {
    while (this.#busy) await this.take(async () => {});
  }

  #next(): void {
    const urgent = this.#waiting.findIndex((one) => one.urgent);
    const [next] = this.#waiting.splice(Math.max(0, urgent), 1);
    // Busy throughout, so that nobody who asks in between goes first.
    if (next) next.begin();
    else this.#busy = false;
  }
}
