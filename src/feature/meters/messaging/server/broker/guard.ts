import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { Version5, versionOf } from './version5.ts';

export interface GuardLimits {
  /** Largest packet in bytes after and before the client has logged in. */
  readonly packet: number;
  readonly first: number;
  /** Most time that a packet may take to come in whole, ms. */
  readonly slowMs: number;
}

/** Why a connection was closed by the guard. */
export type GuardReason = 'tooLarge' | 'malformed' | 'slow';

/**
 * A connection seen packet by packet before the broker buffers any: closes it when a packet is too large or does not
 * end, and stops reading while `hold` is on. One that speaks MQTT 5 is translated for the broker, which speaks 3.1.1.
 */
export class Guard extends Duplex {
  readonly #inner: Duplex;
  readonly #limits: GuardLimits;
  readonly #refused: (reason: GuardReason) => void;
  #loggedIn = false;
  #held = false;
  #wanted = false;
  /** Bytes of the packet's body still to come; -1 = its head is being read. */
  #body = -1;
  /** Bytes of the head so far, and the length that they say. */
  #head = 0;
  #length = 0;
  #slow: NodeJS.Timeout | undefined;
  /** The first bytes, until they tell the version. */
  #first: Buffer | undefined = Buffer.alloc(0);
  #version5: Version5 | undefined;

  constructor(inner: Duplex, limits: GuardLimits, refused: (reason: GuardReason) => void) {
    // Room to write without waiting: what does not fit is dropped where it may be (live values).
    super({ writableHighWaterMark: 1 << 18, readableHighWaterMark: 1 << 16 });
    this.#inner = inner;
    this.#limits = limits;
    this.#refused = refused;
    inner.on('data', (chunk: Buffer) => this.#take(chunk));
    inner.on('end', () => this.push(null));
    inner.on('error', (error) => this.destroy(error));
    inner.on('close', () => this.destroy());
    inner.pause();
  }

  /** The client has logged in: larger packets may come. */
  loggedIn(): void {
    this.#loggedIn = true;
  }

  /** Closes it at once; what still waits to leave a plain connection never does. */
  reset(): void {
    const inner = this.#inner;
    if (inner instanceof Socket && !(inner instanceof TLSSocket)) inner.resetAndDestroy();
    this.destroy();
  }

  /** Stops reading from the client, or goes on. */
  hold(held: boolean): void {
    if (this.#held === held) return;
    this.#held = held;
    if (held) this.#inner.pause();
    else if (this.#wanted) this.#inner.resume();
  }

  get held(): boolean {
    return this.#held;
  }

  override _read(): void {
    this.#wanted = true;
    if (!this.#held) this.#inner.resume();
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    const bytes = this.#version5 ? this.#version5.outward(chunk) : chunk;
    if (this.#inner.destroyed || !bytes) done(new Error('the connection is closed'));
    else if (bytes.length === 0) done();
    else this.#inner.write(bytes, done);
  }

  /** Many small answers at once go as one piece. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer', done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#inner.end(() => done());
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#slow);
    this.#inner.destroy();
    done(error);
  }

  #take(chunk: Buffer): void {
    const reason = this.#check(chunk);
    if (reason) return this.#refuse(reason);
    if (this.#head > 0 || this.#body >= 0) {
      this.#slow ??= setTimeout(() => this.#refuse('slow'), this.#limits.slowMs);
    } else if (this.#slow) {
      clearTimeout(this.#slow);
      this.#slow = undefined;
    }
    const bytes = this.#understood(chunk);
    if (!bytes) return this.#refuse('malformed');
    if (bytes.length > 0 && !this.push(bytes)) {
      this.#wanted = false;
      this.#inner.pause();
    }
  }

  /** What came, as the broker reads it; null = it cannot. */
  #understood(chunk: Buffer): Buffer | null {
    let bytes = chunk;
    if (this.#first) {
      bytes = this.#first.length === 0 ? chunk : Buffer.concat([this.#first, chunk]);
      const version = versionOf(bytes);
      // A first packet that is whole and shorter is none that opens a connection: the broker says so.
      if (version === null && (this.#head > 0 || this.#body >= 0)) {
        this.#first = bytes;
        return Buffer.alloc(0);
      }
      this.#first = undefined;
      if (version === 5) this.#version5 = new Version5(this.#limits.packet);
    }
    return this.#version5 ? this.#version5.inward(bytes) : bytes;
  }

  #refuse(reason: GuardReason): void {
    if (this.destroyed) return;
    this.#refused(reason);
    this.destroy();
  }

  /** Walks over the packets of a chunk (MQTT 3.1.1 section 2.2: one byte, then up to four of the length). */
  #check(chunk: Buffer): GuardReason | undefined {
    const most = this.#loggedIn ? this.#limits.packet : this.#limits.first;
    let at = 0;
    while (at < chunk.length) {
      if (this.#body >= 0) {
        const step = Math.min(this.#body, chunk.length - at);
        at += step;
        this.#body -= step;
        if (this.#body === 0) this.#next();
        continue;
      }
      const byte = chunk[at++] as number;
      this.#head++;
      if (this.#head === 1) continue;
      this.#length += (byte & 0x7f) * 2 ** (7 * (this.#head - 2));
      if (this.#length > most) return 'tooLarge';
      if ((byte & 0x80) === 0) {
        this.#body = this.#length;
        if (this.#body === 0) this.#next();
      } else if (this.#head === 5) return 'malformed';
    }
    return undefined;
  }

  #next(): void {
    this.#body = -1;
    this.#head = 0;
    this.#length = 0;
    // A packet is whole: the next one has all its time again.
    if (this.#slow) {
      clearTimeout(this.#slow);
      this.#slow = undefined;
    }
  }
}
