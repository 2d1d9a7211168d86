import type { Log } from '#server/database/log.ts';
import { openSealer } from '#server/secret.ts';
import type { Db } from '#server/database/db.ts';
import type { Services } from '#server/route.ts';
import type { Camera, CameraReader } from './camera.ts';
import { CameraFault } from './door.ts';
import { Eye } from './eye.ts';
import { dropMotion, turnsElsewhere } from './motionKeeper.ts';
import { type MotionBook, Mover } from './mover.ts';
import { Upstream, type Watcher } from './upstream.ts';

/** A process opens so many streams at most. */
const MOST_STREAMS = 16;
/** What is known of a camera is forgotten after so long without a question, ms. */
const IDLE_MS = 10 * 60_000;
const MOST_KNOWN = 500;

const FULL = new CameraFault({
  zh: `同时播放的视频已达 ${MOST_STREAMS} 路，请先关闭其他画面`,
  en: `${MOST_STREAMS} streams play at once already: close another first`,
});

interface Known {
  readonly eye: Eye;
  readonly mover: Mover;
  upstream: Upstream | undefined;
  usedAt: number;
}

/** The cameras that this process talks with. */
export class Cameras {
  readonly #log: Log;
  readonly #bookOf: (cameraId: number) => MotionBook | undefined;
  readonly #known = new Map<number, Known>();
  #streams = 0;

  /** @param bookOf what is written down of the motions of a camera; default nothing */
  constructor(log: Log, bookOf: (cameraId: number) => MotionBook | undefined = () => undefined) {
    this.#log = log;
    this.#bookOf = bookOf;
  }

  eye(camera: Camera): Eye {
    return this.#of(camera).eye;
  }

  mover(camera: Camera): Mover {
    return this.#of(camera).mover;
  }

  /** Stops a camera that this process moves. */
  async stop(cameraId: number): Promise<void> {
    await this.#known.get(cameraId)?.mover.stop();
  }

  /** Watches a camera: all who do share one stream. @returns to end it @throws CameraFault beyond `MOST_STREAMS` */
  watch(camera: Camera, watcher: Watcher): () => void {
    const known = this.#of(camera);
    if (!known.upstream) {
      if (this.#streams >= MOST_STREAMS) throw FULL;
      this.#streams++;
      const upstream: Upstream = new Upstream(known.eye, () => {
        this.#streams--;
        if (known.upstream === upstream) known.upstream = undefined;
      });
      known.upstream = upstream;
    }
    return known.upstream.watch(watcher);
  }

  get streams(): number {
    return this.#streams;
  }

  close(): void {
    for (const { upstream, mover } of this.#known.values()) {
      upstream?.close();
      void mover.stop().catch(() => {});
    }
    this.#known.clear();
  }

  /** What is known of a camera, anew when its settings changed. */
  #of(camera: Camera): Known {
    const before = this.#known.get(camera.id);
    if (before?.eye.camera.version === camera.version) {
      before.usedAt = Date.now();
      return before;
    }
    before?.upstream?.close();
    void before?.mover.stop().catch(() => {});
    const eye = new Eye(camera);
    const known: Known = {
      eye,
      mover: new Mover(eye, this.#log, this.#bookOf(camera.id)),
      upstream: undefined,
      usedAt: Date.now(),
    };
    if (this.#known.size >= MOST_KNOWN) this.#forget();
    this.#known.set(camera.id, known);
    return known;
  }

  #forget(): void {
    for (const [id, { upstream, mover, usedAt }] of this.#known)
      if (!upstream && !mover.moving && Date.now() - usedAt > IDLE_MS) this.#known.delete(id);
  }
}

const opened = new WeakMap<object, Cameras>();

/** What is written down of the motions of a camera, for all processes. */
export const motionBook =
  (system: Db) =>
  (cameraId: number): MotionBook => ({
    settled: (mark) => dropMotion(system, cameraId, mark),
    elsewhere: (part, mark) => turnsElsewhere(system, cameraId, part, mark),
  });

/** The cameras of a process, by its services. */
export function camerasOf({ system, log }: Pick<Services, 'system' | 'log'>): Cameras {
  const known = opened.get(system);
  if (known) return known;
  const cameras = new Cameras(log, motionBook(system));
  opened.set(system, cameras);
  return cameras;
}

/** What cameras are read with by calls. */
export const readerOf = ({ system, config }: Pick<Services, 'system' | 'config'>): CameraReader => ({
  system,
  sealer: openSealer(config),
  allowed: config.collectorAllow,
  platform: config.camera.serverUrl !== null,
});
