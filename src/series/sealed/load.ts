import { type Block, BrokenBlock, decodeBlock } from '#domain/series/block.ts';
import type { Queryable } from '#server/database/queryable.ts';
import type { BlockName } from './name.ts';

/** What a block was opened to. */
interface Opened {
  readonly block: Block;
  /** The values of a column of `reading`; undefined where the block has none of it. */
  readonly column: (name: string) => Float64Array | undefined;
}

/** A month of ten codes takes some 300 kB opened: so many are at hand of those that were asked for last. */
const MOST_OPEN = 64;
const open = new Map<string, Opened>();

/** Blocks that a statement named are gone: it must be asked again. */
class BlockGone extends Error {
  override readonly name = 'BlockGone';
}

/** Gives blocks by their names, each as it is asked for. @throws BlockGone, BrokenBlock */
export async function openBlock(db: Queryable, name: BlockName): Promise<Opened> {
  const known = open.get(name.id);
  if (known) {
    // The one asked for last is forgotten last.
    open.delete(name.id);
    open.set(name.id, known);
    return known;
  }
  const { rows } = await db.query<{ bytes: Buffer }>({
    text: 'select bytes from reading_block where meter_id = $1 and month = $2::date and id = $3::uuid',
    values: [name.meterId, name.month, name.id],
  });
  const [row] = rows;
  if (!row) throw new BlockGone(`The block of meter ${name.meterId} and ${name.month} was written anew.`);
  const opened = openBytes(row.bytes, name.meterId, name.month);
  open.set(name.id, opened);
  for (const id of open.keys()) {
    if (open.size <= MOST_OPEN) break;
    open.delete(id);
  }
  return opened;
}

/** @throws BrokenBlock that says which one it is */
export function openBytes(bytes: Uint8Array, meterId: number, month: string): Opened {
  const where = `The block of meter ${meterId} and ${month}`;
  let block: Block;
  try {
    block = decodeBlock(bytes);
  } catch (error) {
    if (error instanceof BrokenBlock) throw new BrokenBlock(`${where}: ${error.message}`, { cause: error });
    throw error;
  }
  if (block.meterId !== meterId) throw new BrokenBlock(`${where} is of meter ${block.meterId}.`);
  const columns = new Map(block.floats.map(({ name, values }) => [name, values]));
  return { block, column: (name) => columns.get(name) };
}

const MOST_TRIES = 20;

/** Asks again, from the beginning, where a block went between a statement that named it and its reading. */
export async function askedAgain<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof BlockGone) || attempt === MOST_TRIES) throw error;
    }
  }
}
