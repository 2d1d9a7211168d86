import { type Block, BrokenBlock, decodeBlock } from '#domain/series/block.ts';
import type { Queryable } from '#server/database/queryable.ts';
import { monthOf } from './month.ts';
import type { BlockName } from './name.ts';

/** What a block was opened to. */
interface Opened {
  readonly block: Block;
  /** The values of a column of `reading`; undefined where the block has none of it. */
  readonly column: (name: string) => Float64Array | undefined;
}

/**
 * Opened blocks are at hand as far as they take no more than this, those that were asked for last. A month of ten codes a quarter of an hour takes some
 * 300 kB, one of two codes a second 75 MB; what is larger than all is opened each time.
 */
export const MOST_OPEN_BYTES = 96 * 2 ** 20;
const open = new Map<string, Opened>();
let bytesOpen = 0;

/** What opened blocks take that are at hand. */
export const bytesAtHand = (): number => bytesOpen;

const bytesOf = ({ block: { ts, source, floats } }: Opened): number =>
  ts.byteLength + source.byteLength + floats.length * ts.byteLength;

function forget(id: string): void {
  const known = open.get(id);
  if (known && open.delete(id)) bytesOpen -= bytesOf(known);
}

function keepAtHand(id: string, opened: Opened): void {
  forget(id);
  const bytes = bytesOf(opened);
  if (bytes > MOST_OPEN_BYTES) return;
  open.set(id, opened);
  bytesOpen += bytes;
  for (const one of open.keys()) {
    if (bytesOpen <= MOST_OPEN_BYTES) break;
    forget(one);
  }
}

/** Blocks that a statement named are gone: it must be asked again. */
class BlockGone extends Error {
  override readonly name = 'BlockGone';
}

/** Gives blocks by their names, each as it is asked for. @throws BlockGone, BrokenMonth */
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
  keepAtHand(name.id, opened);
  return opened;
}

/** @throws BrokenMonth */
export function openBytes(bytes: Uint8Array, meterId: number, month: string): Opened {
  let block: Block;
  try {
    block = decodeBlock(bytes);
  } catch (error) {
    if (error instanceof BrokenBlock)
      throw new BrokenMonth(meterId, month, `: ${error.message}`, { cause: error });
    throw error;
  }
  if (block.meterId !== meterId) throw new BrokenMonth(meterId, month, ` is of meter ${block.meterId}.`);
  const columns = new Map(block.floats.map(({ name, values }) => [name, values]));
  return { block, column: (name) => columns.get(name) };
}

/** A block that is not as it was written, by the month that it is of. */
export class BrokenMonth extends BrokenBlock {
  readonly meterId: number;
  readonly month: string;

  constructor(meterId: number, month: string, why: string, options?: ErrorOptions) {
    super(`The block of meter ${meterId} and ${month}${why}`, options);
    this.meterId = meterId;
    this.month = month;
  }

  /** Whether an instant (ms) of a meter lies in that month. */
  has(meterId: number, ts: number): boolean {
    return meterId === this.meterId && monthOf(ts) === this.month;
  }
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
