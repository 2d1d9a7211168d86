import { connect, type Socket } from 'node:net';
import { LACKS } from '../contract.ts';
import { trackAddress, videoTrackOf } from '../domain/description.ts';
import { Depacketiser } from '../domain/depacketiser.ts';
import type { Frame } from '../domain/h264.ts';
import { BetweenPictures, ProtocolError } from '../domain/protocolError.ts';
import { RtspReader, type RtspReply, textOf } from '../domain/rtspReader.ts';
import { answerTo } from './digest.ts';
import { addressOf, CameraFault, type Door } from './door.ts';

/** A stream that plays. */
export interface Stream {
  /** Ends it; nothing is told afterwards. */
  close(): void;
}

export interface StreamEars {
  readonly frame: (frame: Frame) => void;
  /** It is over, for a reason that a person may read. */
  readonly end: (fault: CameraFault) => void;
}

const PATIENCE_MS = 5000;
/** A camera that sends nothing for so long is gone. */
const SILENCE_MS = 10_000;
const MOST_TRIES = 2;
/** A camera that asks on and on and does not take the answers is left at so many bytes. */
const MOST_UNREAD = 64 * 1024;

const noAnswer = (code = ''): CameraFault =>
  new CameraFault({
    zh: `视频流没有应答${code && ` (${code})`}`,
    en: `The stream does not answer${code && ` (${code})`}`,
  });

/** Plays the H.264 video at an address over one TCP connection. @throws CameraFault where it cannot */
export async function playStream(door: Door, url: URL, ears: StreamEars): Promise<Stream> {
  const session = new RtspSession(door, url, ears);
  try {
    await session.play();
  } catch (error) {
    session.close();
    throw error instanceof ProtocolError
      ? new CameraFault({
          zh: `视频流的应答不合规：${error.message}`,
          en: `The stream is no RTSP: ${error.message}`,
        })
      : error;
  }
  return session;
}

/** Why a stream is left that sent what it sent. */
function faultOf(error: unknown): CameraFault {
  if (error instanceof BetweenPictures) return new CameraFault(LACKS.bPictures, 'bPictures');
  const why = error instanceof Error ? error.message : String(error);
  return new CameraFault({ zh: `视频流不合规：${why}`, en: `The stream breaks the rules: ${why}` });
}

type Waiting = { readonly resolve: (reply: RtspReply) => void; readonly reject: (error: Error) => void };

class RtspSession implements Stream {
  readonly #door: Door;
  readonly #base: string;
  readonly #ears: StreamEars;
  readonly #reader = new RtspReader();
  readonly #waiting = new Map<number, Waiting>();
  #socket: Socket | undefined;
  #sequence = 0;
  #challenges: readonly string[] = [];
  #sessionId: string | undefined;
  #depacketiser: Depacketiser | undefined;
  #playing = false;
  #closed = false;
  #alive: NodeJS.Timeout | undefined;

  constructor(door: Door, url: URL, ears: StreamEars) {
    this.#door = door;
    this.#base = url.href;
    this.#ears = ears;
  }

