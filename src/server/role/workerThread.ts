import { parentPort, workerData } from 'node:worker_threads';
import { followNationalList } from '#feature/money/calendar/server/public.ts';
import { startClockWatch, startSilenceWatch } from '#feature/meters/communication/server/public.ts';
import { startDemandWatch } from '#feature/money/demand/server/public.ts';
import { startFigureRepair } from '#feature/meters/figureRule/server/public.ts';
import { startReleasing } from '#feature/meters/ingest/server/public.ts';
import { wantedSumsOf } from '#feature/meters/subject/server/public.ts';
import { followAreaList } from '#feature/settings/masterData/server/public.ts';
import { startDueWatch } from '#feature/archive/meteringArchive/server/public.ts';
import { tellFoldsOf } from '#feature/meters/messaging/server/public.ts';
import { startLinkageLoop } from '#feature/watch/linkage/server/public.ts';
import { startShedWatch } from '#feature/watch/shed/server/public.ts';
import { alarmBook } from '#feature/watch/plant/server/public.ts';
import { startOutboxLoop } from '#feature/house/outbox/server/public.ts';
import {
  shareFigures,
  startFoldLoop,
  startKeepingSums,
  startPacking,
  startSealing,
} from '#feature/meters/reading/server/public.ts';
import { startThinning } from '#feature/meters/signalStore/server/public.ts';
import { startDayTurn, startIssuing } from '#feature/assets/plan/server/public.ts';
import { startUploadLoop } from '#feature/reporting/upload/server/public.ts';
import { startReportWatch } from '#feature/energy/report/server/public.ts';
import { startLogUpkeep } from '#feature/settings/systemLog/server/public.ts';
import { runTask } from '#feature/house/task/server/public.ts';
import { outliveLostConnections } from '../database/away.ts';
import { openDatabase } from '../database/db.ts';
import { taskHandlers } from '../features.ts';
import { openFileStore } from '../files.ts';
import { openJobs, refileTasks } from '../jobs.ts';
import { loadLanguages } from '../languages.ts';
import { openLog } from '../log.ts';
import { openClock } from '../ownClock.ts';
import type { WorkerData } from './worker.ts';

parentPort?.postMessage('loaded');
const settings = workerData as WorkerData;
shareFigures(settings.figures);
const log = openLog(settings.config.logLevel).child({ role: 'worker' });
outliveLostConnections(log);
loadLanguages();
const database = await openDatabase(settings.connectionString, { max: 8, log });
// What a task does in the name of a person is held to what the person may see.
const requests = await openDatabase(settings.connectionString, { max: 2, role: 'app', log });
const files = openFileStore(settings.filesDir);
const jobs = await openJobs(database.pool, { worker: true, log });
await followNationalList(database.db);
await followAreaList(database.db);
tellFoldsOf(database, log);
const upkeep = startLogUpkeep(database.db, log);
const fold = startFoldLoop(database, log);
const packing = startPacking(database, log);
const sealing = startSealing(database, settings.config.sealAfterDays, log);
const thinning = startThinning(database.pool, log);
const sums = startKeepingSums(database, wantedSumsOf, log);
const outbox = startOutboxLoop(database.db, settings.config.outbox, files, log);
const linkages = startLinkageLoop(database.db, settings.config, log);
const clock = await openClock(database.db);
const watch = startClockWatch(database.db, clock, log);
const book = alarmBook(settings.config);
const silence = startSilenceWatch(database.db, book, log, clock);
const releasing = startReleasing(database, log, clock);
const due = startDueWatch(database.db, log);
const demand = startDemandWatch(database.db, book, log);
const shedding = startShedWatch(database.db, log);
const outwardAllow = new Set(settings.config.outwardAllow);
const uploads = startUploadLoop(database, { ...settings.config, outwardAllow }, log);
const issuing = startIssuing({
  ...database,
  log,
  external: settings.config.mqttUrl !== undefined,
});
const planDays = startDayTurn(database.db, log);
const reports = startReportWatch(database.db, { jobs }, log);
await refileTasks(database.db, jobs);
await startFigureRepair(database.db, { jobs });
const { db: system, pool } = database;
const services = { system, pool, db: requests.db, config: settings.config, files, jobs, log };
await jobs.work((id) => runTask(services, id, taskHandlers));

parentPort?.on('message', (message: unknown) => {
  if (typeof message === 'object' && message !== null && 'allow' in message) {
    outwardAllow.add(String(message.allow));
    return;
  }
  void (async () => {
    upkeep.stop();
    await reports.stop();
    await Promise.all([
      jobs.close(),
      fold.stop(),
      packing.stop(),
      sealing.stop(),
      thinning.stop(),
      sums.stop(),
      outbox.stop(),
      linkages.stop(),
      watch.stop(),
      silence.stop(),
      releasing.stop(),
      due.stop(),
      demand.stop(),
      shedding.stop(),
      uploads.stop(),
      issuing.stop(),
      planDays.stop(),
    ]);
    await Promise.all([database.close(), requests.close()]);
    process.exit(0);
  })();
});
