import type pg from 'pg';
import { CodeSet } from '#domain/reading/codeSet.ts';
import { CODES } from '#contract/dataCode.ts';
import type { Block } from '#domain/series/block.ts';
import { openBytes } from './load.ts';
import { firstAt } from './merge.ts';
import { boundsOf } from './month.ts';
import { valuesOf } from './sealMonth.ts';

/** What was found of all blocks. */
interface BlockCheck {
  readonly blocks: number;
  readonly rows: number;
  readonly values: number;
  readonly bytes: number;
  /** A sentence for each block that is not as it was written, or that its row tells otherwise. */
  readonly faults: readonly string[];
}

interface BlockRow {
  readonly meterId: number;
  readonly month: string;
  readonly first: Date;
  readonly last: Date;
  readonly rowCount: number;
  readonly valueCount: number;
  readonly deviceFirst: Date | null;
  readonly deviceLast: Date | null;
  readonly codes: string;
  readonly bytes: Buffer;
  /** Whether rows stand beside it. */
  readonly beside: boolean;
}

const AT_ONCE = 50;

/** Opens every block, which checks form, length and checksum, and compares it with what its row tells of it. */
export async function checkBlocks(pool: pg.Pool): Promise<BlockCheck> {
  const faults: string[] = [];
  let [blocks, rows, values, bytes] = [0, 0, 0, 0];
  let after: readonly [number, string] = [-1, '0001-01-01'];
  for (;;) {
    const { rows: found } = await pool.query<BlockRow>(
      `select meter_id as "meterId", month::text, first_ts as first, last_ts as last, row_count as "rowCount",
         value_count as "valueCount", device_first_ts as "deviceFirst", device_last_ts as "deviceLast", codes, bytes,
         exists (select from reading r where r.meter_id = b.meter_id and r.ts between b.first_ts and b.last_ts) as beside
       from reading_block b where (meter_id, month) > ($1::integer, $2::date) order by meter_id, month limit ${AT_ONCE}`,
      [...after],
    );
    for (const row of found) {
      blocks++;
      rows += row.rowCount;
      values += row.valueCount;
      bytes += row.bytes.length;
      const fault = faultOf(row) ?? (row.beside ? await lackingOf(pool, row) : null);
      if (fault !== null) faults.push(fault);
    }
    const end = found.at(-1);
    if (!end || found.length < AT_ONCE) return { blocks, rows, values, bytes, faults };
    after = [end.meterId, end.month];
  }
}

const whereOf = ({ meterId, month }: BlockRow): string => `The block of meter ${meterId} and ${month}`;

function faultOf(row: BlockRow): string | null {
  const where = whereOf(row);
  try {
    const { block } = openBytes(row.bytes, row.meterId, row.month);
    const { from, to } = boundsOf(row.month);
    const [begin = NaN, end = NaN] = [block.ts[0], block.ts.at(-1)];
    if (!(begin >= from && end < to)) return `${where} has instants outside its month.`;
    if (begin !== row.first.getTime() || end !== row.last.getTime() || block.ts.length !== row.rowCount)
      return `${where} has other rows than its row tells.`;
    if (!tellsDevice(row, block)) return `${where} has other instants of the device than its row tells.`;
    if (valuesOf(block) !== row.valueCount || !tellsCodes(row, block))
      return `${where} has other values than its row tells.`;
    for (let i = 1; i < row.rowCount; i++) {
      const step = (block.ts[i] as number) - (block.ts[i - 1] as number);
      if (step < 0 || (step === 0 && (block.source[i] as number) <= (block.source[i - 1] as number)))
        return `${where} is not in the order of its keys.`;
    }
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Whether the first and last instant of the device are those of a row; whoever looks for the begin of a meter asks these alone. */
function tellsDevice({ deviceFirst, deviceLast }: BlockRow, { ts, source }: Block): boolean {
  const at = (place: number): number | null => (place < 0 ? null : (ts[place] as number));
  return (
    at(source.indexOf(0)) === (deviceFirst?.getTime() ?? null) &&
    at(source.lastIndexOf(0)) === (deviceLast?.getTime() ?? null)
  );
}

/** Whether the codes are those of a row: one that it does not tell is not looked for, one too many is looked for in vain. */
function tellsCodes({ codes }: BlockRow, { floats }: Block): boolean {
  const told = CodeSet.read(codes);
  const has = new Set(floats.map(({ name }) => CODES.columns.indexOf(name)));
  return !has.has(-1) && CODES.columns.every((_, place) => told.has(place) === has.has(place));
}

/** A row beside a block wins by its key, and so must have every value that the block has there. */
async function lackingOf(pool: pg.Pool, row: BlockRow): Promise<string | null> {
  const { block } = openBytes(row.bytes, row.meterId, row.month);
  const { rows } = await pool.query<Readonly<Record<string, unknown>> & { readonly beside_at: number }>(
    `select (extract(epoch from r.ts) * 1000)::float8 as beside_at, r.* from reading r
     where r.meter_id = $1 and r.ts between $2 and $3`,
    [row.meterId, row.first, row.last],
  );
  const lacking = rows.filter((one) => {
    for (let i = firstAt(block.ts, one.beside_at); block.ts[i] === one.beside_at; i++)
      if (block.source[i] === one['source'])
        return block.floats.some(
          ({ name, values }) => !Number.isNaN(values[i]) && (one[name] ?? null) === null,
        );
    return false;
  });
  return lacking.length === 0
    ? null
    : `${whereOf(row)} has values that ${lacking.length} rows beside it lack.`;
}
