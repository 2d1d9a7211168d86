import type pg from 'pg';
import { CodeSet } from '#domain/reading/codeSet.ts';
import { type Block, decodeBlock, encodeBlock } from '#domain/series/block.ts';
import type { Queryable } from '#server/database/queryable.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { openBlock } from './load.ts';
import { holdMonths, tryHoldMonths } from './lock.ts';
import { boundsOf } from './month.ts';
import { NAME, type NameCell, nameOf } from './name.ts';
import { putBack } from './putBack.ts';

/** How the bytes of blocks are written. */
const FORM = 1;

/** `busy`: somebody stores or folds the meter now. `loud`: something came lately, waits to be folded, or the month is in files. `odd`: rows that no block can hold. */
type Sealing = 'sealed' | 'nothing' | 'busy' | 'loud' | 'odd';

/** Rows that a block cannot hold as they are. */
class OddRows extends Error {
  override readonly name = 'OddRows';
}

/**
 * Seals a month of a meter, or seals it again with what came beside it: in one transaction its rows go and its block stands, which is
 * read back and compared bit for bit before. Whoever asks finds the same before, meanwhile and after.
 * @param quietDays nothing may have come for so long; null = whenever it came
 */
export async function sealMonth(
  pool: pg.Pool,
  meterId: number,
  month: string,
  quietDays: number | null,
): Promise<Sealing> {
  try {
    return await inTransaction(pool, async (client) => {
      if (!(await tryHoldMonths(client, meterId))) return 'busy';
      if (!(await isQuiet(client, meterId, month, quietDays))) return 'loud';
      return seal(client, meterId, month);
    });
  } catch (error) {
    if (error instanceof OddRows) return 'odd';
    throw error;
  }
}

async function isQuiet(
  client: pg.PoolClient,
  meterId: number,
  month: string,
  quietDays: number | null,
): Promise<boolean> {
  const { rows } = await client.query<{ quiet: boolean }>({
    name: 'seal_quiet',
    text: `select not exists (select from dirty where meter_id = $1 and from_ts < $3 and to_ts >= $2)
             and not exists (select from reading_late where meter_id = $1 and month = $4::date
               and at > now() - $5::float8 * interval '1 day')
             and not exists (select from meter_fold where meter_id = $1 and gone_ts > $2) as quiet`,
    values: [meterId, ...edgesOf(month), month, quietDays ?? -1],
  });
  return rows[0]?.quiet === true;
}

const edgesOf = (month: string): [Date, Date] => {
  const { from, to } = boundsOf(month);
  return [new Date(from), new Date(to)];
};

