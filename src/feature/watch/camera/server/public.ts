import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import type { Door } from '#server/door.ts';
import { openSealer } from '#server/secret.ts';
import { VIDEO_PATH } from '../contract.ts';
import { Cameras } from './cameras.ts';
import { openClips } from './clipStore.ts';
import { startMotionKeeper } from './motionKeeper.ts';
import { startRecording } from './recorder.ts';
import { openVideo } from './video.ts';

/** The door of cameras: live pictures, the rules of their rows, and the recording of alarms. */
export { iVideoControlSlots } from './slots.ts';

export const door: Door = { socket: { path: VIDEO_PATH, open: openVideo } };

interface RecordingWays {
  readonly database: Database;
  readonly filesDir: string;
  readonly config: Config;
  /** Addresses of this machine that may be reached; grows with the demonstration. */
  readonly allowed: ReadonlySet<string>;
  readonly log: Log;
}

/** Records alarms in this process (`startRecording`), and stops cameras that a dead process turned. */
export function recordCameras({ database, filesDir, config, allowed, log }: RecordingWays): {
  stop(): Promise<void>;
} {
  const { db, pool } = database;
  const reader = {
    system: db,
    sealer: openSealer(config),
    allowed,
    platform: config.camera.serverUrl !== null,
  };
  const keeper = startMotionKeeper({ db, pool, reader, log });
  const recording = startRecording({
    db,
    pool,
    cameras: new Cameras(log),
    reader,
    clips: openClips(filesDir),
    config: config.camera,
    log,
  });
  return {
    stop: async () => {
      await keeper.stop();
      await recording.stop();
    },
  };
}
