import type pg from 'pg';
import type { Queryable, Statement } from './queryable.ts';

/** Does the same for several at once, in one statement: an answer for each argument, in their order. */
export type Gathered<A, R> = (client: pg.PoolClient, all: readonly A[]) => Promise<readonly R[]>;

interface Call {
  readonly work: Gathered<unknown, unknown>;
  readonly of: unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One connection for several folds that run side by side in its transaction. What all of them ask at the same step is
 * sent as one statement: a round trip costs more than most of what it asks.
 */
export class Gather implements Queryable {
  readonly #client: pg.PoolClient;
  /** Those at work that do not wait for something common. */
  #busy = 0;
  #calls: Call[] = [];
  /** The connection answers one statement after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  /** Runs all of them until every one has ended. @throws the first error, after that. */
  async all<R>(works: readonly (() => Promise<R>)[]): Promise<R[]> {
    this.#busy = works.length;
    const ended = await Promise.allSettled(
      works.map(async (work) => {
        try {
          return await work();
        } finally {
          this.#rest();
        }
      }),
    );
    return ended.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
  }

  /** Asks a statement: together with those of the others where it says the types of its values. */
  async query<R extends object>(statement: Statement): Promise<{ rows: R[] }> {
    return statement.each
      ? this.call(manyOf<R>, statement)
      : this.alone((client) => client.query<R>(statement));
  }

  /** Does something together with the others that do the same now. */
  call<A, R>(work: Gathered<A, R>, of: A): Promise<R> {
    return new Promise<unknown>((resolve, reject) => {
      this.#calls.push({ work: work as Gathered<unknown, unknown>, of, resolve, reject });
      this.#rest();
    }) as Promise<R>;
  }

  /** Does something on the connection that the others do not. */
  alone<R>(work: (client: pg.PoolClient) => Promise<R>): Promise<R> {
    const done = this.#last.then(() => work(this.#client));
    this.#last = done.catch(() => {});
    return done;
  }

  #rest(): void {
    if (--this.#busy > 0 || this.#calls.length === 0) return;
    const calls = this.#calls;
    this.#calls = [];
    this.#busy = calls.length;
    for (const group of groupsOf(calls)) void this.#send(group);
  }

  async #send(calls: readonly Call[]): Promise<void> {
    const [{ work }] = calls as [Call];
    try {
      const results = await this.alone((client) => work(client, calls.map((call) => call.of))); // prettier-ignore
      calls.forEach((call, i) => call.resolve(results[i]));
    } catch (error) {
      for (const call of calls) call.reject(error);
    }
  }
}

/** Calls of the same work; of statements, those of the same name. */
function groupsOf(calls: readonly Call[]): Iterable<Call[]> {
  const groups = new Map<unknown, Call[]>();
  for (const call of calls) {
    const key = call.work === manyOf ? (call.of as Statement).name : call.work;
    const group = groups.get(key);
    if (group) group.push(call);
    else groups.set(key, [call]);
  }
  return groups.values();
}

/** A row of the common statement: in front of its own columns, whose it is (from 1). */
type Owned = { owner: number } | [number, ...unknown[]];

/** Asks the same statement with the values of several at once. */
async function manyOf<R extends object>(
  client: pg.PoolClient,
  statements: readonly Statement[],
): Promise<readonly { rows: R[] }[]> {
  const [first] = statements as [Statement];
  if (statements.length === 1) return [await client.query<R>(first)];
  const types = first.each ?? [];
  const names = types.map((_, i) => `v${i + 1}`).join(', ');
  const { rows } = await client.query<Owned & object>({
    name: `many_${first.name}`,
    text: `select one.owner::integer, q.* from unnest(${types.map((type, i) => `$${i + 1}::${type}[]`).join(', ')})
             with ordinality as one (${names}, owner) cross join lateral (${first.text.replace(/\$(\d+)/g, 'one.v$1')}) q`,
    values: types.map((_, i) => arrayOf(statements.map((statement) => statement.values[i]))),
    ...(first.rowMode && { rowMode: first.rowMode }),
  });
  const results = statements.map(() => ({ rows: [] as R[] }));
  for (const row of rows) {
    const owner = Array.isArray(row) ? (row.shift() as number) : row.owner;
    results[owner - 1]?.rows.push(row as unknown as R);
  }
  return results;
}

/** Numbers and instants as the text of an array: the driver would look at each as if it were any text. */
function arrayOf(values: readonly unknown[]): unknown {
  const texts: string[] = [];
  for (const value of values)
    if (typeof value === 'number') texts.push(String(value));
    else if (value instanceof Date) texts.push(`"${value.toISOString()}"`);
    else return values;
  return `{${texts.join()}}`;
}
