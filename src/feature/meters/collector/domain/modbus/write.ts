import { crc16 } from './crc.ts';
import { type Parsed, fault } from '../parsed.ts';
import { parseRtuReply, parseTcpReply } from './frame.ts';

/** Functions that write: 5 = one coil, 6 = one register, 15 = coils, 16 = registers. */
export type WriteFunction = 5 | 6 | 15 | 16;

/** A write of a coil or of registers. */
export interface RegisterWrite {
  readonly unit: number;
  readonly fn: WriteFunction;
  /** From 0. */
  readonly address: number;
  /** Registers of functions 6 (one) and 16; of coils one number, 0 = off, anything else = on. */
  readonly words: readonly number[];
}

/** What the device said to a write: done, or an exception code. */
export type WriteReply = { readonly done: true } | { readonly exception: number };

/** Coils on and off (Modbus application protocol 1.1b3, 6.5). */
const ON = 0xff00;

const word = (value: number): [number, number] => [(value >> 8) & 0xff, value & 0xff];

/** Unit, function and data of a request (Modbus application protocol 1.1b3, 6.5, 6.6, 6.11, 6.12). */
function body({ unit, fn, address, words }: RegisterWrite): number[] {
  const [first = 0] = words;
  const head = [unit, fn, ...word(address)];
  switch (fn) {
    case 5:
      return [...head, ...word(first === 0 ? 0 : ON)];
    case 6:
      return [...head, ...word(first)];
    case 15:
      return [...head, ...word(1), 1, first === 0 ? 0 : 1];
    case 16:
      return [...head, ...word(words.length), words.length * 2, ...words.flatMap(word)];
  }
}

/** A write over TCP with its transaction number (0 … 65535). */
export function tcpWrite(transaction: number, write: RegisterWrite): Uint8Array {
  const data = body(write);
  return Uint8Array.from([...word(transaction), 0, 0, ...word(data.length), ...data]);
}

/** A write in the serial form. */
export function rtuWrite(write: RegisterWrite): Uint8Array {
  const data = Uint8Array.from(body(write));
  const crc = crc16(data);
  return Uint8Array.from([...data, crc & 0xff, crc >> 8]);
}

/** The answer to a write over TCP among the bytes received since. */
export const parseTcpWrite = (
  bytes: Uint8Array,
  transaction: number,
  write: RegisterWrite,
): Parsed<WriteReply> => parseTcpReply(bytes, transaction, (frame) => echo(frame, write));

/** The answer to a write in serial form: 8 bytes, or 5 of an exception. */
export const parseRtuWrite = (bytes: Uint8Array, write: RegisterWrite): Parsed<WriteReply> =>
  parseRtuReply(
    bytes,
    () => 8,
    (frame) => echo(frame, write),
  );

/** A device repeats unit, function, address and value (or count): anything else is no answer to this write. */
function echo(frame: Uint8Array, write: RegisterWrite): Parsed<WriteReply> {
  const [unit, fn, third] = frame;
  if (unit !== write.unit) return fault('mismatch', `应答来自从站 ${unit}`, `the answer is of unit ${unit}`);
  if (fn === (write.fn | 0x80) && frame.length === 3)
    return { kind: 'done', value: { exception: third ?? 0 } };
  const expected = body(write).slice(0, 6);
  if (frame.length !== 6 || expected.some((byte, i) => frame[i] !== byte))
    return fault('mismatch', '应答与写命令不符', 'the answer does not repeat the write');
  return { kind: 'done', value: { done: true } };
}
