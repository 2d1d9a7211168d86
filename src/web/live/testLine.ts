import { answerCalls } from '#web/resource/testBed.tsx';

/** Kinds of packets of MQTT. */
export const [CONNECT, SUBSCRIBE] = [1, 8];

/** The browser's end of a WebSocket; what is said over it is kept, and answered as a broker does unless it is `deaf`. */
export class Line extends EventTarget {
  static lines: Line[] = [];
  static deaf = false;
  readonly url: string;
  readonly packets: Uint8Array[] = [];
  readonly OPEN = 1;
  readyState = 0;
  bufferedAmount = 0;
  binaryType = '';

  constructor(url: string) {
    super();
    this.url = url;
    Line.lines.push(this);
    queueMicrotask(() => {
      this.readyState = 1;
      this.dispatchEvent(new Event('open'));
    });
  }

  send(packet: Uint8Array): void {
    const said = Uint8Array.from(packet);
    this.packets.push(said);
    if (Line.deaf) return;
    const kind = (said[0] ?? 0) >> 4;
    if (kind === CONNECT) this.#answer([0x20, 2, 0, 0]);
    if (kind === SUBSCRIBE) this.#answer([0x90, 4, said[2] ?? 0, said[3] ?? 0, 0, 0]);
  }

  #answer(bytes: readonly number[]): void {
    queueMicrotask(() =>
      this.dispatchEvent(new MessageEvent('message', { data: Uint8Array.from(bytes).buffer })),
    );
  }

  /** Tells a message, as a broker does; a short one. */
  tell(topic: string, message: object): void {
    const bytes = new TextEncoder().encode(`\0\0${topic}${JSON.stringify(message)}`);
    bytes[1] = topic.length;
    this.#answer([0x30, bytes.length, ...bytes]);
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }

  packet(kind: number): Uint8Array {
    const found = this.packets.find((one) => (one[0] ?? 0) >> 4 === kind);
    if (!found) throw new Error(`no packet ${kind}`);
    return found;
  }
}

export const CONFIG = { host: 'works.example', topic: 'live', port: 8083, tls: false };
export const TOKEN = { token: 'short-lived', accessKey: 'key', topics: ['live/7/+', 'folded/7'] };

/** Answers the calls by which a page learns where the broker is and gets its token. */
export const answer = (config: object, token: object) =>
  answerCalls(({ path }) => ({
    code: 200,
    message: '',
    data: path.endsWith('getConfig') ? config : path.endsWith('getToken') ? token : null,
  }));
