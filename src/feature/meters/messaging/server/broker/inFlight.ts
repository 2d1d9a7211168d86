/** Something that stops reading while it has too much under way. */
export interface Holdable {
  hold(held: boolean): void;
}

export interface InFlightLimits {
  /** Of one client: messages and bytes that are not stored yet. */
  readonly messages: number;
  readonly bytes: number;
  /** Of all of them. */
  readonly total: number;
}

/** One client's part of what is under way. */
export interface Share {
  readonly client: Holdable;
  messages: number;
  bytes: number;
  held: boolean;
}

/** Bounds what came and is not stored yet, per client and in all: who has too much is not read from until it is less. */
export class InFlight {
  readonly #limits: InFlightLimits;
  readonly #held = new Set<Share>();
  bytes = 0;
  messages = 0;

  constructor(limits: InFlightLimits) {
    this.#limits = limits;
  }

  /** Clients that are not read from now. */
  get holding(): number {
    return this.#held.size;
  }

  share(client: Holdable): Share {
    return { client, messages: 0, bytes: 0, held: false };
  }

  begin(share: Share, bytes: number): void {
    share.messages++;
    share.bytes += bytes;
    this.messages++;
    this.bytes += bytes;
    if (!share.held && this.#tooMuch(share)) {
      share.held = true;
      this.#held.add(share);
      share.client.hold(true);
    }
  }

  end(share: Share, bytes: number): void {
    share.messages--;
    share.bytes -= bytes;
    this.messages--;
    this.bytes -= bytes;
    if (share.held && !this.#tooMuch(share)) this.#free(share);
    if (this.bytes >= this.#limits.total || this.#held.size === 0) return;
    for (const other of this.#held) if (!this.#tooMuch(other)) this.#free(other);
  }

  /** The client is gone. */
  forget(share: Share): void {
    this.#held.delete(share);
  }

  #free(share: Share): void {
    share.held = false;
    this.#held.delete(share);
    share.client.hold(false);
  }

  /** Where all together have too much, clients with nothing under way are still read. */
  #tooMuch({ messages, bytes }: Share): boolean {
    const { messages: most, bytes: mostBytes, total } = this.#limits;
    return messages >= most || bytes >= mostBytes || (this.bytes >= total && messages > 0);
  }
}
