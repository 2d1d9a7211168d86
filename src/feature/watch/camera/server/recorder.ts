import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import {
  type CameraRun,
  camerasToRecord,
  endCameraRun,
  type RunEnd,
  takeCameraRuns,
} from '#feature/watch/linkage/server/public.ts';
import type { CameraConfig } from '#server/cameraConfig.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import type { FileStore } from '#server/files.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import type { Text } from '#contract/text.ts';
import { LACKS } from '../contract.ts';
import { bytesOf, type Frame } from '../domain/h264.ts';
import { Ring } from '../domain/ring.ts';
import { type Camera, cameraOf, type CameraReader } from './camera.ts';
import type { Cameras } from './cameras.ts';
import { clearClips, keepClip } from './clipStore.ts';
import { CameraFault } from './door.ts';
import { movieOf } from './movie.ts';
import { openTurn } from './turn.ts';
import type { Watcher } from './upstream.ts';

const LOOK_MS = 1000;
/** How often the list of cameras that are recorded is read, ms. */
const READ_MS = 5000;
const CLEAR_MS = 10 * 60_000;
/** A recording that is being written is not left alone for so long, ms. */
const DRAFT_MS = HOUR_MS;
const RING_BYTES = 32 * 2 ** 20;
/** The ring holds so much more than is asked for, s: an alarm is known a little after it was raised. */
const SPARE_S = 5;
/** A recording ends at this size, below what the store of files takes. */
const MOST_BYTES = 45 * 2 ** 20;
/** A camera that sends no picture within it has none, ms. */
const FIRST_MS = 8000;

export interface RecorderWays {
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly cameras: Cameras;
  readonly reader: CameraReader;
  readonly clips: FileStore;
  readonly config: CameraConfig;
  readonly log: Log;
}

interface Watched {
  readonly version: string;
  readonly leadSeconds: number;
  readonly ring: Ring;
  readonly listeners: Set<Watcher>;
  readonly end: () => void;
}

/** Keeps the newest seconds of the cameras that linkages ask for, and records them when an alarm is raised. */
export class Recorder {
  readonly #ways: RecorderWays;
  readonly #watched = new Map<number, Watched>();
  readonly #running = new Set<Promise<void>>();
  /** Why a watched camera sends no pictures now. */
  readonly #faults = new Map<number, CameraFault>();
  /** ms of the steady clock: one that is set keeps nothing waiting. */
  #readAt = -Infinity;
  #clearedAt = -Infinity;

  constructor(ways: RecorderWays) {
    this.#ways = ways;
  }

  /** Does what is due now. @returns how many runs were begun */
  async look(): Promise<number> {
    const { db, clips, config } = this.#ways;
    const now = performance.now();
    if (now - this.#readAt >= READ_MS) {
      this.#readAt = now;
      await this.#follow();
    }
    if (now - this.#clearedAt >= CLEAR_MS) {
      this.#clearedAt = now;
      await clearClips(db, clips, config);
      await clips.clearDrafts(DRAFT_MS);
    }
    const runs = await takeCameraRuns(db);
    for (const run of runs) {
      const running = this.#do(run).catch((error: unknown) =>
        this.#ways.log.warn(`Recording: ${String(error)}`),
      );
      this.#running.add(running);
      void running.finally(() => this.#running.delete(running));
    }
    return runs.length;
  }

  /** Resolves when no recording runs. */
  async idle(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Another process records now. */
  letGo(): void {
    for (const { end } of this.#watched.values()) end();
    this.#watched.clear();
    this.#faults.clear();
    this.#readAt = -Infinity;
  }

  /** Watches the cameras that are asked for, and no others. */
  async #follow(): Promise<void> {
    const { db, reader } = this.#ways;
    const wanted = await camerasToRecord(db);
    const kept = new Set(wanted.map(({ cameraId }) => cameraId));
    for (const id of this.#watched.keys()) if (!kept.has(id)) this.#forget(id);
    for (const { cameraId, leadSeconds } of wanted) {
      const camera = await cameraOf(db, reader, cameraId).catch(() => undefined);
      const known = this.#watched.get(cameraId);
      if (known && known.version === camera?.version && known.leadSeconds === leadSeconds) continue;
      this.#forget(cameraId);
      if (camera && camera.lack === null) this.#watch(camera, leadSeconds);
    }
  }

  #forget(cameraId: number): void {
    this.#watched.get(cameraId)?.end();
    this.#watched.delete(cameraId);
    this.#faults.delete(cameraId);
  }

  #watch(camera: Camera, leadSeconds: number): void {
    const { cameras, log } = this.#ways;
    if (camera.kind !== 'onvif' && camera.kind !== 'rtsp') return;
    const ring = new Ring(leadSeconds + SPARE_S, RING_BYTES);
    const listeners = new Set<Watcher>();
    try {
      const end = cameras.watch(camera, {
        frame: (frame) => {
          this.#faults.delete(camera.id);
          ring.push(frame);
          for (const listener of listeners) listener.frame(frame);
        },
        fault: (fault) => {
          this.#faults.set(camera.id, fault);
          // The few pictures before it was known are no recording.
          if (fault.lack === 'bPictures') ring.clear();
          for (const listener of listeners) listener.fault(fault);
        },
      });
      this.#watched.set(camera.id, { version: camera.version, leadSeconds, ring, listeners, end });
    } catch (error) {
      if (!(error instanceof CameraFault)) throw error;
      log.warn(`Camera ${camera.id}: ${error.text.en}`);
    }
  }

