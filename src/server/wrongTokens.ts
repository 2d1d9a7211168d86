import { setTimeout as pause } from 'node:timers/promises';
import { networksOf } from './address.ts';

/** Tokens of an address that may be wrong before it has to wait, and when they are forgotten. */
const FREE = 20;
const FORGET_MS = 600_000;
/** The first wait; each further wrong token doubles it. */
const WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** How old what is known of the issued tokens may be while an address waits. */
const ISSUED_MS = 2000;
/** So long a token that may have been issued just now waits for the next look at them, which all that wait share. */
const FRESH_MS = 300;
const MOST_KEPT = 50_000;

/** The tries of an address since the last right token. */
interface Tries {
  n: number;
  at: number;
  /** ms; until then only tokens that were issued are looked at. */
  until: number;
}

/** Who comes to a door: who offers a token, and from where. */
interface Offer {
  readonly address: string;
  /** As the token is kept. */
  readonly hash: string;
}

/**
 * Holds back addresses that come with wrong tokens, each wait twice as long as the one before. Tokens are 192 random bits,
 * so that no guess is ever right: what is guarded is the database and everybody else's turn. Whoever comes with a token that
 * was issued passes whatever others do from the same address, so that nobody can lock another out.
 */
export class WrongTokens {
  readonly #issued: () => Promise<readonly string[]>;
  readonly #now: () => number;
  readonly #usedAtOnce: boolean;
  readonly #tries = new Map<string, Tries>();
  /** Tokens that were right, with the time: what comes with each call is not counted each time. */
  readonly #right = new Map<string, number>();
  #known: { readonly at: number; readonly hashes: Promise<ReadonlySet<string>> } | undefined;
  /** Offers that were not looked at. */
  refused = 0;

  /**
   * @param issued the hashes of all tokens that are valid now, asked for only while an address waits
   * @param usedAtOnce tokens are brought right after they were issued: who waits is looked at a moment later
   */
  constructor(
    issued: () => Promise<readonly string[]>,
    now: () => number = Date.now,
    { usedAtOnce = false }: { readonly usedAtOnce?: boolean } = {},
  ) {
    this.#issued = issued;
    this.#now = now;
    this.#usedAtOnce = usedAtOnce;
  }

  /**
   * Counts an offer before it is looked at, so that parallel ones cannot outrun the count.
   * @returns 0 = look it up and tell `right` or `wrong`; else the seconds to wait
   */
  async admit({ address, hash }: Offer): Promise<number> {
    const now = this.#now();
    if (now - (this.#right.get(hash) ?? -Infinity) < FORGET_MS) return 0;
    const networks = networksOf(address);
    const until = Math.max(...networks.map(({ key }) => this.#tries.get(key)?.until ?? 0));
    if (now < until && !(await this.#isIssued(hash, now))) {
      this.refused++;
      return Math.ceil((until - now) / 1000);
    }
    for (const { key, times } of networks) {
      const tries = this.#tries.get(key);
      const n = tries && now - tries.at < FORGET_MS ? tries.n + 1 : 1;
      const over = n - FREE * times;
      const wait = over > 0 ? Math.min(LONGEST_WAIT_MS, WAIT_MS * 2 ** (over - 1)) : 0;
      keep(this.#tries, key, { n, at: now, until: now + wait });
    }
    return 0;
  }

  /** The token was right: its try is taken back. */
  right({ address, hash }: Offer): void {
    const known = this.#right.has(hash);
    keep(this.#right, hash, this.#now());
    if (known) return;
    for (const { key, times } of networksOf(address)) {
      const tries = this.#tries.get(key);
      if (tries && tries.n > 0) tries.n--;
      if (tries && tries.n <= FREE * times) tries.until = 0;
    }
  }

  /** The token was wrong, perhaps one that was right before. */
  wrong({ hash }: Offer): void {
    this.#right.delete(hash);
  }

  async #isIssued(hash: string, came: number): Promise<boolean> {
    if ((await this.#hashes(came - ISSUED_MS)).has(hash)) return true;
    if (!this.#usedAtOnce) return false;
    await pause(FRESH_MS);
    return (await this.#hashes(came)).has(hash);
  }

  /** The tokens that were issued as they were looked at later than `since`, ms. */
  #hashes(since: number): Promise<ReadonlySet<string>> {
    if (this.#known && this.#known.at > since) return this.#known.hashes;
    const known = { at: this.#now(), hashes: this.#issued().then((hashes) => new Set(hashes)) };
    this.#known = known;
    known.hashes.catch(() => {
      if (this.#known === known) this.#known = undefined;
    });
    return known.hashes;
  }
}

/** Sets an entry as the newest; the oldest goes where there are too many. */
function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= MOST_KEPT) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
