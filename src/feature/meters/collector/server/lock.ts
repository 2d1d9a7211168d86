import type pg from 'pg';

/** First key of the advisory locks of the collector; the second is the channel. */
const LOCK = 0x4d48_434c;

/**
 * Which channels this process may poll: an advisory lock each, on a connection of its own, so that the locks of a
 * process that dies are free at once. The same connection hears of changed settings.
 */
export class ChannelLocks {
  readonly #pool: pg.Pool;
  readonly #changed: () => void;
  #client: pg.PoolClient | undefined;
  #held = new Set<number>();

  /** `changed` is called when settings were changed or the connection was lost. */
  constructor(pool: pg.Pool, changed: () => void) {
    this.#pool = pool;
    this.#changed = changed;
  }

  /** Those of the wanted channels that are held now; others that were held are let go. @throws the database's error */
  async take(wanted: readonly number[]): Promise<Set<number>> {
    const client = await this.#connected();
    const keep = new Set(wanted);
    for (const id of this.#held)
      if (!keep.has(id)) {
        await client.query('select pg_advisory_unlock($1, $2)', [LOCK, id]);
        this.#held.delete(id);
      }
    for (const id of wanted) {
      if (this.#held.has(id)) continue;
      const { rows } = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1, $2) as ok', [
        LOCK,
        id,
      ]);
      if (rows[0]?.ok) this.#held.add(id);
    }
    return new Set(this.#held);
  }

  /** Hears of changes from here on. @throws the database's error */
  async listen(): Promise<void> {
    await this.#connected();
  }

  close(): void {
    // Ending the connection lets all locks go.
    this.#client?.release(true);
    this.#client = undefined;
  }

  async #connected(): Promise<pg.PoolClient> {
    if (this.#client) return this.#client;
    const client = await this.#pool.connect();
    const lost = (): void => {
      if (this.#client !== client) return;
      this.#client = undefined;
      this.#held = new Set();
      client.release(true);
      this.#changed();
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', () => this.#changed());
    try {
      await client.query('listen collector');
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.#held = new Set();
    this.#client = client;
    return client;
  }
}
