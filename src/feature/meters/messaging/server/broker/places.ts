import { type Network, networksOf } from '#server/address.ts';

/** Networks that are remembered as known at most. */
const MOST_KNOWN = 50_000;

/** The place of a connection, from its first byte to its last. */
export interface Place {
  /** Its client has logged in. */
  loggedIn(): void;
  /** It is over; more than once is once. */
  leave(): void;
}

export interface PlaceLimits {
  readonly connections: number;
  /** Of all, those that have not logged in yet; of these, those from where nobody ever did. */
  readonly waiting: number;
  readonly strangers: number;
  readonly perAddress: number;
  /** Of an address (of IPv6 its network), those that have not logged in yet. */
  readonly waitingPerAddress: number;
}

interface Count {
  all: number;
  waiting: number;
}

/**
 * Bounds connections, of an address (of IPv6 of its network and its subscriber) and in all. Those that have not logged in are fewer
 * than all, and those of them from where nobody ever logged in fewer still: strangers who say nothing take no place
 * from gateways and browsers that come back.
 */
export class Places {
  readonly #limits: PlaceLimits;
  readonly #here = new Map<string, Count>();
  /** From where somebody has logged in, the latest last. */
  readonly #known = new Set<string>();
  readonly #all: Count = { all: 0, waiting: 0 };
  #strangers = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /** Gateways have come from this address before. */
  know(address: string): void {
    this.#remember(networksOf(address)[0].key);
  }

  /** A place for a connection from an address; undefined = there is none. */
  enter(address: string): Place | undefined {
    const networks = networksOf(address);
    const stranger = !this.#known.has(networks[0].key);
    const { connections, waiting, strangers } = this.#limits;
    if (this.#all.all >= connections || this.#all.waiting >= waiting) return undefined;
    if (stranger && this.#strangers >= strangers) return undefined;
    if (networks.some((network) => this.#isFull(network))) return undefined;
    const counts = [this.#all, ...networks.map(({ key }) => this.#countOf(key))];
    for (const count of counts) {
      count.all++;
      count.waiting++;
    }
    if (stranger) this.#strangers++;
    let state: 'waiting' | 'in' | 'over' = 'waiting';
    const over = (): void => {
      for (const count of counts) count.waiting--;
      if (stranger) this.#strangers--;
    };
    return {
      loggedIn: () => {
        if (state !== 'waiting') return;
        state = 'in';
        over();
        this.#remember(networks[0].key);
      },
      leave: () => {
        if (state === 'over') return;
        if (state === 'waiting') over();
        state = 'over';
        for (const count of counts) count.all--;
        for (const { key } of networks) if (this.#here.get(key)?.all === 0) this.#here.delete(key);
      },
    };
  }

  #isFull({ key, times }: Network): boolean {
    const here = this.#here.get(key);
    const { perAddress, waitingPerAddress } = this.#limits;
    return (
      here !== undefined && (here.all >= perAddress * times || here.waiting >= waitingPerAddress * times)
    );
  }

  #countOf(key: string): Count {
    const count = this.#here.get(key) ?? { all: 0, waiting: 0 };
    this.#here.set(key, count);
    return count;
  }

  #remember(key: string): void {
    this.#known.delete(key);
    this.#known.add(key);
    if (this.#known.size <= MOST_KNOWN) return;
    const [oldest] = this.#known;
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}
