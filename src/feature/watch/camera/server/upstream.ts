import { LACKS } from '../contract.ts';
import { bytesOf, type Frame } from '../domain/h264.ts';
import { CameraFault } from './door.ts';
import type { Eye } from './eye.ts';
import { playStream, type Stream } from './rtsp.ts';

/** Somebody who watches. */
export interface Watcher {
  readonly frame: (frame: Frame) => void;
  /** The stream broke off or cannot be had; it is tried again while somebody watches. */
  readonly fault: (fault: CameraFault) => void;
}

/** How long after the last watcher a stream stays open, ms. */
const LINGER_MS = 10_000;
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [1000, 30_000];
/** What is so by the camera's settings is looked at again after so long, ms: it would begin to play and break off each time. */
/** Who watches is told that no picture comes, ms; the stream goes on, as one with rare key pictures may bring it yet. */
const NO_PICTURE_MS = 5000;
/** A stream that brings none for so long is opened anew, ms. */
const GIVEN_UP_MS = 60_000;
const SETTING_WAIT_MS = 5 * 60_000;
/** Pictures since the last one that needs no other, kept for who comes next. */
const MOST_GROUP = 8 * 2 ** 20;

/** The one stream of a camera, whoever watches. */
export class Upstream {
  readonly #eye: Eye;
  readonly #over: () => void;
  readonly #watchers = new Set<Watcher>();
  #stream: Stream | undefined;
  #group: Frame[] = [];
  #groupBytes = 0;
  #fault: CameraFault | undefined;
  #wait = FIRST_WAIT_MS;
  #linger: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param over called when nobody watches any more and it was closed */
  constructor(eye: Eye, over: () => void) {
    this.#eye = eye;
    this.#over = over;
    void this.#open();
  }

  get watchers(): number {
    return this.#watchers.size;
  }

  /** Watches from the newest picture that needs no other. @returns to end it */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    clearTimeout(this.#linger);
    for (const frame of this.#group) watcher.frame(frame);
    if (this.#fault) watcher.fault(this.#fault);
    return () => {
      if (!this.#watchers.delete(watcher) || this.#watchers.size > 0) return;
      this.#linger = setTimeout(() => this.close(), LINGER_MS);
    };
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#linger);
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    this.#stream?.close();
    this.#stream = undefined;
    this.#over();
  }

  async #open(): Promise<void> {
    try {
      const url = await this.#eye.streamUrl();
      if (this.#closed) return;
      const stream = await playStream(this.#eye.camera.door, url, {
        frame: (frame) => this.#take(frame),
        end: (fault) => this.#fail(fault),
      });
      if (this.#closed) return stream.close();
      this.#stream = stream;
      this.#await();
    } catch (error) {
      this.#fail(error instanceof CameraFault ? error : new CameraFault(LACKS.noAnswer));
    }
  }

  /** Waits for the next picture. */
  #await(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#fault = new CameraFault(LACKS.noPicture, 'noPicture');
      for (const watcher of this.#watchers) watcher.fault(this.#fault);
      this.#silence = setTimeout(() => {
        this.#stream?.close();
        this.#fail(new CameraFault(LACKS.noPicture, 'noPicture'));
      }, GIVEN_UP_MS);
    }, NO_PICTURE_MS);
  }

  #take(frame: Frame): void {
    this.#await();
    this.#fault = undefined;
    this.#wait = FIRST_WAIT_MS;
    if (frame.key || this.#groupBytes > MOST_GROUP) {
      this.#group = [];
      this.#groupBytes = 0;
    }
    if (frame.key || this.#group.length > 0) {
      this.#group.push(frame);
      this.#groupBytes += bytesOf(frame);
    }
    for (const watcher of this.#watchers) watcher.frame(frame);
  }

  #fail(fault: CameraFault): void {
    if (this.#closed) return;
    clearTimeout(this.#silence);
    this.#silence = undefined;
    this.#stream = undefined;
    this.#group = [];
    this.#groupBytes = 0;
    this.#fault = fault;
    for (const watcher of this.#watchers) watcher.fault(fault);
    if (this.#watchers.size === 0) return this.close();
    const wait = fault.lack === 'bPictures' ? SETTING_WAIT_MS : this.#wait;
    this.#retry = setTimeout(() => void this.#open(), wait);
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 2);
  }
}
