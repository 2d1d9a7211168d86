/** Lets a loop sleep until there is work: rung while it works, it does not sleep at all. */
export class Bell {
  #rung = true;
  #wake: () => void = () => {};

  readonly ring = (): void => {
    this.#rung = true;
    this.#wake();
  };

  /** What is rung from now on is about later work. */
  hush(): void {
    this.#rung = false;
  }

  /** Sleeps until it is rung, or for some time (ms). */
  async sleep(ms: number): Promise<void> {
    if (this.#rung) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
