import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { crc16Of } from './modbusServer.ts';

/** What a simulated output does wrong when it is written. */
export type RelayFault =
  | 'ok'
  /** It answers after `slowMs`. */
  | 'slow'
  /** It neither answers nor moves. */
  | 'silent'
  /** It answers and does not move. */
  | 'stuck'
  /** It moves and does not answer. */
  | 'mute'
  /** It answers, moves, and springs back. */
  | 'bounce'
  /** It answers "device failure", and does not move. */
  | 'refuse'
  /** It moves, and answers "device failure". */
  | 'fails'
  /** It moves, its answer is lost, and the gateway before it tells so. */
  | 'lost'
  /** It answers "accepted, in progress", and moves a moment later. */
  | 'later'
  /** It answers, but of another place. */
  | 'stray';

export interface RelayBoxOptions {
  readonly port?: number;
  /** Serial form, as servers do that pass bytes on. */
  readonly rtu?: boolean;
  readonly slowMs?: number;
  readonly bounceMs?: number;
  /** What is wrong with an address now, beside `faults`. */
  readonly faultOf?: (address: number) => RelayFault | undefined;
  /** Tells of every write that arrives. */
  readonly onWrite?: (write: string) => void;
  /** Tells of every coil that moves, whoever moved it. */
  readonly onMove?: (address: number, on: boolean) => void;
}

const EXCEPTION = { function: 1, address: 2, value: 3, failure: 4, accepted: 5, noAnswer: 11 } as const;

/**
 * A simulated relay box: coils and registers that can be written (functions 5, 6, 15, 16) and read (1 to 4). It counts the
 * writes that arrive, whatever comes of them.
 */
export class RelayUnit {
  /** Contents by address; what is not there is refused. */
  readonly coils: Map<number, number>;
  readonly registers: Map<number, number>;
  /** What goes wrong by address of the write. */
  readonly faults = new Map<number, RelayFault>();
  /** Writes as `unit/fn/address=words`, in their order. */
  readonly writes: string[] = [];
  /** Nothing is answered at all, as if the box were off. */
  off = false;
  readonly #options: RelayBoxOptions;

  constructor(coils: readonly number[], registers: readonly number[], options: RelayBoxOptions = {}) {
    this.coils = new Map(coils.map((address) => [address, 0]));
    this.registers = new Map(registers.map((address) => [address, 0]));
    this.#options = options;
  }

  /** Writes that arrived at an address. */
  writesTo(address: number): number {
    return this.writes.filter((one) => one.split('/')[2]?.split('=')[0] === String(address)).length;
  }

  /** Takes a request (unit, function and data) and answers it as its fault wants. */
  take(request: Buffer, reply: (body: Buffer, afterMs?: number) => void): void {
    if (request.readUInt8(1) >= 5) this.#write(request, reply);
    else if (!this.off) reply(this.#read(request));
  }

  #read(request: Buffer): Buffer {
    const [unit, fn] = [request.readUInt8(0), request.readUInt8(1)];
    const [address, count] = [request.readUInt16BE(2), request.readUInt16BE(4)];
    if (fn < 1 || fn > 4) return Buffer.from([unit, fn | 0x80, EXCEPTION.function]);
    const bits = fn < 3;
    const values = Array.from({ length: count }, (_, i) =>
      (bits ? this.coils : this.registers).get(address + i),
    );
    if (values.includes(undefined)) return Buffer.from([unit, fn | 0x80, EXCEPTION.address]);
    const bytes = bits ? Math.ceil(count / 8) : count * 2;
    const data = Buffer.alloc(3 + bytes);
    data.set([unit, fn, bytes]);
    for (const [i, value = 0] of values.entries())
      if (!bits) data.writeUInt16BE(value, 3 + i * 2);
      else if (value !== 0) data[3 + (i >> 3)] = (data[3 + (i >> 3)] ?? 0) | (1 << (i & 7));
    return data;
  }

