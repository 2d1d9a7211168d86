import { parentPort, workerData } from 'node:worker_threads';
import { recordCameras } from '#feature/watch/camera/server/public.ts';
import { outliveLostConnections } from '../database/away.ts';
import { openDatabase } from '../database/db.ts';
import { openLog } from '../log.ts';
import { loadLanguages } from '../languages.ts';
import type { WorkerData } from './worker.ts';

parentPort?.postMessage('loaded');
const settings = workerData as WorkerData;
const log = openLog(settings.config.logLevel).child({ role: 'camera' });
outliveLostConnections(log);
loadLanguages();
const database = await openDatabase(settings.connectionString, { max: 5, log });
const allowed = new Set(settings.config.collectorAllow);
const recording = recordCameras({ ...settings, database, allowed, log });

parentPort?.on('message', (message: unknown) => {
  if (typeof message === 'object' && message !== null && 'allow' in message) {
    allowed.add(String(message.allow));
    return;
  }
  void (async () => {
    await recording.stop();
    await database.close();
    process.exit(0);
  })();
});
