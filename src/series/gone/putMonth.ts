import type pg from 'pg';
import { CODES } from '#contract/dataCode.ts';
import { numberText } from '#domain/series/csv.ts';
import { factsOf, monthRows, type MonthRows } from './monthRows.ts';

const AT_ONCE = 1000;

/** What was put back is not what the file said: then nothing is. */
class UnlikeFile extends Error {
  override readonly name = 'UnlikeFile';
}

/**
 * Puts a month of a meter back from its file, in the transaction of a meter that is held; what stayed is there already. Afterwards the
 * month holds what it held before, or nothing is put.
 * @param month of which the partition is there @throws UnlikeFile, RangeError for a column that is no code
 */
export async function putMonth(
  client: pg.PoolClient,
  { meterId, month, columns, rows }: MonthRows,
  digest: string,
): Promise<void> {
  const strange = columns.find((one) => !CODES.columns.includes(one));
  if (strange !== undefined) throw new RangeError(`There is no data code ${strange}.`);
  const names = columns.map((one) => `, ${one}`).join('');
  for (let begin = 0; begin < rows.length; begin += AT_ONCE) {
    const some = rows.slice(begin, begin + AT_ONCE);
    await client.query(
      `insert into reading (meter_id, ts, source, extra${names})
       select $1, timestamptz 'epoch' + v.us * interval '1 microsecond', v.source, v.extra::jsonb${columns.map((one) => `, v.${one}`).join('')}
       from unnest($2::bigint[], $3::integer[], $4::text[]${columns.map((_, i) => `, $${i + 5}::float8[]`).join('')})
         v (us, source, extra${names})
       on conflict (meter_id, ts, source) do nothing`,
      [
        meterId,
        some.map((row) => row.us),
        some.map((row) => row.source),
        some.map((row) => row.extra),
        ...columns.map((_, i) => some.map((row) => textOf(row.values[i] ?? null))),
      ],
    );
  }
  const there = factsOf(await monthRows(client, meterId, month));
  if (there.digest !== digest)
    throw new UnlikeFile(`The readings of meter ${meterId} in ${month} do not come back as they were.`);
}

const textOf = (value: number | null): string | null => (value === null ? null : numberText(value));