  #write(request: Buffer, reply: (body: Buffer, after?: number) => void): void {
    const [unit, fn, address] = [request.readUInt8(0), request.readUInt8(1), request.readUInt16BE(2)];
    const words = wordsOf(request, fn);
    const write = `${unit}/${fn}/${address}=${words.join(' ')}`;
    this.writes.push(write);
    this.#options.onWrite?.(write);
    const store = fn === 5 || fn === 15 ? this.coils : this.registers;
    const refuse = (code: number): void => reply(Buffer.from([unit, fn | 0x80, code]));
    if (this.off) return;
    if (words.length === 0) return refuse(EXCEPTION.function);
    if (!words.every((_, i) => store.has(address + i))) return refuse(EXCEPTION.address);
    const fault = this.faults.get(address) ?? this.#options.faultOf?.(address) ?? 'ok';
    const before = words.map((_, i) => store.get(address + i) ?? 0);
    const put = (values: readonly number[]): void => {
      for (const [i, value] of values.entries()) {
        const moves = store.get(address + i) !== value;
        store.set(address + i, value);
        if (moves && store === this.coils) this.#options.onMove?.(address + i, value !== 0);
      }
    };
    if (fault === 'silent') return;
    if (fault === 'refuse') return refuse(EXCEPTION.failure);
    const soon = (values: readonly number[]): void =>
      void setTimeout(() => put(values), this.#options.bounceMs ?? 600).unref();
    if (fault === 'later') {
      soon(words);
      return refuse(EXCEPTION.accepted);
    }
    if (fault !== 'stuck') put(words);
    if (fault === 'bounce') soon(before);
    if (fault === 'lost') return refuse(EXCEPTION.noAnswer);
    if (fault === 'fails') return refuse(EXCEPTION.failure);
    if (fault === 'mute') return;
    const echo = Buffer.from(request.subarray(0, 6));
    if (fault === 'stray') echo.writeUInt16BE((address + 1) & 0xffff, 2);
    reply(echo, fault === 'slow' ? (this.#options.slowMs ?? 1200) : 0);
  }
}

/** A relay box behind a TCP port of its own on this machine. */
export class RelayBox extends RelayUnit {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #rtu: boolean;

  private constructor(coils: readonly number[], registers: readonly number[], options: RelayBoxOptions) {
    super(coils, registers, options);
    this.#rtu = options.rtu ?? false;
    this.#server = createServer({ noDelay: true }, (socket) => this.#serve(socket));
  }

  /** Begins to listen on loopback; port 0 = any free one. */
  static async listen(
    coils: readonly number[],
    registers: readonly number[],
    options: RelayBoxOptions = {},
  ): Promise<RelayBox> {
    const box = new RelayBox(coils, registers, options);
    await new Promise<void>((resolve, reject) => {
      box.#server.once('error', reject);
      box.#server.listen(options.port ?? 0, '127.0.0.1', resolve);
    });
    return box;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => {});
    const head = this.#rtu ? 0 : 6;
    let waiting = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      waiting = Buffer.concat([waiting, bytes]);
      for (;;) {
        const length = this.#lengthOf(waiting);
        if (length === null || waiting.length < length) return;
        const end = this.#rtu ? length - 2 : length;
        this.#answer(
          socket,
          Buffer.from(waiting.subarray(0, head)),
          Buffer.from(waiting.subarray(head, end)),
        );
        waiting = waiting.subarray(length);
      }
    });
  }

  /** Bytes of the frame that begins; null = not known yet. */
  #lengthOf(bytes: Buffer): number | null {
    if (!this.#rtu) return bytes.length < 6 ? null : 6 + bytes.readUInt16BE(4);
    if (bytes.length < 7) return null;
    const fn = bytes.readUInt8(1);
    return fn === 15 || fn === 16 ? 9 + bytes.readUInt8(6) : 8;
  }

  #answer(socket: Socket, head: Buffer, request: Buffer): void {
    this.take(request, (body, after = 0) => {
      const send = (): void => void socket.write(this.#framed(head, body));
      if (after === 0) send();
      else setTimeout(send, after).unref();
    });
  }

  #framed(head: Buffer, body: Buffer): Buffer {
    if (this.#rtu) {
      const tail = Buffer.alloc(2);
      tail.writeUInt16LE(crc16Of(body));
      return Buffer.concat([body, tail]);
    }
    const front = Buffer.from(head);
    front.writeUInt16BE(body.length, 4);
    return Buffer.concat([front, body]);
  }
}

/** The words, or bits, that a write carries; none for a function that is not known. */
function wordsOf(request: Buffer, fn: number): number[] {
  if (fn === 5) return [request.readUInt16BE(4) === 0xff00 ? 1 : 0];
  if (fn === 6) return [request.readUInt16BE(4)];
  const count = fn === 15 || fn === 16 ? request.readUInt16BE(4) : 0;
  return Array.from({ length: count }, (_, i) =>
    fn === 15 ? (request.readUInt8(7 + (i >> 3)) >> (i & 7)) & 1 : request.readUInt16BE(7 + i * 2),
  );
}