  async #do(run: CameraRun): Promise<void> {
    const { db } = this.#ways;
    await endCameraRun(db, run, await this.#record(run));
  }

  /** Takes the picture at once and the recording until its end; one of the two is enough. */
  async #record(run: CameraRun): Promise<RunEnd> {
    const { db, reader, cameras, clips } = this.#ways;
    const camera = await cameraOf(db, reader, run.cameraId).catch(() => undefined);
    if (!camera) return { state: 'failed', reason: 'noAnswer', detail: both(GONE) };
    if (camera.lack) return { state: 'failed', reason: 'noAnswer', detail: both(LACKS[camera.lack]) };
    const about = { cameraId: camera.id, run };
    const picture = cameras
      .eye(camera)
      .snapshot()
      .then(async ({ body }) => {
        const at = Date.now();
        await keepClip(db, clips, { ...about, kind: 'snapshot', beginAt: at, endAt: at, content: body });
      });
    const [pictured, frames] = await Promise.all([
      picture.then(() => null).catch((error: unknown) => whyOf(error)),
      this.#frames(camera, run),
    ]);
    const movie = typeof frames === 'string' ? null : movieOf(frames);
    const [first, last] = typeof frames === 'string' ? [] : [frames[0], frames.at(-1)];
    if (movie && first && last) {
      await keepClip(db, clips, {
        ...about,
        kind: 'clip',
        beginAt: first.heardAt,
        endAt: last.heardAt,
        content: movie,
      });
      return {
        state: 'done',
        reason: 'recorded',
        detail: `${((last.heardAt - first.heardAt) / 1000).toFixed(1)} s, ${(movie.length / 2 ** 20).toFixed(1)} MB`,
      };
    }
    const why = typeof frames === 'string' ? frames : both(NO_BEGINNING);
    if (pictured === null) return { state: 'done', reason: 'pictured', detail: why };
    return { state: 'failed', reason: 'noAnswer', detail: `${pictured}; ${why}` };
  }

  /** The pictures from the time before the alarm to that behind it; a sentence where there are none. */
  #frames(camera: Camera, run: CameraRun): Promise<readonly Frame[] | string> {
    if (camera.kind !== 'onvif' && camera.kind !== 'rtsp') return Promise.resolve(both(LACKS.noStream));
    const until = Math.max(Date.now(), run.raisedAt) + run.seconds * 1000;
    const known = this.#watched.get(camera.id);
    const frames: Frame[] = [...(known?.ring.since(run.raisedAt - run.leadSeconds * 1000) ?? [])];
    let size = frames.reduce((sum, frame) => sum + bytesOf(frame), 0);
    return new Promise((resolve) => {
      let why = both(this.#faults.get(camera.id)?.text ?? NO_PICTURE);
      let leave: () => void = () => {};
      const done = (): void => {
        clearTimeout(first);
        clearTimeout(end);
        leave();
        resolve(frames.length > 0 ? frames : why);
      };
      const ears: Watcher = {
        frame: (frame) => {
          if (frames.length === 0 && !frame.key) return;
          frames.push(frame);
          size += bytesOf(frame);
          if (size > MOST_BYTES) done();
        },
        fault: (fault) => {
          why = both(fault.text);
          if (fault.lack === 'bPictures') frames.length = 0;
        },
      };
      const first = setTimeout(() => {
        if (frames.length === 0) done();
      }, FIRST_MS);
      const end = setTimeout(done, Math.max(0, until - Date.now()));
      if (known) {
        known.listeners.add(ears);
        leave = () => void known.listeners.delete(ears);
        return;
      }
      try {
        leave = this.#ways.cameras.watch(camera, ears);
      } catch (error) {
        why = whyOf(error);
        done();
      }
    });
  }
}

const GONE: Text = { zh: '摄像机已删除', en: 'the camera is gone' };
const NO_BEGINNING: Text = { zh: '没有可作开头的画面', en: 'no picture to begin with' };
const NO_PICTURE: Text = { zh: '视频流没有画面', en: 'the stream sent no picture' };

/** A record is read in either language. */
const both = ({ zh, en }: Text): string => `${zh} / ${en}`;

const whyOf = (error: unknown): string =>
  error instanceof CameraFault ? both(error.text) : error instanceof Error ? error.message : String(error);

/** Records in one process at a time, whichever has the turn. `stop` waits for the look at work, not for recordings. */
export function startRecording(ways: RecorderWays): { stop(): Promise<void> } {
  const recorder = new Recorder(ways);
  const stopping = new AbortController();
  const turn = openTurn(ways.pool, () => recorder.letGo());
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        if (await turn.mine()) await recorder.look();
      } catch (error) {
        ways.log.warn(`Recording: ${error instanceof Error ? error.message : String(error)}`);
      }
      await sleep(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
      recorder.letGo();
      turn.close();
      ways.cameras.close();
    },
  };
}
