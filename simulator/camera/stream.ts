import { createServer, type Server, type Socket } from 'node:net';
import type { CameraFaults } from './fault.ts';
import { type Account, CHALLENGE, isLogin } from './login.ts';

/** A picture of the stream: its NAL units, and whether it needs no other. */
export interface Unit {
  readonly nals: readonly Buffer[];
  /** ms */
  readonly at: number;
}

export interface StreamFacts {
  readonly account: Account;
  readonly faults: CameraFaults;
  readonly parameters: { readonly sps: Buffer; readonly pps: Buffer };
}

const PAYLOAD = 96;
/** Bytes of a packet's payload. */
const PACKET = 1400;
/** The beginning of a slice of type B that is its whole picture. */
const B_SLICE = Buffer.from([0x01, 0x9c, 0x80]);
const CLOCK = 90;
/** A report of the sender (RFC 3550 6.4.1) on the second channel. */
const REPORT = Buffer.concat([Buffer.from([0x24, 1, 0, 28, 0x80, 200, 0, 6]), Buffer.alloc(24)]);

/** The RTSP door of a simulated camera (RFC 2326, interleaved in its connection). */
export class StreamServer {
  readonly server: Server;
  readonly #facts: StreamFacts;
  readonly #playing = new Set<Viewer>();
  readonly #open = new Set<Socket>();
  /** Connections that there were. */
  connections = 0;