  async play(): Promise<void> {
    const port = Number(new URL(this.#base).port) || 554;
    const address = await addressOf(this.#door, port);
    if (this.#closed) return;
    await this.#connect(address, port);
    const described = await this.#ask('DESCRIBE', this.#base, ['Accept: application/sdp']);
    const track = videoTrackOf(textOf(described.body));
    if (!track) throw new CameraFault({ zh: '流中没有视频', en: 'The stream has no video' }, 'noStream');
    if (track.codec !== 'H264')
      throw new CameraFault(
        {
          zh: `视频编码为 ${track.codec || '未知'}，浏览器不能播放：请改用 H.264 子码流`,
          en: `The video is ${track.codec || 'of unknown coding'}, which browsers cannot play: choose an H.264 substream`,
        },
        'codec',
      );
    this.#depacketiser = new Depacketiser(
      track.payloadType,
      track.parameters.map((one) => Buffer.from(one, 'base64')),
    );
    const base = described.headers.get('content-base')?.[0] ?? this.#base;
    const setUp = await this.#ask('SETUP', this.#held(trackAddress(this.#held(base), track.control)), [
      'Transport: RTP/AVP/TCP;unicast;interleaved=0-1',
    ]);
    const session = (setUp.headers.get('session')?.[0] ?? '').split(';');
    this.#sessionId = session[0]?.trim();
    const seconds = Number(/timeout=(\d{1,5})/.exec(session[1] ?? '')?.[1] ?? 60);
    await this.#ask('PLAY', this.#base, ['Range: npt=0.000-']);
    if (this.#closed) return;
    this.#playing = true;
    this.#socket?.setTimeout(SILENCE_MS);
    // Half of what it forgives; those that do not know the request answer with an error, which is alive too.
    this.#alive = setInterval(
      () => this.#send('GET_PARAMETER', this.#base, []),
      Math.max(5, seconds / 2) * 1000,
    );
  }

  close(): void {
    if (this.#closed) return;
    if (this.#playing) this.#send('TEARDOWN', this.#base, []);
    this.#closed = true;
    clearInterval(this.#alive);
    for (const { reject } of this.#waiting.values()) reject(noAnswer());
    this.#waiting.clear();
    const socket = this.#socket;
    socket?.end();
    setTimeout(() => socket?.destroy(), 500).unref();
  }

  /** An address that the camera named, at the host and port of the stream whatever it says. */
  #held(named: string): string {
    const own = new URL(this.#base);
    const url = URL.parse(named, this.#base);
    if (!url || !/^rtsps?:$/.test(url.protocol)) return this.#base;
    url.host = own.host;
    url.port = own.port;
    url.username = '';
    url.password = '';
    return url.href;
  }

  #connect(host: string, port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, noDelay: true, timeout: PATIENCE_MS });
      this.#socket = socket;
      socket.once('connect', () => resolve());
      const lost = (code?: string): void => {
        reject(noAnswer(code));
        this.#over(noAnswer(code));
      };
      socket.on('error', (error: NodeJS.ErrnoException) => lost(error.code));
      socket.on('close', () => lost());
      socket.on('timeout', () => lost('ETIMEDOUT'));
      socket.on('data', (chunk) => this.#hear(chunk));
    });
  }

  /** Nothing that a camera sends may throw out of here. */
  #hear(chunk: Buffer): void {
    if (this.#closed) return;
    try {
      for (const part of this.#reader.push(chunk)) {
        if (this.#closed) return;
        if (part.kind === 'packet') {
          if (part.channel !== 0 || !this.#depacketiser || !this.#playing) continue;
          for (const frame of this.#depacketiser.push(part.data, Date.now())) this.#ears.frame(frame);
        } else if (part.kind === 'reply') {
          const number = Number(part.headers.get('cseq')?.[0]);
          const waiting = this.#waiting.get(number);
          this.#waiting.delete(number);
          waiting?.resolve(part);
        } else {
          // A camera may ask too (RFC 2326 section 10): none of its requests is served.
          const number = part.headers.get('cseq')?.[0] ?? '0';
          if ((this.#socket?.writableLength ?? 0) > MOST_UNREAD)
            throw new ProtocolError('requests without end');
          this.#socket?.write(`RTSP/1.0 501 Not Implemented\r\nCSeq: ${number.slice(0, 10)}\r\n\r\n`);
        }
      }
    } catch (error) {
      this.#over(faultOf(error));
    }
  }

  #over(fault: CameraFault): void {
    if (this.#closed) return;
    const told = this.#playing;
    this.#playing = false;
    for (const { reject } of this.#waiting.values()) reject(fault);
    this.#waiting.clear();
    this.close();
    this.#socket?.destroy();
    if (told) this.#ears.end(fault);
  }

  /** Sends a request, with the log-in where the camera asked for one. @throws CameraFault */
  async #ask(method: string, address: string, headers: readonly string[]): Promise<RtspReply> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const reply = await this.#reply(this.#send(method, address, headers));
      if (reply.status === 200) return reply;
      if (reply.status !== 401)
        throw new CameraFault({
          zh: `视频流拒绝：${reply.status}`,
          en: `The stream refuses: ${reply.status}`,
        });
      this.#challenges = reply.headers.get('www-authenticate') ?? [];
    }
    throw new CameraFault({
      zh: '摄像机拒绝了用户名或密码',
      en: 'The camera refused the user name or password',
    });
  }

  #reply(number: number): Promise<RtspReply> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(noAnswer());
      const timer = setTimeout(() => {
        this.#waiting.delete(number);
        reject(noAnswer('ETIMEDOUT'));
      }, PATIENCE_MS);
      this.#waiting.set(number, {
        resolve: (reply) => {
          clearTimeout(timer);
          resolve(reply);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
    });
  }

  #send(method: string, address: string, headers: readonly string[]): number {
    const number = ++this.#sequence;
    const login = answerTo(this.#challenges, this.#door, method, address);
    const lines = [
      `${method} ${address} RTSP/1.0`,
      `CSeq: ${number}`,
      'User-Agent: Meterhouse',
      ...(this.#sessionId === undefined ? [] : [`Session: ${this.#sessionId}`]),
      ...(login === undefined ? [] : [`Authorization: ${login}`]),
      ...headers,
    ];
    if (this.#socket?.writable === true) this.#socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    return number;
  }
}
