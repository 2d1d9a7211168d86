import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';

/** Bytes of a data identifier (hexadecimal, the highest byte first), the lowest first; undefined = the meter has none. */
export type MeterData = (identifier: string) => readonly number[] | undefined;

/** What a simulated meter does wrong. */
export type LineFault = 'silent' | 'checksum' | 'cut' | 'other' | 'garbage';

const SHIFT = 0x33;
const NO_DATA = 0x02;
/** Control code of orders to relays; the status word in which their position stands. */
const ORDER = 0x1c;
const STATUS_WORD_3 = '04000503';
const TRIP = 0x1a;
const PERMIT = 0x1b;
const CLOSE = 0x1c;
const ERROR = { other: 0x01, noData: 0x02, password: 0x04 } as const;

/** What the relay of a simulated meter does wrong when it is told. */
export type MeterRelayFault =
  /** It neither answers nor moves. */
  | 'silent'
  /** It moves and does not answer. */
  | 'mute'
  /** It answers and does not move. */
  | 'stuck'
  /** It answers "other error". */
  | 'refuse';

/** The relay of a simulated meter. */
export interface MeterRelay {
  closed: boolean;
  readonly level: number;
  /** Six digits. */
  readonly password: string;
  fault?: MeterRelayFault;
  /** Somebody must press its key: "permit" alone does not close it. */
  permitted: boolean;
  /** Orders that arrived, as `command/operator`, whatever came of them. */
  readonly orders: string[];
}

/** Simulated DL/T 645 meters on one line behind a TCP port of this machine. */
export class Dlt645Server {
  /** By address, twelve digits. */
  readonly meters: Map<string, MeterData>;
  readonly faults = new Map<string, LineFault>();
  /** Meters that put only so many bytes of an item into a frame. */
  readonly split = new Map<string, number>();
  /** Relays by address; status word 3 tells them. */
  readonly relays = new Map<string, MeterRelay>();
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(meters: Map<string, MeterData>) {
    this.meters = meters;
    this.#server = createServer({ noDelay: true }, (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => {});
      let waiting = Buffer.alloc(0);
      socket.on('data', (bytes) => {
        waiting = Buffer.concat([waiting, bytes]);
        const start = waiting.indexOf(0x68);
        if (start < 0 || waiting.length < start + 12) return;
        const end = start + 12 + waiting.readUInt8(start + 9);
        if (waiting.length < end) return;
        this.#answer(socket, waiting.subarray(start, end));
        waiting = waiting.subarray(end);
      });
    });
  }

  static async listen(meters: Map<string, MeterData>, port = 0): Promise<Dlt645Server> {
    const server = new Dlt645Server(meters);
    await new Promise<void>((resolve, reject) => {
      server.#server.once('error', reject);
      server.#server.listen(port, '127.0.0.1', resolve);
    });
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #answer(socket: Socket, frame: Buffer): void {
    const query = Buffer.from(frame.subarray(1, 7)).reverse().toString('hex').toUpperCase();
    const address = /^A+$/.test(query) ? [...this.meters.keys()][0] : query;
    const meter = address === undefined ? undefined : this.meters.get(address);
    const fault = this.faults.get(address ?? '');
    if (address === undefined || !meter || fault === 'silent') return;
    const control = frame.readUInt8(8);
    const relay = this.relays.get(address);
    if (control === ORDER)
      return order(relay, frame, (code, data) => socket.write(framed(address, code, data)));
    const asksOn = (control & 0x03) === 0x02;
    const sent = Array.from(frame.subarray(10, -2), (byte) => (byte - SHIFT) & 0xff);
    const width = control & 0x10 ? 4 : 2;
    const identifier = sent.slice(0, width);
    const name = identifier.toReversed().map((byte) => byte.toString(16).padStart(2, '0'));
    const asked = name.join('').toUpperCase();
    const whole = relay && asked === STATUS_WORD_3 ? [relay.closed ? 0 : 0x10, 0] : meter(asked);
    const most = this.split.get(address) ?? Infinity;
    // Meters of 1997 do not number what follows: these have one more part only.
    const part = asksOn ? (sent[width] ?? 1) : 0;
    const from = part === 0 ? 0 : part * most;
    const data = whole && [...whole.slice(from, from + most), ...(asksOn && width === 4 ? [part] : [])];
    const follows = whole && from + most < whole.length ? 0x20 : 0;
    const reply = framed(
      fault === 'other' ? '999999999999' : address,
      control | (data ? 0x80 : 0xc0) | follows,
      data ? [...identifier, ...data] : [NO_DATA],
    );
    if (fault === 'garbage') socket.write(Buffer.from([0x68, 0x01, 0x68, 0xff, 0x00, 0x16]));
    else if (fault === 'cut') socket.write(reply.subarray(0, 9), () => socket.destroy());
    else {
      if (fault === 'checksum')
        reply.writeUInt8((reply.readUInt8(reply.length - 2) + 1) & 0xff, reply.length - 2);
      // Noise of the line and wake bytes come before, and the frame in two pieces.
      socket.write(Buffer.concat([Buffer.from([0x00, 0x68, 0x12, 0xfe, 0xfe]), reply.subarray(0, 7)]));
      setTimeout(() => socket.write(reply.subarray(7)), 5);
    }
  }
}

/** Takes an order to a relay: level and password are checked, the time it holds for, then it moves. */
function order(
  relay: MeterRelay | undefined,
  frame: Buffer,
  reply: (control: number, data: readonly number[]) => void,
): void {
  const data = Array.from(frame.subarray(10, -2), (byte) => (byte - SHIFT) & 0xff);
  const refuse = (error: number): void => reply(0xdc, [error]);
  const digitsOf = (from: number, to: number): string =>
    data.slice(from, to).toReversed().map((byte) => byte.toString(16).padStart(2, '0')).join(''); // prettier-ignore
  if (!relay || data.length !== 16) return refuse(ERROR.noData);
  const command = data[8] ?? 0;
  relay.orders.push(`${command.toString(16)}/${digitsOf(4, 8)}`);
  if (relay.fault === 'silent') return;
  if (data[0] !== relay.level || digitsOf(1, 4) !== relay.password) return refuse(ERROR.password);
  // Year, month, day, hour, minute and second until which it may be obeyed.
  if (!/^\d{12}$/.test(digitsOf(10, 16)) || relay.fault === 'refuse') return refuse(ERROR.other);
  if (relay.fault !== 'stuck') {
    if (command === PERMIT) relay.permitted = true;
    if (command === TRIP || command === CLOSE) relay.closed = command === CLOSE;
  }
  if (relay.fault !== 'mute') reply(0x9c, []);
}

function framed(address: string, control: number, data: readonly number[]): Buffer {
  const digits = Buffer.from(address.padStart(12, '0'), 'hex').reverse();
  const shifted = data.map((byte) => (byte + SHIFT) & 0xff);
  const body = Buffer.from([0x68, ...digits, 0x68, control, data.length, ...shifted]);
  return Buffer.from([...body, body.reduce((sum, byte) => sum + byte, 0) & 0xff, 0x16]);
}

/** Digits of a number, two in a byte, the lowest first. */
export function digits(value: number, bytes: number, decimals: number): number[] {
  const text = String(Math.round(value * 10 ** decimals)).padStart(bytes * 2, '0');
  return Array.from({ length: bytes }, (_, i) =>
    Number.parseInt(text.slice(text.length - 2 - i * 2, text.length - i * 2), 16),
  );
}
