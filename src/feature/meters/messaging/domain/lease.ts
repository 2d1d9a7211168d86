/** A process that takes messages. */
export interface Taker {
  readonly id: string;
  /** It reaches the broker. */
  readonly able: boolean;
}

/** A session at the broker and the process that has it. */
export interface Leased {
  readonly clientId: string;
  readonly owner: string | null;
}

/** What a process is to do: sessions to try to take, sessions to let go. */
export interface Moves {
  readonly take: readonly string[];
  readonly release: readonly string[];
}

/**
 * Shares the sessions out evenly among the processes that live and reach the broker, or among all where none does.
 * Every process comes to the same shares by itself.
 */
export function share(me: string, alive: readonly Taker[], sessions: readonly Leased[]): Moves {
  const able = alive.filter((taker) => taker.able);
  const has = (id: string): number => sessions.filter(({ owner }) => owner === id).length;
  // Who has more keeps what cannot be shared evenly.
  const takers = (able.length > 0 ? able : alive)
    .map(({ id }) => id)
    .toSorted((a, b) => has(b) - has(a) || (a < b ? -1 : 1));
  const rank = takers.indexOf(me);
  const quota =
    rank < 0
      ? 0
      : Math.floor(sessions.length / takers.length) + (rank < sessions.length % takers.length ? 1 : 0);
  const lives = new Set(alive.map(({ id }) => id));
  const ids = (of: (session: Leased) => boolean): string[] =>
    sessions
      .filter(of)
      .map(({ clientId }) => clientId)
      .toSorted();
  const mine = ids(({ owner }) => owner === me);
  const free = ids(({ owner }) => owner === null || !lives.has(owner));
  return { take: free.slice(0, Math.max(0, quota - mine.length)), release: mine.slice(quota) };
}

/**
 * Tells who lives by what changes: a beat that stands still for `lostMs` of this process's own steady clock is that of
 * a dead one. No two clocks are ever compared, so none can be wrong.
 */
export class Watch {
  readonly #lostMs: number;
  readonly #seen = new Map<string, { beat: string; at: number }>();
  #last = -Infinity;

  constructor(lostMs: number) {
    this.#lostMs = lostMs;
  }

  /** Takes what is seen at `now` (ms, steady). @returns the ids that live */
  see(beats: readonly { readonly id: string; readonly beat: string }[], now: number): Set<string> {
    // Who was not watching for a while cannot say that others stood still.
    const blind = now - this.#last > this.#lostMs / 2;
    this.#last = now;
    const there = new Set(beats.map(({ id }) => id));
    for (const id of this.#seen.keys()) if (!there.has(id)) this.#seen.delete(id);
    for (const { id, beat } of beats) {
      const known = this.#seen.get(id);
      if (blind || known?.beat !== beat) this.#seen.set(id, { beat, at: now });
    }
    return new Set([...this.#seen].flatMap(([id, { at }]) => (now - at < this.#lostMs ? [id] : [])));
  }
}
