import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

// The signature, flags and header length of PostgreSQL's binary COPY format.
const HEADER = Buffer.from('PGCOPY\n\u00ff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const PG_EPOCH_MS = 946_684_800_000;
const CHUNK = 1 << 18;
/** No row takes more: PostgreSQL has at most 1600 columns, here of at most 12 bytes but for a few texts. */
const ROOM = 1 << 15;

/**
 * Runs one COPY … FROM STDIN in which `fill` writes the rows. `target` = table and columns, such as
 * `usage (meter_id, ts)`. When `fill` throws the COPY is broken off, so that the connection can be rolled back.
 */
export async function binaryCopy(
  client: pg.PoolClient,
  target: string,
  fill: (copy: BinaryCopy) => Promise<void>,
): Promise<void> {
  const copy = new BinaryCopy(client, target);
  try {
    await fill(copy);
    await copy.end();
  } catch (error) {
    copy.abort();
    // What the database said tells more than that nothing can be written any more.
    throw copy.broken ?? error;
  }
}

/** Writes rows of one COPY … FROM STDIN (FORMAT binary) in chunks, with back-pressure. */
export class BinaryCopy {
  readonly #stream: ReturnType<typeof copyFrom>;
  #buffer = Buffer.allocUnsafe(CHUNK);
  #at = 0;
  #error: Error | undefined;

  constructor(client: pg.PoolClient, target: string) {
    this.#stream = client.query(copyFrom(`copy ${target} from stdin (format binary)`));
    this.#stream.on('error', (error: Error) => (this.#error ??= error));
    this.#at = HEADER.copy(this.#buffer);
  }

  /** What broke it off, if the database did. */
  get broken(): Error | undefined {
    return this.#error;
  }

  /** Begins a row of `fields` fields. A promise when the caller should wait before it. */
  row(fields: number): Promise<void> | undefined {
    const wait = this.#at > CHUNK - ROOM ? this.#flush() : undefined;
    this.#at = this.#buffer.writeInt16BE(fields, this.#at);
    return wait;
  }
  int2(value: number): void {
    this.#at = this.#buffer.writeInt32BE(2, this.#at);
    this.#at = this.#buffer.writeInt16BE(value, this.#at);
  }
  int4(value: number): void {
    this.#at = this.#buffer.writeInt32BE(4, this.#at);
    this.#at = this.#buffer.writeInt32BE(value, this.#at);
  }
  int8(value: bigint | null): void {
    if (value === null) return this.none();
    this.#at = this.#buffer.writeInt32BE(8, this.#at);
    this.#at = this.#buffer.writeBigInt64BE(value, this.#at);
  }
  float8(value: number): void {
    this.#at = this.#buffer.writeInt32BE(8, this.#at);
    this.#at = this.#buffer.writeDoubleBE(value, this.#at);
  }
  /** A numeric of twelve decimals from trillionths. */
  numeric12(value: bigint | null): void {
    if (value === null) return this.none();
    const groups: number[] = [];
    for (let rest = value < 0n ? -value : value; rest > 0n; rest /= 10_000n)
      groups.push(Number(rest % 10_000n));
    const weight = groups.length - 4;
    const first = groups.findIndex((group) => group !== 0);
    const digits = first < 0 ? [] : groups.slice(first).reverse();
    this.#at = this.#buffer.writeInt32BE(8 + 2 * digits.length, this.#at);
    this.#at = this.#buffer.writeInt16BE(digits.length, this.#at);
    this.#at = this.#buffer.writeInt16BE(digits.length === 0 ? 0 : weight, this.#at);
    this.#at = this.#buffer.writeUInt16BE(value < 0n ? 0x4000 : 0, this.#at);
    this.#at = this.#buffer.writeInt16BE(12, this.#at);
    for (const digit of digits) this.#at = this.#buffer.writeInt16BE(digit, this.#at);
  }
  /** A timestamptz from ms since 1970. */
  instant(ms: number | null): void {
    if (ms === null) return this.none();
    this.#at = this.#buffer.writeInt32BE(8, this.#at);
    const micros = (ms - PG_EPOCH_MS) * 1000;
    const high = Math.floor(micros / 4_294_967_296);
    this.#at = this.#buffer.writeInt32BE(high, this.#at);
    this.#at = this.#buffer.writeUInt32BE(micros - high * 4_294_967_296, this.#at);
  }
  /** A text of at most 1000 bytes. */
  text(value: string): void {
    const length = this.#buffer.write(value, this.#at + 4);
    this.#buffer.writeInt32BE(length, this.#at);
    this.#at += 4 + length;
  }
  none(): void {
    this.#at = this.#buffer.writeInt32BE(-1, this.#at);
  }

  /** Ends the COPY. @throws the database's error. */
  async end(): Promise<void> {
    // A COPY that has failed before would never finish.
    if (this.#error) throw this.#error;
    this.#at = this.#buffer.writeInt16BE(-1, this.#at);
    const done = finished(this.#stream);
    this.#stream.end(this.#buffer.subarray(0, this.#at));
    await done;
  }

  /** Tells the server to drop what came. */
  abort(): void {
    this.#stream.destroy();
  }

  #flush(): Promise<void> | undefined {
    const full = this.#stream.write(this.#buffer.subarray(0, this.#at));
    this.#buffer = Buffer.allocUnsafe(CHUNK);
    this.#at = 0;
    if (this.#error) throw this.#error;
    return full ? undefined : once(this.#stream, 'drain').then(() => undefined);
  }
}
