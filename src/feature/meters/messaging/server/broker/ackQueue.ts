type Done = (error?: Error | null) => void;

/**
 * Lets the answers of one client leave in the order of its messages, however they finish. After a failure no further
 * answer leaves: the connection is to be closed, so that the client delivers again.
 */
export class AckQueue {
  readonly #waiting: { done: Done; ready: boolean }[] = [];
  readonly #failed: (error: unknown) => void;
  #broken = false;

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  get length(): number {
    return this.#waiting.length;
  }

  /** Calls `done` when `work` and all before it have succeeded. */
  add(work: Promise<unknown>, done: Done): void {
    const entry = { done, ready: false };
    this.#waiting.push(entry);
    work.then(
      () => {
        entry.ready = true;
        this.#release();
      },
      (error: unknown) => {
        if (this.#broken) return;
        this.#broken = true;
        this.#waiting.length = 0;
        this.#failed(error);
      },
    );
  }

  #release(): void {
    if (this.#broken) return;
    while (this.#waiting[0]?.ready) this.#waiting.shift()?.done(null);
  }
}
