import { BitReader, BitWriter } from './bits.ts';
import { crc32c } from './crc32c.ts';
import { putFloats, takeFloats } from './floats.ts';
import { putRelated, takeRelated } from './related.ts';
import { MOST_WHOLE, putWholes, takeWholes } from './wholes.ts';

/** Values of one data code; NaN = nothing came of it in that row. */
interface FloatColumn {
  readonly name: string;
  readonly values: Float64Array;
}

/** Whole numbers of 64 bits, such as millionths or flags; `has` is 0 where there is none. */
interface WholeColumn {
  readonly name: string;
  readonly values: BigInt64Array;
  readonly has: Uint8Array;
}

/** Rows of one meter side by side, in the order of `ts` and `source`. */
export interface Block {
  readonly meterId: number;
  /** ms since 1970, whole. */
  readonly ts: Float64Array;
  /** 0 the device, else `data_source.id`. */
  readonly source: Int32Array;
  readonly floats: readonly FloatColumn[];
  readonly wholes: readonly WholeColumn[];
}

/** Bytes that are no block, or not as it was written. */
export class BrokenBlock extends Error {
  override readonly name = 'BrokenBlock';
}

/** How blocks are written; one that is read with another is refused. */
const FORM = 1;
/** Form, length; behind the columns the checksum. */
const HEAD_BYTES = 5;
const CHECK_BYTES = 4;
const MOST_NAME = 63;

/**
 * A block as bytes, the same for the same rows. Every value is read back bit for bit.
 * @throws RangeError for rows that are no block: columns of another length, stamps that are not whole or beyond the year 37,000, a name that is not of up
 * to 63 letters of ASCII
 */
export function encodeBlock({ meterId, ts, source, floats, wholes }: Block): Uint8Array {
  const n = ts.length;
  if (source.length !== n || [...floats, ...wholes].some(({ values }) => values.length !== n))
    throw new RangeError('Columns of a block have one length.');
  if (!ts.every((at) => Number.isInteger(at) && Math.abs(at) <= MOST_WHOLE))
    throw new RangeError('Stamps of a block are whole milliseconds.');
  const out = new BitWriter();
  out.number(meterId);
  out.number(n);
  putWholes(out, ts.map((at) => at + 0)); // prettier-ignore
  putRuns(out, source);
  out.number(floats.length);
  for (const { name, values } of floats) {
    putName(out, name);
    const { has, some } = thereOf(values);
    putRuns(out, has);
    putFloats(out, some);
  }
  out.number(wholes.length);
  const earlier: Known[] = [];
  for (const { name, values, has } of wholes) {
    putName(out, name);
    putRuns(out, has);
    const list = values.filter((_, i) => has[i] === 1);
    const beside = earlier.map((one) => (isSame(one.has, has) ? one.list : null));
    earlier.push({ has, list: putLongs(out, list, beside) });
  }
  return sealed(out.bytes());
}

/** Where a column has numbers, and these one after the other. */
function thereOf(values: Float64Array): { readonly has: Uint8Array; readonly some: Float64Array } {
  const has = new Uint8Array(values.length);
  const some = new Float64Array(values.length);
  let n = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (Number.isNaN(value)) continue;
    has[i] = 1;
    some[n++] = value;
  }
  return { has, some: some.subarray(0, n) };
}

function sealed(body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES + body.length + CHECK_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, FORM);
  view.setUint32(1, bytes.length);
  bytes.set(body, HEAD_BYTES);
  view.setUint32(bytes.length - CHECK_BYTES, crc32c(bytes.subarray(0, -CHECK_BYTES)));
  return bytes;
}

/** The rows of a block. @throws BrokenBlock where a bit of it is not as it was written */
export function decodeBlock(bytes: Uint8Array): Block {
  const body = opened(bytes);
  try {
    return blockOf(new BitReader(body));
  } catch (error) {
    if (error instanceof RangeError) throw new BrokenBlock(error.message, { cause: error });
    throw error;
  }
}