  constructor(facts: StreamFacts) {
    this.#facts = facts;
    this.server = createServer((socket) => this.#take(socket));
  }

  get viewers(): number {
    return this.#playing.size;
  }

  /** Sends a picture to all who watch. */
  send(unit: Unit): void {
    for (const viewer of this.#playing) viewer.send(unit);
  }

  close(): void {
    for (const socket of this.#open) socket.destroy();
    this.server.close();
  }

  #take(socket: Socket): void {
    this.connections++;
    this.#open.add(socket);
    const viewer = new Viewer(socket, this.#facts);
    let text = '';
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#open.delete(socket);
      this.#playing.delete(viewer);
    });
    if (this.#facts.faults.garbage) socket.write(Buffer.alloc(300_000, 0x41));
    socket.on('data', (chunk) => {
      if (this.#facts.faults.silent) return;
      text += chunk.toString('latin1');
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const message = text.slice(0, end);
        text = text.slice(end + 4);
        if (viewer.answer(message) === 'PLAY') this.#playing.add(viewer);
      }
    });
  }
}

class Viewer {
  readonly #socket: Socket;
  readonly #facts: StreamFacts;
  #sequence = 65_530;

  constructor(socket: Socket, facts: StreamFacts) {
    this.#socket = socket;
    this.#facts = facts;
    socket.setNoDelay(true);
  }

  /** Answers a request; tells its method where it was obeyed. */
  answer(message: string): string | null {
    const [method = '', address = ''] = message.split(' ', 2);
    const header = (name: string): string | undefined =>
      new RegExp(`^${name}: *(.*)$`, 'im').exec(message)?.[1]?.trim();
    const reply = (status: string, lines: readonly string[] = [], body = ''): void => {
      const head = [`RTSP/1.0 ${status}`, `CSeq: ${header('CSeq') ?? 0}`, ...lines];
      if (body !== '') head.push(`Content-Length: ${Buffer.byteLength(body)}`);
      this.#write(Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`));
    };
    if (method !== 'OPTIONS' && !isLogin(header('Authorization'), method, this.#facts.account)) {
      reply('401 Unauthorized', [`WWW-Authenticate: ${CHALLENGE}`]);
      return null;
    }
    if (this.#facts.faults.redirects) {
      reply('302 Found', [`Location: ${address}x`]);
      return null;
    }
    switch (method) {
      case 'OPTIONS':
        reply('200 OK', ['Public: OPTIONS, DESCRIBE, SETUP, PLAY, GET_PARAMETER, TEARDOWN']);
        break;
      case 'DESCRIBE':
        reply('200 OK', ['Content-Type: application/sdp', `Content-Base: ${address}/`], this.#description());
        break;
      case 'SETUP':
        reply('200 OK', ['Transport: RTP/AVP/TCP;unicast;interleaved=0-1', 'Session: 4711;timeout=20']);
        break;
      case 'PLAY':
        reply('200 OK', ['Session: 4711', `RTP-Info: url=${address}`]);
        break;
      default:
        reply('200 OK', ['Session: 4711']);
    }
    return method;
  }

  #description(): string {
    const { sps, pps } = this.#facts.parameters;
    const codec = this.#facts.faults.h265 ? 'H265' : 'H264';
    return [
      'v=0',
      'o=- 0 0 IN IP4 127.0.0.1',
      's=simulated',
      't=0 0',
      'm=audio 0 RTP/AVP 0',
      'a=control:track0',
      `m=video 0 RTP/AVP ${PAYLOAD}`,
      `a=rtpmap:${PAYLOAD} ${codec}/90000`,
      `a=fmtp:${PAYLOAD} packetization-mode=1;profile-level-id=42c01e;sprop-parameter-sets=${sps.toString('base64')},${pps.toString('base64')}`,
      'a=control:track1',
      '',
    ].join('\r\n');
  }

  send({ nals, at }: Unit): void {
    if (this.#socket.writableLength > 4 * 2 ** 20) return;
    if (this.#facts.faults.hugeFrames) return this.#huge(at);
    if (this.#facts.faults.reportsAlone) return this.#write(REPORT);
    const payloads = nals.flatMap(packetsOf);
    for (const [i, payload] of payloads.entries()) this.#packet(payload, at, i === payloads.length - 1);
    if (this.#facts.faults.bPictures && nals.length === 1) this.#packet(B_SLICE, at - 20, true);
  }

  /** A picture without end: parts of a unit that never closes. */
  #huge(at: number): void {
    for (let i = 0; i < 4000; i++)
      this.#packet(
        Buffer.concat([Buffer.from([0x7c, i === 0 ? 0x85 : 0x05]), Buffer.alloc(PACKET)]),
        at,
        false,
      );
  }

  #packet(payload: Buffer, at: number, last: boolean): void {
    const head = Buffer.alloc(16);
    head.writeUInt8(0x24, 0);
    head.writeUInt16BE(payload.length + 12, 2);
    head.writeUInt8(0x80, 4);
    head.writeUInt8((last ? 0x80 : 0) | PAYLOAD, 5);
    head.writeUInt16BE(this.#sequence, 6);
    head.writeUInt32BE((at * CLOCK) % 2 ** 32, 8);
    head.writeUInt32BE(0x5eed, 12);
    this.#sequence = (this.#sequence + 1) % 65_536;
    this.#write(Buffer.concat([head, payload]));
  }

  #write(bytes: Buffer): void {
    const { pieces } = this.#facts.faults;
    if (pieces === undefined) return void this.#socket.write(bytes);
    for (let at = 0; at < bytes.length; at += pieces) this.#socket.write(bytes.subarray(at, at + pieces));
  }
}

/** The packets of a NAL unit: whole, or in parts where it is long (RFC 6184 5.6, 5.8). */
export function packetsOf(nal: Buffer): Buffer[] {
  if (nal.length <= PACKET) return [nal];
  const head = nal[0] ?? 0;
  const parts: Buffer[] = [];
  for (let at = 1; at < nal.length; at += PACKET) {
    const last = at + PACKET >= nal.length;
    const mark = (at === 1 ? 0x80 : 0) | (last ? 0x40 : 0) | (head & 0x1f);
    parts.push(Buffer.concat([Buffer.from([(head & 0xe0) | 28, mark]), nal.subarray(at, at + PACKET)]));
  }
  return parts;
}
