import type pg from 'pg';
import { CodeSet } from '#domain/reading/codeSet.ts';
import { CODES } from '#contract/dataCode.ts';
import { openBytes } from './load.ts';
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
  readonly codes: string;
  readonly bytes: Buffer;
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
         value_count as "valueCount", codes, bytes from reading_block
       where (meter_id, month) > ($1::integer, $2::date) order by meter_id, month limit ${AT_ONCE}`,
      [...after],
    );
    for (const row of found) {
      blocks++;
      rows += row.rowCount;
      values += row.valueCount;
      bytes += row.bytes.length;
      const fault = faultOf(row);
      if (fault !== null) faults.push(fault);
    }
    const end = found.at(-1);
    if (!end || found.length < AT_ONCE) return { blocks, rows, values, bytes, faults };
    after = [end.meterId, end.month];
  }
}

function faultOf({
  meterId,
  month,
  first,
  last,
  rowCount,
  valueCount,
  codes,
  bytes,
}: BlockRow): string | null {
  const where = `The block of meter ${meterId} and ${month}`;
  try {
    const { block } = openBytes(bytes, meterId, month);
    const { from, to } = boundsOf(month);
    const [begin = NaN, end = NaN] = [block.ts[0], block.ts.at(-1)];
    if (!(begin >= from && end < to)) return `${where} has instants outside its month.`;
    if (begin !== first.getTime() || end !== last.getTime() || block.ts.length !== rowCount)
      return `${where} has other rows than its row tells.`;
    const set = CodeSet.read(codes);
    if (
      valuesOf(block) !== valueCount ||
      block.floats.some(({ name }) => !set.has(CODES.columns.indexOf(name)))
    )
      return `${where} has other values than its row tells.`;
    for (let i = 1; i < rowCount; i++) {
      const step = (block.ts[i] as number) - (block.ts[i - 1] as number);
      if (step < 0 || (step === 0 && (block.source[i] as number) <= (block.source[i - 1] as number)))
        return `${where} is not in the order of its keys.`;
    }
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