/** What stands between head and checksum, both of which are checked. */
function opened(bytes: Uint8Array): Uint8Array {
  if (bytes.length < HEAD_BYTES + CHECK_BYTES) throw new BrokenBlock('A block is cut off.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint32(bytes.length - CHECK_BYTES) !== crc32c(bytes.subarray(0, -CHECK_BYTES)))
    throw new BrokenBlock('A block does not agree with its checksum.');
  if (view.getUint8(0) !== FORM) throw new BrokenBlock(`A block is of the unknown form ${view.getUint8(0)}.`);
  if (view.getUint32(1) !== bytes.length) throw new BrokenBlock('A block is of another length than it says.');
  return bytes.subarray(HEAD_BYTES, -CHECK_BYTES);
}

function blockOf(from: BitReader): Block {
  const meterId = from.number();
  const n = from.number();
  const ts = takeWholes(from, n);
  const source = Int32Array.from(takeRuns(from, n));
  const floats = Array.from({ length: from.number() }, (): FloatColumn => {
    const name = takeName(from);
    const has = takeRuns(from, n);
    return { name, values: spread(takeFloats(from, countOf(has)), has, new Float64Array(n).fill(NaN)) };
  });
  const earlier: (Float64Array | null)[] = [];
  const wholes = Array.from({ length: from.number() }, (): WholeColumn => {
    const name = takeName(from);
    const has = Uint8Array.from(takeRuns(from, n));
    const { list, small } = takeLongs(from, countOf(has), earlier);
    earlier.push(small);
    return { name, has, values: spread(list, has, new BigInt64Array(n)) };
  });
  return { meterId, ts, source, floats, wholes };
}

const countOf = (has: ArrayLike<number>): number => {
  let n = 0;
  for (let i = 0; i < has.length; i++) if (has[i] === 1) n++;
  return n;
};

/** Puts the numbers there are into the places that have one. */
function spread<Column extends Float64Array | BigInt64Array>(
  some: Column,
  has: ArrayLike<number>,
  all: Column,
): Column {
  for (let i = 0, at = 0; i < has.length; i++) if (has[i] === 1) all[i] = some[at++] as number & bigint;
  return all;
}

/** Numbers of which neighbours are mostly the same: how many runs, how long each is, and its number. */
function putRuns(out: BitWriter, list: ArrayLike<number>): void {
  const values: number[] = [];
  const lengths: number[] = [];
  for (let i = 0; i < list.length; i++) {
    if (i > 0 && list[i] === list[i - 1]) (lengths[lengths.length - 1] as number)++;
    else {
      values.push(list[i] as number);
      lengths.push(1);
    }
  }
  out.number(values.length);
  putWholes(out, Float64Array.from(values));
  // The last one reaches to the end.
  putWholes(out, Float64Array.from(lengths.slice(0, -1)));
}

function takeRuns(from: BitReader, n: number): Float64Array {
  const list = new Float64Array(n);
  const runs = from.number();
  if (runs > n) throw new RangeError('A block has more runs than rows.');
  const values = takeWholes(from, runs);
  const lengths = takeWholes(from, Math.max(0, runs - 1));
  let at = 0;
  values.forEach((value, run) => {
    const end = run < runs - 1 ? at + (lengths[run] as number) : n;
    list.fill(value, at, end);
    at = end;
  });
  return list;
}

/** A column that was written: where it has numbers, and these where all of them are small. */
interface Known {
  readonly has: Uint8Array;
  readonly list: Float64Array | null;
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.every((value, i) => value === b[i]);

/** Numbers of 64 bits, as wholes where all of them are small enough. @returns those wholes */
function putLongs(
  out: BitWriter,
  list: BigInt64Array,
  earlier: readonly (Float64Array | null)[],
): Float64Array | null {
  const small = list.every((value) => value <= BigInt(MOST_WHOLE) && value >= BigInt(-MOST_WHOLE));
  out.put(small ? 1 : 0, 1);
  if (!small) {
    for (const word of new Uint32Array(list.slice().buffer)) out.put(word, 32);
    return null;
  }
  const wholes = Float64Array.from(list, Number);
  putRelated(out, wholes, earlier);
  return wholes;
}

function takeLongs(
  from: BitReader,
  n: number,
  earlier: readonly (Float64Array | null)[],
): { list: BigInt64Array; small: Float64Array | null } {
  if (from.take(1) === 1) {
    const small = takeRelated(from, n, earlier);
    return { list: BigInt64Array.from(Array.from(small, BigInt)), small };
  }
  const words = Uint32Array.from({ length: n * 2 }, () => from.take(32));
  return { list: new BigInt64Array(words.buffer), small: null };
}

function putName(out: BitWriter, name: string): void {
  if (name.length > MOST_NAME) throw new RangeError(`${name} is no name of a column of a block.`);
  out.put(name.length, 6);
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    if (code > 127) throw new RangeError(`${name} is no name of a column of a block.`);
    out.put(code, 7);
  }
}

const takeName = (from: BitReader): string =>
  String.fromCharCode(...Array.from({ length: from.take(6) }, () => from.take(7)));
