import { AsyncLocalStorage } from 'node:async_hooks';
import { createConnection } from 'node:net';
import pg from 'pg';
import { noteBroken } from './away.ts';
import { statementName } from './prepare.ts';

/** To reach a server that answers takes milliseconds. */
const CONNECT_MS = 10_000;
/** A line that is silently cut shows within minutes rather than hours. */
const KEEP_ALIVE_MS = 30_000;
/** As the driver says it of a statement that is not answered (`away.ts`). */
const UNANSWERED = 'Query read timeout';
/** The code of a CancelRequest: 1234 and 5678. */
const CANCEL = 80_877_102;

// How long whoever runs waits for the answer to a statement, ms; without it, until the system gives the line up.
const patience = new AsyncLocalStorage<number>();

/**
 * Runs `fn`, whose statements are answered within so many ms each: a line that is cut without a word (a firewall that
 * forgot it, a cable) tells nothing, and the system sends again for a quarter of an hour before it gives up. What is not
 * answered in time breaks its connection, and the server is asked to give up the statement. What is streamed (COPY) is not bounded.
 */
export const answeredWithin = <T>(ms: number, fn: () => T): T => patience.run(ms, fn);

/** How long the statements of whoever runs wait, ms; undefined = unbounded. */
export const patienceNow = (): number | undefined => patience.getStore();

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
      this.#watch(
        Reflect.apply(
          Reflect.get(prototype, 'query') as typeof this.query,
          this,
          given,
        ) as Promise<pg.QueryResult>,
      );
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

  /** Breaks the connection when the answer is not there in time. */
  #watch(answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    const ms = patience.getStore();
    // Who hears by a callback or reads a stream waits.
    if (ms === undefined || !(answer instanceof Promise)) return answer;
    const timer = setTimeout(() => {
      this.#giveUp();
      this.connection.stream.destroy(new Error(UNANSWERED));
    }, ms);
    const over = (): void => clearTimeout(timer);
    answer.then(over, over);
    return answer;
  }

  /**
   * Asks the server to end what it still does here, which it would not notice before it wants to answer (CancelRequest,
   * https://www.postgresql.org/docs/current/protocol-message-formats.html; it needs no sign-in).
   */
  #giveUp(): void {
    const { host, port } = this;
    const [id, key] = ['processID', 'secretKey'].map((name) => Reflect.get(this, name) as unknown);
    if (typeof id !== 'number' || typeof key !== 'number') return;
    const request = Buffer.alloc(16);
    [16, CANCEL, id, key].forEach((value, i) => request.writeInt32BE(value, i * 4));
    const socket = createConnection(
      host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
    );
    socket.setTimeout(CONNECT_MS, () => socket.destroy());
    socket.on('error', () => {});
    socket.resume().end(request);
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
    return this.#lend().catch((error: unknown) => {
      noteBroken(error);
      throw error;
    });
  }

  /** Who may not wait for ever does not wait for a connection that is never given back, either. */
  async #lend(): Promise<pg.PoolClient> {
    const ms = patience.getStore();
    const lent = super.connect();
    if (ms === undefined) return lent;
    let late = false;
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        late = true;
        reject(new Error('timeout exceeded when trying to connect'));
      }, ms);
    });
    lent.then((client) => late && client.release(), () => {}); // prettier-ignore
    return Promise.race([lent, over]).finally(() => clearTimeout(timer));
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
