import type pg from 'pg';
import { numbers } from '#server/database/numbers.ts';
import type { Block } from '#domain/series/block.ts';

const AT_ONCE = 1000;

/**
 * Puts rows of a block beside it, in the caller's transaction; one that stands there already stays as it is.
 * @param places of the rows in the block
 */
export async function putBack(client: pg.PoolClient, block: Block, places: readonly number[]): Promise<void> {
  const names = block.floats.map(({ name }) => name);
  const list = (values: ArrayLike<number>, some: readonly number[]): string =>
    `{${some.map((i) => (Number.isNaN(values[i]) ? 'null' : textOf(values[i] as number))).join()}}`;
  for (let begin = 0; begin < places.length; begin += AT_ONCE) {
    const some = places.slice(begin, begin + AT_ONCE);
    await client.query(
      `insert into reading (meter_id, ts, source${names.map((name) => `, ${name}`).join('')})
       select $1, timestamptz 'epoch' + v.ms * interval '1 millisecond', v.source${names.map((name) => `, v.${name}`).join('')}
       from unnest($2::bigint[], $3::integer[]${names.map((_, i) => `, $${i + 4}::float8[]`).join('')})
         v (ms, source${names.map((name) => `, ${name}`).join('')})
       on conflict (meter_id, ts, source) do nothing`,
      [
        block.meterId,
        numbers(some.map((i) => block.ts[i] as number)),
        numbers(some.map((i) => block.source[i] as number)),
        ...block.floats.map(({ values }) => list(values, some)),
      ],
    );
  }
}

/** Every number in the form that PostgreSQL reads back to the same bits. */
const textOf = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));
