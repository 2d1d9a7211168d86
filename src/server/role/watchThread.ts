import { parentPort, workerData } from 'node:worker_threads';
import { startControlWatch } from '#feature/watch/control/server/public.ts';
import { startJudging } from '#feature/watch/judge/server/public.ts';
import { outliveLostConnections } from '../database/away.ts';
import { openDatabase } from '../database/db.ts';
import { loadLanguages } from '../languages.ts';
import { openLog } from '../log.ts';
import { openClock } from '../ownClock.ts';
import type { WorkerData } from './worker.ts';

parentPort?.postMessage('loaded');
const settings = workerData as WorkerData;
const log = openLog(settings.config.logLevel).child({ role: 'watch' });
outliveLostConnections(log);
loadLanguages();
const database = await openDatabase(settings.connectionString, { max: 3, name: 'watch', log });
const judging = startJudging(database, settings.config, log, await openClock(database.db));
const commands = startControlWatch(database.db, log);

parentPort?.once('message', () => {
  void (async () => {
    await judging.stop();
    await commands.stop();
    await database.close();
    process.exit(0);
  })();
});
