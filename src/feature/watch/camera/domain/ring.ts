import { bytesOf, type Frame } from './h264.ts';

/** The newest pictures of a camera, of so many seconds and bytes at most; it begins with one that needs no other. */
export class Ring {
  readonly #seconds: number;
  readonly #most: number;
  #frames: Frame[] = [];
  #bytes = 0;

  constructor(seconds: number, mostBytes: number) {
    this.#seconds = seconds;
    this.#most = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  push(frame: Frame): void {
    if (this.#frames.length === 0 && !frame.key) return;
    // The camera began anew: its pictures before do not go on.
    const last = this.#frames.at(-1);
    if (last && frame.at <= last.at) this.clear();
    if (this.#frames.length === 0 && !frame.key) return;
    this.#frames.push(frame);
    this.#bytes += bytesOf(frame);
    this.#trim(frame.at);
  }

  clear(): void {
    this.#frames = [];
    this.#bytes = 0;
  }

  /** The pictures since an instant, ms, from the nearest one on that needs no other. */
  since(heardAt: number): readonly Frame[] {
    let begin = 0;
    let nearest = Infinity;
    for (const [i, frame] of this.#frames.entries()) {
      const away = Math.abs(frame.heardAt - heardAt);
      if (!frame.key || away >= nearest) continue;
      begin = i;
      nearest = away;
    }
    return this.#frames.slice(begin);
  }

  /** Drops whole groups, from one key picture to the next, that are too old or too much. */
  #trim(now: number): void {
    for (;;) {
      const next = this.#frames.findIndex((frame, i) => i > 0 && frame.key);
      if (next < 0) {
        // One group alone is too much: nothing of it can be shown without its beginning.
        if (this.#bytes > this.#most) this.clear();
        return;
      }
      const spare = now - (this.#frames[next]?.at ?? now) >= this.#seconds * 1000;
      if (!spare && this.#bytes <= this.#most) return;
      for (const frame of this.#frames.splice(0, next)) this.#bytes -= bytesOf(frame);
    }
  }
}
