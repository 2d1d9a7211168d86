import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/database/log.ts';
import { type Lack, LACKS, type MotionName } from '../contract.ts';
import { type Motion, motionOf } from '../domain/motion.ts';
import { CameraFault } from './door.ts';
import type { Eye } from './eye.ts';
import { halt, OWN_STOP_MS } from './halt.ts';
import type { TurnedPart } from './motionKeeper.ts';
import type { Device } from './onvif.ts';

/** One press opens or closes the aperture by this part of its range. */
const IRIS_PART = 0.1;

/** What is written down is asked for so long at the end of a motion; then the camera is stopped all the same, ms. */
const ASKED_MS = 200;

const lacking = (lack: Lack): CameraFault => new CameraFault(LACKS[lack], lack);

type Turning = Exclude<Motion, { part: 'iris' }>;

/** What is written down of the motions of a camera, for other processes. */
export interface MotionBook {
  /** The motion of a mark was stopped. */
  readonly settled: (mark: string) => Promise<void>;
  /** Whether another process turns the same part by now, and stops it. */
  readonly elsewhere: (part: TurnedPart, mark: string) => Promise<boolean>;
}

const NOTHING: MotionBook = { settled: async () => {}, elsewhere: async () => false };

/**
 * Moves one camera, and stops it: after its time unless the motion is repeated, whatever became of whoever began it.
 * What it is told goes out one after another.
 */
export class Mover {
  readonly #eye: Eye;
  readonly #log: Log;
  readonly #book: MotionBook;
  #moving: Turning | undefined;
  /** It was told to turn, and not yet to stop. */
  #turns = false;
  /** Which motion was written down last. */
  #mark = '';
  #kept: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #sending = false;
  #stops = 0;

  constructor(eye: Eye, log: Log, book: MotionBook = NOTHING) {
    this.#eye = eye;
    this.#log = log;
    this.#book = book;
  }

  get moving(): boolean {
    return this.#moving !== undefined;
  }

  /**
   * Begins or goes on with a motion. @param keep writes down that it is going to turn, before it does; gives the mark of it,
   * null = it was let go meanwhile
   * @throws CameraFault with what the camera lacks
   */
  async move(
    name: MotionName,
    speed: number,
    keep: (part: TurnedPart) => Promise<string | null> = async () => '',
  ): Promise<void> {
    const motion = motionOf(name, speed);
    const stops = this.#stops;
    const device = await this.#eye.device();
    this.#refuseLacking(device, motion);
    // Let go before the camera said what it can: it does not begin afterwards.
    if (this.#stops !== stops) return;
    if (motion.part === 'iris') return this.#next(() => this.#step(device, motion.step));
    const mark = await this.#written(() => keep(motion.part));
    if (mark === null) return;
    // Or while it was written down.
    if (this.#stops !== stops) return this.#strike(mark);
    this.#mark = mark;
    // The dead man begins before anything is sent: an answer may never come.
    this.#arm();
    const same = JSON.stringify(this.#moving) === JSON.stringify(motion);
    if (same && this.#sending) return;
    const before = this.#moving;
    this.#moving = motion;
    this.#sending = true;
    try {
      await this.#next(async () => {
        if (before && before.part !== motion.part) await halt(this.#eye, before.part, device);
        if (this.#moving !== motion) return;
        this.#turns = true;
        await this.#begin(device, motion);
      });
    } finally {
      this.#sending = false;
    }
  }

  /** Stops what moves, and what was about to; resolves when the camera took it. */
  async stop(): Promise<void> {
    this.#stops++;
    clearTimeout(this.#timer);
    const motion = this.#moving;
    const mark = this.#mark;
    this.#moving = undefined;
    if (!motion) return;
    await this.#next(async () => {
      // Somebody began anew meanwhile.
      if (this.#moving) return;
      await halt(this.#eye, motion.part);
      this.#turns = false;
      await this.#book.settled(mark);
    });
  }

  #arm(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#expire().catch((error: unknown) =>
        this.#log.warn(`Camera ${this.#eye.camera.id} could not be stopped: ${String(error)}`),
      );
    }, this.#eye.camera.moveMs);
  }

  /** Its time is over: it is stopped, unless another process goes on with it. */
  async #expire(): Promise<void> {
    const motion = this.#moving;
    const mark = this.#mark;
    const elsewhere = motion !== undefined && (await this.#elsewhere(motion.part, mark));
    // Somebody went on with it here meanwhile.
    if (this.#mark !== mark) return;
    if (!elsewhere) return this.stop();
    this.#moving = undefined;
    this.#turns = false;
  }

  async #elsewhere(part: TurnedPart, mark: string): Promise<boolean> {
    const slow = sleep(ASKED_MS, false, { ref: false });
    return Promise.race([this.#book.elsewhere(part, mark).catch(() => false), slow]);
  }

  /** What is written down comes back in the order in which it was: the last one stands there. */
  #written(keep: () => Promise<string | null>): Promise<string | null> {
    const done = this.#kept.then(keep);
    this.#kept = done.catch(() => {});
    return done;
  }

  /** Takes back what was written down of a motion that does not begin, unless it still turns from before. */
  #strike(mark: string): Promise<void> {
    return this.#next(async () => {
      if (!this.#turns) await this.#book.settled(mark);
    });
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => {});
    return done;
  }

  #refuseLacking(device: Device, motion: Motion): void {
    if (motion.part === 'head') {
      if (this.#eye.camera.fixed) throw lacking('fixed');
      if (!device.ptzUrl) throw lacking('noHead');
    } else if (motion.part === 'focus') {
      if (!device.focus || !device.imagingUrl || device.source === null) throw lacking('noFocus');
    } else if (!device.iris || !device.imagingUrl || device.source === null) throw lacking('autoExposure');
  }

  async #begin(device: Device, motion: Turning): Promise<void> {
    const { onvif, camera } = this.#eye;
    if (motion.part === 'head' && device.ptzUrl)
      await onvif.move(device.ptzUrl, device.profile, motion, Math.min(OWN_STOP_MS, camera.moveMs));
    else if (motion.part === 'focus' && device.imagingUrl && device.source !== null)
      await onvif.focus(device.imagingUrl, device.source, motion.speed);
  }

  /** The attenuation grows as the aperture closes. */
  async #step(device: Device, step: number): Promise<void> {
    const { onvif } = this.#eye;
    if (!device.imagingUrl || device.source === null || !device.iris) throw lacking('autoExposure');
    const { from, to } = device.iris;
    const now = await onvif.iris(device.imagingUrl, device.source);
    if (now === null) throw lacking('autoExposure');
    const next = Math.min(to, Math.max(from, now - step * (to - from) * IRIS_PART));
    await onvif.setIris(device.imagingUrl, device.source, Math.round(next * 100) / 100);
  }
}