async function seal(client: pg.PoolClient, meterId: number, month: string): Promise<Sealing> {
  const rows = await takeRows(client, meterId, month);
  if (rows.ts.length === 0) return 'nothing';
  const before = await blockOf(client, meterId, month);
  const block: Block = before ? joined(before, rows) : rows;
  const bytes = encodeBlock(block);
  compare(decodeBlock(bytes), block);
  await client.query('delete from reading_block where meter_id = $1 and month = $2::date', [meterId, month]);
  await client.query(
    `insert into reading_block
       (meter_id, month, first_ts, last_ts, device_first_ts, device_last_ts, row_count, value_count, codes, form, bytes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      meterId,
      month,
      instantAt(block, 0),
      instantAt(block, block.ts.length - 1),
      instantAt(block, block.source.indexOf(0)),
      instantAt(block, block.source.lastIndexOf(0)),
      block.ts.length,
      valuesOf(block),
      String(CodeSet.of(rows.places(block))),
      FORM,
      Buffer.from(bytes),
    ],
  );
  await client.query('delete from reading_late where meter_id = $1 and month = $2::date', [meterId, month]);
  return 'sealed';
}

const instantAt = ({ ts }: Block, place: number): Date | null =>
  place < 0 ? null : new Date(ts[place] as number);

/** How many values a block has. */
export function valuesOf({ floats }: Block): number {
  let n = 0;
  for (const { values } of floats) for (const value of values) if (!Number.isNaN(value)) n++;
  return n;
}

/** Rows as a block has them, and the places of its columns in the table of codes. */
type Rows = Block & { readonly places: (block: Block) => number[] };

/** Takes the rows of a month out of the table. @throws OddRows */
async function takeRows(client: pg.PoolClient, meterId: number, month: string): Promise<Rows> {
  const { rows, fields } = await client.query<unknown[]>({
    text: `with gone as (delete from reading where meter_id = $1 and ts >= $2 and ts < $3 returning *)
           select (extract(epoch from ts) * 1000)::float8 as sealed_at, gone.* from gone order by ts, source`,
    values: [meterId, ...edgesOf(month)],
    rowMode: 'array',
  });
  const names = fields.map((field) => field.name);
  const place = (name: string): number => names.indexOf(name);
  // What stands in `reading` beside its key and `extra` are codes, in the order of their table.
  const codes = names.filter((name) => !['sealed_at', 'meter_id', 'source', 'ts', 'extra'].includes(name));
  if (rows.some((row) => row[place('extra')] !== null || !Number.isInteger(row[0])))
    throw new OddRows('A row has items outside the table, or a stamp between milliseconds.');
  const floats = codes
    .map((name) => ({ name, values: columnOf(rows, place(name)) }))
    .filter(({ values }) => values.some((value) => !Number.isNaN(value)));
  return {
    meterId,
    ts: Float64Array.from(rows, (row) => row[0] as number),
    source: Int32Array.from(rows, (row) => row[place('source')] as number),
    floats,
    wholes: [],
    places: (block) => block.floats.map(({ name }) => codes.indexOf(name)),
  };
}

function columnOf(rows: readonly unknown[][], place: number): Float64Array {
  return Float64Array.from(rows, (row) => {
    const value = row[place] as number | null;
    if (value !== null && Number.isNaN(value)) throw new OddRows('A value is not a number.');
    return value ?? NaN;
  });
}

/** The block of a month, where it is sealed. @throws BrokenBlock */
export async function blockOf(client: pg.PoolClient, meterId: number, month: string): Promise<Block | null> {
  const { rows } = await client.query<{ sealed: NameCell }>(
    `select ${NAME} as sealed from reading_block b where meter_id = $1 and month = $2::date`,
    [meterId, month],
  );
  const [row] = rows;
  return row ? (await openBlock(client as Queryable, nameOf(row.sealed))).block : null;
}

/** A block with rows that came beside it, which win by their key. */
function joined(before: Block, rows: Rows): Block {
  const names = [...new Set([...before.floats, ...rows.floats].map(({ name }) => name))];
  const order = orderOf(before, rows);
  const column = (block: Block, name: string): Float64Array | undefined =>
    block.floats.find((one) => one.name === name)?.values;
  const pick = (old: ArrayLike<number> | undefined, late: ArrayLike<number> | undefined) =>
    order.map((i) => (i >= 0 ? old?.[i] : late?.[-i - 1]) ?? NaN);
  return {
    meterId: before.meterId,
    ts: Float64Array.from(pick(before.ts, rows.ts)),
    source: Int32Array.from(pick(before.source, rows.source)),
    floats: names.map((name) => ({
      name,
      values: Float64Array.from(pick(column(before, name), column(rows, name))),
    })),
    wholes: [],
  };
}

/** The keys of both in order: the place in the block, or less than 0 the place among the rows. */
function orderOf(before: Block, rows: Block): number[] {
  const order: number[] = [];
  const distance = (i: number, k: number): number =>
    (before.ts[i] as number) - (rows.ts[k] as number) ||
    (before.source[i] as number) - (rows.source[k] as number);
  let i = 0;
  for (let k = 0; k < rows.ts.length; k++) {
    while (i < before.ts.length && distance(i, k) < 0) order.push(i++);
    if (i < before.ts.length && distance(i, k) === 0) i++;
    order.push(-k - 1);
  }
  while (i < before.ts.length) order.push(i++);
  return order;
}

const same = (a: ArrayLike<number>, b: ArrayLike<number>): boolean =>
  a.length === b.length && Array.from(a).every((value, i) => Object.is(value, b[i]));

/** @throws Error where a block does not read back as it was written: then nothing goes. */
function compare(read: Block, written: Block): void {
  const equal =
    read.meterId === written.meterId &&
    same(read.ts, written.ts) &&
    same(read.source, written.source) &&
    read.floats.length === written.floats.length &&
    read.floats.every(({ name, values }, i) => {
      const one = written.floats[i];
      return one?.name === name && same(values, one.values);
    });
  if (!equal) throw new Error(`A block of meter ${written.meterId} does not read back as it was written.`);
}

/** Opens a sealed month of a meter: its rows stand again as before. @returns how many; null where it is not sealed */
export async function openMonth(pool: pg.Pool, meterId: number, month: string): Promise<number | null> {
  return inTransaction(pool, async (client) => {
    await holdMonths(client, meterId);
    const block = await blockOf(client, meterId, month);
    if (!block) return null;
    await putBack(client, block, Array.from(block.ts.keys()));
    await client.query('delete from reading_block where meter_id = $1 and month = $2::date', [
      meterId,
      month,
    ]);
    // It is as loud as if all had come now: else it would be sealed again at once.
    await client.query(
      `insert into reading_late (meter_id, month) values ($1, $2) on conflict (meter_id, month) do update set at = now()`,
      [meterId, month],
    );
    return block.ts.length;
  });
}

/** The meters of which a month is sealed, readings or figures. */
export async function sealedMeters(pool: pg.Pool, month: string): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select meter_id as id from reading_block where month = $1::date
     union select meter_id from usage_block where month = $1::date order by id`,
    [month],
  );
  return rows.map((row) => row.id);
}
