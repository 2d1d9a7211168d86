import type { LocalTime } from '#domain/time/zone.ts';
import { hex, type Parsed, more } from '../parsed.ts';
import { encodeFrame, findFrames } from './frame.ts';

/** Control code of "trip, close, warn, keep" (DL/T 645-2007, 7.2.11); the answers to it. */
const CONTROL = 0x1c;
const DONE = 0x9c;
const REFUSED = 0xdc;
const WAKE = [0xfe, 0xfe, 0xfe, 0xfe];
/** Where the password stands in the bytes of a request: behind wake bytes, head and level. */
const PASSWORD_AT = WAKE.length + 10 + 1;

/** What a relay is told: trip, permit to close (somebody presses the key), close. */
const RELAY_COMMANDS = { trip: 0x1a, permit: 0x1b, close: 0x1c } as const;
export type RelayCommand = keyof typeof RELAY_COMMANDS;

/** Status word 3 of the meter, in which the position of its relay stands. */
export const STATUS_WORD_3 = '04000503';
const RELAY_BIT = 0x10;

/** A command to the relay of a meter. */
export interface RelayOrder {
  /** Twelve digits. */
  readonly address: string;
  readonly command: RelayCommand;
  /** Level of the password, 0 to 9, and its six digits. */
  readonly level: number;
  readonly password: string;
  /** Eight digits. */
  readonly operatorCode: string;
  /** Until when the meter may obey, by the clock of where it hangs. */
  readonly until: LocalTime;
}

const bcd = (value: number): number => Number.parseInt(String(value % 100).padStart(2, '0'), 16);

/** The digits of a text, two a byte, the lowest first. */
const lowFirst = (digits: string): number[] =>
  (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)).toReversed();

/** The bytes of an order, after four wake bytes. */
export function relayRequest({
  address,
  command,
  level,
  password,
  operatorCode,
  until,
}: RelayOrder): Uint8Array {
  const { year, month, day, hour, minute, second } = until;
  const data = [
    bcd(level),
    ...lowFirst(password),
    ...lowFirst(operatorCode),
    RELAY_COMMANDS[command],
    0,
    ...[second, minute, hour, day, month, year].map(bcd),
  ];
  return Uint8Array.from([
    ...WAKE,
    ...encodeFrame({ address, control: CONTROL, data: Uint8Array.from(data) }),
  ]);
}

/** The bytes of an order as they may be kept: neither the password nor the checksum that tells of it. */
export const shownOrder = (bytes: Uint8Array): string =>
  hex(bytes)
    .split(' ')
    .map((byte, i) => ((i >= PASSWORD_AT && i < PASSWORD_AT + 3) || i === bytes.length - 2 ? '**' : byte))
    .join(' ');

/** What a meter said to an order: it obeys, or why not. */
export type RelayReply =
  { readonly done: true } | { readonly done: false; readonly detail: { zh: string; en: string } };

const REASONS: readonly (readonly [bit: number, zh: string, en: string])[] = [
  [0x04, '密码错或未授权', 'password wrong or no right'],
  [0x02, '无请求数据', 'no such data'],
  [0x01, '其他错误', 'other error'],
];

/** The answer to an order among the bytes received since; frames of other meters and codes are passed over. */
export function parseRelayReply(bytes: Uint8Array, address: string): Parsed<RelayReply> {
  const { frames, seen } = findFrames(bytes);
  const wanted = address.padStart(12, '0');
  let other = false;
  for (const frame of frames) {
    // Serial servers may echo the request.
    if ((frame.control & 0x80) === 0) continue;
    if (frame.address !== wanted || (frame.control !== DONE && frame.control !== REFUSED)) other = true;
    else if (frame.control === DONE) return { kind: 'done', value: { done: true } };
    else {
      const error = frame.data[0] ?? 0;
      const [, zh, en] = REASONS.find(([bit]) => (error & bit) !== 0) ?? [0, '未知', 'unknown'];
      return {
        kind: 'done',
        value: { done: false, detail: { zh: `表计拒绝：${zh}`, en: `the meter refuses: ${en}` } },
      };
    }
  }
  return more(other ? 'mismatch' : seen);
}

/** The position in status word 3: 1 closed, 0 open; null where bytes are missing. */
export const relayPosition = (data: Uint8Array): 0 | 1 | null =>
  data.length < 2 ? null : ((data[0] ?? 0) & RELAY_BIT) === 0 ? 1 : 0;
