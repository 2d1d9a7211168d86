import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { openSealer } from '#server/secret.ts';
import { Cameras } from './cameras.ts';
import { openClips } from './clipStore.ts';
import { startRecording } from './recorder.ts';

/** The door of cameras: live pictures, the rules of their rows, and the recording of alarms. */
export { iVideoControlSlots } from './slots.ts';
export { openVideo } from './video.ts';

interface RecordingWays {
  readonly database: Database;
  readonly filesDir: string;
  readonly config: Config;
  /** Addresses of this machine that may be reached; grows with the demonstration. */
  readonly allowed: ReadonlySet<string>;
  readonly log: Log;
}

/** Records alarms in this process; see `startRecording`. */
export function recordCameras({ database, filesDir, config, allowed, log }: RecordingWays): {
  stop(): Promise<void>;
} {
  return startRecording({
    db: database.db,
    pool: database.pool,
    cameras: new Cameras(log),
    reader: {
      system: database.db,
      sealer: openSealer(config),
      allowed,
      platform: config.camera.serverUrl !== null,
    },
    clips: openClips(filesDir),
    config: config.camera,
    log,
  });
}
