import type { RelayUnit } from './relayBox.ts';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';

/** What stands in a register or a bit; undefined = the device has none there, silent = it does not answer. */
export type Registers = (address: number, fn: 1 | 2 | 3 | 4) => number | 'silent' | undefined;

/** What a simulated unit does wrong. */
export type DeviceFault =
  /** It does not answer. */
  | 'silent'
  /** It answers "device failure". */
  | 'exception'
  /** It answers after `slowMs`. */
  | 'slow'
  /** The connection is cut in the middle of the answer. */
  | 'cut'
  /** It answers under another transaction number. */
  | 'transaction'
  /** It sends half of the answer and stops. */
  | 'short'
  /** It answers with bytes that are no Modbus. */
  | 'garbage'
  /** A bit of the answer is turned over. */
  | 'noise';

export interface ModbusOptions {
  readonly port?: number;
  /** Serial form, as servers do that pass bytes on. */
  readonly rtu?: boolean;
  readonly slowMs?: number;
}

const READ_BYTES = 6;

/** Simulated Modbus units behind one TCP port of this machine, with faults to switch on and off. */
export class ModbusServer {
  readonly units: Map<number, Registers>;
  readonly faults = new Map<number, DeviceFault>();
  /** Units whose outputs can be written. */
  readonly boxes = new Map<number, RelayUnit>();
  /** Reads that were asked, as `unit/fn/address+count`. */
  readonly asked: string[] = [];
  /** Connections that were opened. */
  connections = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #options: ModbusOptions;

  private constructor(units: Map<number, Registers>, options: ModbusOptions) {
    this.units = units;
    this.#options = options;
    this.#server = createServer({ noDelay: true }, (socket) => this.#serve(socket));
  }

  /** Begins to listen on loopback; port 0 = any free one. */
  static async listen(units: Map<number, Registers>, options: ModbusOptions = {}): Promise<ModbusServer> {
    const server = new ModbusServer(units, options);
    await new Promise<void>((resolve, reject) => {
      server.#server.once('error', reject);
      server.#server.listen(options.port ?? 0, '127.0.0.1', resolve);
    });
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Cuts every connection, as a device does that starts again. */
  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.cutAll();
    await closed;
  }

  #serve(socket: Socket): void {
    this.connections++;
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => {});
    const head = this.#options.rtu ? 0 : 6;
    const whole = head + READ_BYTES + (this.#options.rtu ? 2 : 0);
    let waiting = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      waiting = Buffer.concat([waiting, bytes]);
      while (waiting.length >= whole) {
        const box = this.#options.rtu ? undefined : this.boxes.get(waiting.readUInt8(6));
        if (box) {
          const length = 6 + waiting.readUInt16BE(4);
          if (waiting.length < length) return;
          const front = Buffer.from(waiting.subarray(0, head));
          box.take(Buffer.from(waiting.subarray(head, length)), (body, after = 0) => {
            const send = (): void => void socket.write(this.#framed(front, body));
            if (after === 0) send();
            else setTimeout(send, after).unref();
          });
          waiting = waiting.subarray(length);
          continue;
        }
        this.#answer(socket, waiting.subarray(0, head), waiting.subarray(head, head + READ_BYTES));
        waiting = waiting.subarray(whole);
      }
    });
  }

  #answer(socket: Socket, head: Buffer, request: Buffer): void {
    const unit = request.readUInt8(0);
    const fn = request.readUInt8(1);
    const [address, count] = [request.readUInt16BE(2), request.readUInt16BE(4)];
    if (this.asked.push(`${unit}/${fn}/${address}+${count}`) > 1000) this.asked.shift();
    const fault = this.faults.get(unit);
    const registers = this.units.get(unit);
    // On a serial line nobody answers for a unit that is not there.
    if (!registers || fault === 'silent') return;
    const exception = (code: number): Buffer => Buffer.from([unit, fn | 0x80, code]);
    const body = (): Buffer | null => {
      if (fault === 'exception') return exception(4);
      if (fn !== 1 && fn !== 2 && fn !== 3 && fn !== 4) return exception(1);
      const bits = fn < 3;
      if (count < 1 || count > (bits ? 2000 : 125)) return exception(3);
      const bytes = bits ? Math.ceil(count / 8) : count * 2;
      const data = Buffer.alloc(3 + bytes);
      data.set([unit, fn, bytes]);
      for (let i = 0; i < count; i++) {
        const value = registers(address + i, fn);
        if (value === undefined) return exception(2);
        if (value === 'silent') return null;
        if (!bits) data.writeUInt16BE(value & 0xffff, 3 + i * 2);
        else if (value !== 0) data[3 + (i >> 3)] = (data[3 + (i >> 3)] ?? 0) | (1 << (i & 7));
      }
      return data;
    };
    const answer = body();
    if (!answer) return;
    const reply = this.#framed(head, answer);
    if (fault === 'garbage') socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');
    else if (fault === 'short') socket.write(reply.subarray(0, reply.length - 2));
    else if (fault === 'cut') {
      socket.write(reply.subarray(0, reply.length - 2), () => socket.destroy());
    } else if (fault === 'transaction') {
      reply.writeUInt16BE((reply.readUInt16BE(0) + 1) & 0xffff, 0);
      socket.write(reply);
    } else if (fault === 'noise') {
      reply.writeUInt8(reply.readUInt8(reply.length - 3) ^ 4, reply.length - 3);
      socket.write(reply);
    } else if (fault === 'slow') setTimeout(() => socket.write(reply), this.#options.slowMs ?? 1000).unref();
    else socket.write(reply);
  }

  #framed(head: Buffer, body: Buffer): Buffer {
    if (this.#options.rtu) {
      const tail = Buffer.alloc(2);
      tail.writeUInt16LE(crc16Of(body));
      return Buffer.concat([body, tail]);
    }
    const front = Buffer.from(head);
    front.writeUInt16BE(body.length, 4);
    return Buffer.concat([front, body]);
  }
}

/** CRC-16 of Modbus, by the polynomial x^16 + x^15 + x^2 + 1 bit by bit from the reversed form. */
export function crc16Of(bytes: Buffer): number {
  let register = 0xffff;
  for (const byte of bytes) {
    register ^= byte;
    for (let i = 0; i < 8; i++) {
      const carry = register & 1;
      register >>= 1;
      if (carry) register ^= 0xa001;
    }
  }
  return register;
}
