import type pg from 'pg';
import type { ReadingBatch } from '#domain/reading/batch.ts';
import { numbers } from '#server/database/numbers.ts';
import type { Queryable } from '#server/database/queryable.ts';
import { keepSealed } from './lock.ts';
import { openBlock } from './load.ts';
import { firstAt } from './merge.ts';
import { boundsOf, monthOf } from './month.ts';
import { NAME, type NameCell, nameOf } from './name.ts';
import { putBack } from './putBack.ts';

interface LateMonth {
  readonly meterId: number;
  readonly month: string;
}

/**
 * What comes for a month that is over may find it sealed: until the transaction ends nobody seals or opens it, and the
 * readings of the same keys stand as rows beside the block, as if they had never been in it. For months that are not over it costs nothing.
 * In the transaction that stores the batch, before it is compared with what is there.
 * @param batch in the order of meter and time
 */
export async function meetSealed(
  client: pg.PoolClient,
  batch: ReadingBatch,
  source: number,
  now: number = Date.now(),
): Promise<void> {
  const late = lateMonths(batch, boundsOf(monthOf(now)).from);
  if (late.length === 0) return;
  await keepSealed(client as Queryable, late.map(({ meterId }) => meterId)); // prettier-ignore
  const values = [numbers(late.map(({ meterId }) => meterId)), late.map(({ month }) => month)];
  // Told once an hour, so that deliveries for one month do not wait for each other.
  await client.query({
    name: 'late_month',
    text: `insert into reading_late (meter_id, month)
           select v.m, v.d from unnest($1::integer[], $2::date[]) v (m, d)
           where not exists (select from reading_late l where l.meter_id = v.m and l.month = v.d and l.at > now() - interval '1 hour')
           order by 1, 2 on conflict (meter_id, month) do update set at = now()`,
    values,
  });
  const { rows } = await client.query<{ sealed: NameCell }>({
    name: 'late_sealed',
    text: `select ${NAME} as sealed from unnest($1::integer[], $2::date[]) v (m, d)
           join reading_block b on b.meter_id = v.m and b.month = v.d order by b.meter_id, b.month`,
    values,
  });
  for (const { sealed } of rows) {
    const name = nameOf(sealed);
    const { block } = await openBlock(client as Queryable, name);
    await putBackWithin(client, block, placesOf(batch, block, source));
  }
}

/** Months before one, of the meters of a batch. */
function lateMonths({ n, meter, ts }: ReadingBatch, before: number): LateMonth[] {
  const found: LateMonth[] = [];
  let [last, from, to] = [NaN, Infinity, -Infinity];
  for (let i = 0; i < n; i++) {
    const at = ts[i] as number;
    if (at >= before) continue;
    const meterId = meter[i] as number;
    if (meterId === last && at >= from && at < to) continue;
    const month = monthOf(at);
    last = meterId;
    ({ from, to } = boundsOf(month));
    found.push({ meterId, month });
  }
  const seen = new Map(found.map((one) => [`${one.meterId} ${one.month}`, one]));
  return [...seen.values()].sort((a, b) => a.meterId - b.meterId || (a.month < b.month ? -1 : 1));
}

/** The places in a block of the keys that a batch has. */
function placesOf(
  { n, meter, ts }: ReadingBatch,
  block: Parameters<typeof putBack>[1],
  source: number,
): number[] {
  const places: number[] = [];
  for (let i = 0; i < n; i++) {
    if (meter[i] !== block.meterId) continue;
    const at = ts[i] as number;
    for (let k = firstAt(block.ts, at); block.ts[k] === at; k++)
      if (block.source[k] === source) places.push(k);
  }
  return places;
}

/**
 * In a transaction within the transaction, which numbers its rows otherwise than those of the batch: so the comparison knows
 * them as rows that were there before (`meetExisting`).
 */
async function putBackWithin(...[client, block, places]: Parameters<typeof putBack>): Promise<void> {
  if (places.length === 0) return;
  await client.query('savepoint sealed_beside');
  await putBack(client, block, places);
  await client.query('release savepoint sealed_beside');
}
