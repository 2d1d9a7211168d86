import { crc16 } from './crc.ts';
import { type Parsed, fault, more } from '../parsed.ts';

/** Functions that read: 1 = coils, 2 = discrete inputs, 3 = holding, 4 = input registers. */
export type ReadFunction = 1 | 2 | 3 | 4;

/** Whether a function reads single bits. */
export const readsBits = (fn: ReadFunction): boolean => fn < 3;

/** A read of consecutive registers or bits. */
export interface RegisterRead {
  readonly unit: number;
  readonly fn: ReadFunction;
  /** From 0. */
  readonly address: number;
  /** 1 … 125. */
  readonly count: number;
}

const HEADER = 6;
/** Unit, function and 252 bytes of data are the most that a frame holds (Modbus application protocol 1.1b3). */
const LONGEST = 254;

/** Names of the exception codes (Modbus application protocol 1.1b3, section 7). */
const EXCEPTION: Readonly<Record<number, readonly [zh: string, en: string]>> = {
  1: ['不支持的功能码', 'illegal function'],
  2: ['地址不存在', 'illegal data address'],
  3: ['数据值不合法', 'illegal data value'],
  4: ['设备故障', 'device failure'],
  5: ['已受理，处理中', 'acknowledge'],
  6: ['设备忙', 'device busy'],
  8: ['存储校验错误', 'memory parity error'],
  10: ['网关路径不可用', 'gateway path unavailable'],
  11: ['网关目标设备无应答', 'gateway target did not answer'],
};

/** The code of "illegal data address". */
export const ILLEGAL_ADDRESS = 2;

/** A reply: the bytes of the registers or of the bits, eight each and the first one lowest, or an exception code of the device. */
export type RegisterReply = { readonly data: Uint8Array } | { readonly exception: number };

/** The words for an exception code. */
export function exceptionText(code: number): { zh: string; en: string } {
  const [zh, en] = EXCEPTION[code] ?? ['未知', 'unknown'];
  return { zh: `异常码 ${code}：${zh}`, en: `exception ${code}: ${en}` };
}

const pdu = ({ unit, fn, address, count }: RegisterRead): number[] => [
  unit,
  fn,
  address >> 8,
  address & 0xff,
  count >> 8,
  count & 0xff,
];

/** A request over TCP with its transaction number (0 … 65535). */
export const tcpRequest = (transaction: number, read: RegisterRead): Uint8Array =>
  Uint8Array.from([transaction >> 8, transaction & 0xff, 0, 0, 0, 6, ...pdu(read)]);

/** A request in the serial form, for servers that pass bytes on. */
export function rtuRequest(read: RegisterRead): Uint8Array {
  const body = Uint8Array.from(pdu(read));
  const crc = crc16(body);
  return Uint8Array.from([...body, crc & 0xff, crc >> 8]);
}

/** The reply to a read over TCP among the bytes received since. */
export const parseTcp = (bytes: Uint8Array, transaction: number, read: RegisterRead): Parsed<RegisterReply> =>
  parseTcpReply(bytes, transaction, (frame) => body(frame, read));

/**
 * The reply to a request over TCP among the bytes received since. Frames of other transactions are late answers of
 * earlier requests: passed over, and told as `mismatch` when no right one comes.
 * @param parse reads unit, function and data
 */
export function parseTcpReply<T>(
  bytes: Uint8Array,
  transaction: number,
  parse: (frame: Uint8Array) => Parsed<T>,
): Parsed<T> {
  let at = 0;
  let seen: 'mismatch' | undefined;
  while (bytes.length - at >= HEADER) {
    const word = (i: number): number => ((bytes[at + i] ?? 0) << 8) | (bytes[at + i + 1] ?? 0);
    const length = word(4);
    if (word(2) !== 0 || length < 3 || length > LONGEST)
      return fault('malformed', '不是 Modbus TCP 报文', 'not a Modbus TCP frame', true);
    if (bytes.length - at < HEADER + length) break;
    if (word(0) === transaction) return parse(bytes.subarray(at + HEADER, at + HEADER + length));
    seen = 'mismatch';
    at += HEADER + length;
  }
  return more(bytes.length > at ? 'malformed' : seen);
}

/** The reply to a read in serial form. */
export const parseRtu = (bytes: Uint8Array, read: RegisterRead): Parsed<RegisterReply> =>
  parseRtuReply(
    bytes,
    () => (bytes[2] ?? 0) + 5,
    (frame) => body(frame, read),
  );

/**
 * A reply in serial form. Without transaction numbers, anything unexpected leaves the stream unusable.
 * @param lengthOf bytes of a reply that is no exception @param parse reads unit, function and data
 */
export function parseRtuReply<T>(
  bytes: Uint8Array,
  lengthOf: () => number,
  parse: (frame: Uint8Array) => Parsed<T>,
): Parsed<T> {
  if (bytes.length < 5) return more(bytes.length > 0 ? 'malformed' : undefined);
  const length = ((bytes[1] ?? 0) & 0x80) !== 0 ? 5 : lengthOf();
  if (bytes.length < length) return more('malformed');
  const frame = bytes.subarray(0, length - 2);
  const crc = (bytes[length - 2] ?? 0) | ((bytes[length - 1] ?? 0) << 8);
  if (crc16(frame) !== crc) return fault('checksum', 'CRC 校验不符', 'the CRC does not match', true);
  if (bytes.length > length) return fault('malformed', '报文之后还有字节', 'bytes follow the frame', true);
  const parsed = parse(frame);
  return parsed.kind === 'fault' ? { ...parsed, broken: true } : parsed;
}

/** Unit, function, then byte count and registers, or an exception code. */
function body(frame: Uint8Array, read: RegisterRead): Parsed<RegisterReply> {
  const [unit, fn, third] = frame;
  if (unit !== read.unit) return fault('mismatch', `应答来自从站 ${unit}`, `the answer is of unit ${unit}`);
  if (fn === (read.fn | 0x80)) return { kind: 'done', value: { exception: third ?? 0 } };
  if (fn !== read.fn) return fault('mismatch', `应答的功能码为 ${fn}`, `the answer is of function ${fn}`);
  const bits = readsBits(read.fn);
  const bytes = bits ? Math.ceil(read.count / 8) : read.count * 2;
  if (third !== bytes || frame.length !== 3 + bytes)
    return fault(
      'malformed',
      `应为 ${read.count} 个${bits ? '位' : '寄存器'}，收到 ${frame.length - 3} 字节`,
      `${read.count} ${bits ? 'bits' : 'registers'} were asked, ${frame.length - 3} bytes came`,
    );
  return { kind: 'done', value: { data: frame.slice(3) } };
}
