import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { noteBroken } from './away.ts';
import { statementName } from './prepare.ts';

/** To reach a server that answers takes milliseconds. */
const CONNECT_MS = 10_000;
/** A line that is silently cut shows within minutes rather than hours. */
const KEEP_ALIVE_MS = 30_000;

/** Whether the statements of whoever runs stay prepared on their connection (see `ScopeWay.prepared`). */
export const preparing = new AsyncLocalStorage<boolean>();

type Connected = Parameters<pg.Pool['connect']>[0];

class PatientClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({
      ...config,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    const { prototype } = pg.Client;
    const plain = (...given: unknown[]): Promise<pg.QueryResult> =>
      Reflect.apply(
        Reflect.get(prototype, 'query') as typeof this.query,
        this,
        given,
      ) as Promise<pg.QueryResult>;
    const named = (...given: unknown[]): Promise<pg.QueryResult> => {
      const [text, values, ...told] = given;
      if (typeof text !== 'string' || !Array.isArray(values) || preparing.getStore() !== true)
        return plain(...given);
      // What has no values may be several statements, as the beginning of a transaction is. A pool hears by a callback.
      return values.length === 0
        ? plain(text, ...told)
        : plain({ name: statementName(text), text, values }, ...told);
    };
    this.query = named as typeof this.query;
  }
}

/**
 * A pool whose connections may break at any time, idle or lent: each has a listener from its first moment to its last,
 * as the event of a break that nobody hears ends the process. Whoever works on it is told by the failed statement.
 */
export class SturdyPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: PatientClient as unknown as NonNullable<pg.PoolConfig['Client']> });
    this.on('connect', (client) => client.on('error', noteBroken));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | void {
    if (connected)
      return super.connect((error, client, done) => {
        noteBroken(error);
        connected(error, client, done);
      });
    return super.connect().catch((error: unknown) => {
      noteBroken(error);
      throw error;
    });
  }
}

/** Works on one connection outside of every pool, then ends it. */
export async function onConnection<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new PatientClient({ connectionString });
  client.on('error', noteBroken);
  await client.connect().catch((error: unknown) => {
    noteBroken(error);
    throw error;
  });
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
