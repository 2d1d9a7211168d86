import { type Socket, connect } from 'node:net';
import type { Text } from '#contract/text.ts';
import type { CollectState } from '../contract.ts';
import type { Parsed } from '../domain/parsed.ts';

/** Why something could not be read. `broken`: the connection is of no further use. */
export interface Failure {
  readonly state: CollectState;
  readonly detail: Text;
  readonly broken: boolean;
}

export type Outcome<T> = { readonly value: T } | { readonly failure: Failure };

/** No reply is longer; a device that sends without end is cut off. */
const MOST_BYTES = 4096;

/** One TCP connection to meters; one request at a time. */
export class Connection {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #heard: () => void = () => {};
  #ended = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (bytes) => {
      if (this.#received.length < MOST_BYTES) this.#received = Buffer.concat([this.#received, bytes]);
      this.#heard();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#ended = true;
      this.#heard();
    });
    socket.on('end', () => socket.destroy());
  }

  /** Connects to an address that was checked before. */
  static open(address: string, port: number, timeoutMs: number): Promise<Outcome<Connection>> {
    return new Promise((resolve) => {
      const socket = connect({ host: address, port, keepAlive: true, keepAliveInitialDelay: 30_000 });
      const fail = (zh: string, en: string): void => {
        clearTimeout(timer);
        socket.destroy();
        resolve({ failure: { state: 'unreachable', detail: { zh, en }, broken: true } });
      };
      const timer = setTimeout(() => {
        fail(`${timeoutMs} ms 内没有连上`, `No connection within ${timeoutMs} ms`);
      }, timeoutMs);
      socket.once('error', (error: NodeJS.ErrnoException) => {
        const code = error.code ?? error.message;
        fail(`连接失败（${code}）`, `The connection failed (${code})`);
      });
      socket.once('connect', () => {
        clearTimeout(timer);
        socket.removeAllListeners('error');
        resolve({ value: new Connection(socket) });
      });
    });
  }

  get ended(): boolean {
    return this.#ended;
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Ends it at once; what still waits to leave never does. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  /** Sends a request and waits until `parse` finds its reply in the bytes that came since. */
  exchange<T>(
    request: Uint8Array,
    parse: (bytes: Uint8Array) => Parsed<T>,
    timeoutMs: number,
  ): Promise<Outcome<T>> {
    // What came unasked belongs to no request.
    this.#received = Buffer.alloc(0);
    return new Promise((resolve) => {
      const settle = (outcome: Outcome<T>): void => {
        clearTimeout(timer);
        this.#heard = () => {};
        resolve(outcome);
      };
      const look = (): CollectState | undefined => {
        const parsed = parse(this.#received);
        if (parsed.kind === 'done') settle({ value: parsed.value });
        else if (parsed.kind === 'fault') settle({ failure: parsed });
        else if (this.#received.length >= MOST_BYTES) settle(failed('malformed', TOO_LONG, true));
        else return parsed.seen;
        return undefined;
      };
      const timer = setTimeout(() => {
        const seen = look();
        settle(failed(seen ?? 'timeout', INSTEAD[seen ?? ''] ?? noAnswer(timeoutMs), false));
      }, timeoutMs);
      this.#heard = () => {
        const before = this.#received.length > 0;
        if (before) look();
        if (this.#ended) settle(failed('closed', before ? CUT : CLOSED, true));
      };
      if (this.#ended) return settle(failed('closed', CLOSED, true));
      this.#socket.write(request);
    });
  }
}

const failed = (state: CollectState, detail: Text, broken: boolean): { failure: Failure } => ({
  failure: { state, detail, broken },
});

const noAnswer = (ms: number): Text => ({
  zh: `${ms} ms 内没有应答`,
  en: `No answer within ${ms} ms`,
});
const CLOSED: Text = { zh: '对端断开了连接', en: 'The other side closed the connection' };
const CUT: Text = { zh: '报文中途连接断开', en: 'The connection was cut in the middle of a frame' };
const TOO_LONG: Text = { zh: '收到过多字节', en: 'Too many bytes came' };

/** What came in place of the answer. */
const INSTEAD: Readonly<Record<string, Text>> = {
  mismatch: { zh: '收到的应答属于别的请求或表计', en: 'Answers came, but of another request or meter' },
  malformed: { zh: '只收到不完整的报文', en: 'Only a part of a frame came' },
  checksum: { zh: '收到的报文校验和不符', en: 'The checksum of the frame does not match' },
};
