import { CompiledQuery, PostgresDriver } from 'kysely';
import type { DatabaseConnection, QueryResult, TransactionSettings } from 'kysely';
import type pg from 'pg';
import { isAway, noteUncertain } from './away.ts';
import { statementName } from './prepare.ts';
import { beginWith } from './scope.ts';
import type { Beginning } from './scope.ts';

/** The connections of the system: a scope is set where one is asked for, each statement waits for the one before. */
export class SystemDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const begin = beginWith.getStore();
    if (begin === undefined) return super.beginTransaction(connection, settings);
    await connection.executeQuery(CompiledQuery.raw(begin.text));
  }
}

/**
 * The connections of requests. Statements go out without waiting for the answer of the one before (the pool's
 * `pipeline`), so that `begin` with the scope travels with the first statement, and nobody waits for the end of a
 * transaction that only reads.
 */
export class ScopeDriver extends PostgresDriver {
  readonly #pool: pg.Pool;
  readonly #limit: string;
  readonly #connections = new WeakMap<pg.PoolClient, PipelinedConnection>();

  /** @param limit what a transaction begins with, beside its scope, that is narrowed by the limits of a role */
  constructor(pool: pg.Pool, limit: string) {
    super({ pool });
    this.#pool = pool;
    this.#limit = limit;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const client = await this.#pool.connect();
    let connection = this.#connections.get(client);
    if (!connection) this.#connections.set(client, (connection = new PipelinedConnection(client)));
    return connection;
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as PipelinedConnection).release();
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const begin = beginWith.getStore();
    if (begin === undefined) return super.beginTransaction(connection, settings);
    const text = begin.limited ? `${begin.text}; ${this.#limit}` : begin.text;
    (connection as PipelinedConnection).begin({ ...begin, text });
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    if ((connection as PipelinedConnection).endReading()) return;
    await super.commitTransaction(connection).catch((error: unknown) => {
      noteUncertain(error);
      throw error;
    });
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as PipelinedConnection).rollback();
  }
}

const NO_WAY = { readOnly: false, prepared: false, limited: false };

class PipelinedConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  #way: Omit<Beginning, 'text'> = NO_WAY;
  #broken: Error | undefined;
  /** What opens the transaction, until the first statement takes it along. */
  #beginning: string | undefined;
  #begun: Promise<unknown> | undefined;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  /** Opens a transaction; it is sent with the first statement. A failure shows there. */
  begin({ text, ...way }: Beginning): void {
    this.#way = way;
    this.#beginning = text;
  }

  /** Ends a transaction that only reads, without waiting; false where it may have written. */
  endReading(): boolean {
    if (!this.#way.readOnly) return false;
    this.#way = NO_WAY;
    if (this.#untouched()) return true;
    this.#client.query('commit').catch((error: unknown) => this.#breaks(error));
    return true;
  }

  async rollback(): Promise<void> {
    this.#way = NO_WAY;
    if (this.#untouched()) return;
    try {
      await this.#client.query('rollback');
    } catch (error) {
      this.#breaks(error);
      // A connection that is gone has rolled back; why it came to that is told by what failed before.
      if (!isAway(error)) throw error;
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = query;
    const name = this.#way.prepared ? statementName(sql) : undefined;
    const context = this.#send({ name, text: sql, values: parameters as unknown[] });
    const { command, rowCount, rows } = await context.catch(async (error: unknown) => {
      // Why the transaction did not begin says more than that it is aborted.
      await this.#whole();
      throw error;
    });
    await this.#whole();
    // Kysely looks for a COMMIT that the server answered with a rollback.
    if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command } as R] };
    return WRITES.has(command)
      ? { numAffectedRows: BigInt(rowCount ?? 0), rows: rows as R[] }
      : { rows: rows as R[] };
  }

  streamQuery(): never {
    throw new Error('Cursors do not travel on pipelined connections.');
  }

  release(): void {
    this.#way = NO_WAY;
    this.#beginning = undefined;
    this.#client.release(this.#broken);
  }

  /** Sends a statement, and with the first of a transaction what opens it: one message to the database. */
  #send(statement: { name: string | undefined; text: string; values: unknown[] }): Promise<pg.QueryResult> {
    if (this.#beginning === undefined) return this.#client.query(statement as pg.QueryConfig);
    const { stream } = (this.#client as unknown as pg.Client).connection;
    stream.cork();
    this.#begun = this.#client.query(this.#beginning).catch((error: unknown) => this.#breaks(error));
    this.#beginning = undefined;
    const context = this.#client.query(statement as pg.QueryConfig);
    stream.uncork();
    return context;
  }

  /** Ends a transaction that was never sent; false where it was. */
  #untouched(): boolean {
    const untouched = this.#beginning !== undefined;
    this.#beginning = undefined;
    return untouched;
  }

  /** Throws what made the beginning of the transaction fail: outside of it no statement may count. */
  async #whole(): Promise<void> {
    if (this.#begun === undefined) return;
    await this.#begun;
    this.#begun = undefined;
    if (this.#broken) throw this.#broken;
  }

  #breaks(error: unknown): void {
    this.#broken = error instanceof Error ? error : new Error(String(error));
  }
}

const WRITES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
