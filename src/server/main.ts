import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCollector } from '#feature/collector/server/public.ts';
import { startDemonstration } from '#feature/demonstration/server/index.ts';
import { openIngest } from '#feature/ingest/server/public.ts';
import { startMessaging } from '#feature/messaging/server/public.ts';
import { buildApp } from './app.ts';
import { ConfigError, readConfig, ROLES } from './config.ts';
import { openDatabase } from './database/db.ts';
import { migrate } from './database/migrate.ts';
import { oneAtATime } from './database/oneAtATime.ts';
import { openFileStore } from './files.ts';
import { openJobs } from './jobs.ts';
import { openLog } from './log.ts';
import { startEmbeddedPostgres } from './postgres/embedded.ts';
import { startWorker } from './role/worker.ts';
import { seed } from './seed/seed.ts';
import type { Services } from './route.ts';

/** What stands between a start and its clean end, last opened first closed. */
const closers: (() => Promise<unknown>)[] = [];
let ending: Promise<void> | undefined;

function end(code: number): Promise<void> {
  ending ??= (async () => {
    for (const close of closers.reverse()) {
      await Promise.race([close(), sleep(20_000, undefined, { ref: false })]).catch((error: unknown) =>
        console.error(`While stopping: ${String(error)}`),
      );
    }
    process.exit(code);
  })();
  return ending;
}

async function start(): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < 24)
    throw new ConfigError(`Node 24 or newer is needed, this is ${process.version}; start with npm start.`);
  const given = readConfig(process.env);
  const log = openLog(given.logLevel);
  process.once('SIGINT', () => void end(0));
  process.once('SIGTERM', () => void end(0));

  let connectionString = given.databaseUrl;
  let fresh = false;
  if (connectionString === undefined) {
    console.log('Starting the embedded PostgreSQL …');
    const postgres = await startEmbeddedPostgres({ dataDir: given.dataDir, log });
    closers.push(() => postgres.stop());
    void postgres.died.then((why) => {
      log.fatal(`PostgreSQL ended: ${why}`);
      return end(1);
    });
    ({ connectionString, fresh } = postgres);
  }

  const system = await openDatabase(connectionString, { max: 10, log });
  closers.push(() => system.close());
  const { demo, password, jobs } = await oneAtATime(system.pool, async () => {
    await migrate(system.pool, { log });
    const seeded = await seed(system.db, given, fresh);
    return { ...seeded, jobs: await openJobs(system.pool, { worker: false, log }) };
  });
  closers.push(() => jobs.close());
  const app = await openDatabase(connectionString, { max: 10, role: 'app', log });
  closers.push(() => app.close());

  const filesDir = join(given.dataDir, 'files');
  const ingest = openIngest({ system: system.db, log });
  closers.push(() => ingest.close());
  const messaging =
    given.roles.has('broker') || given.roles.has('ingest')
      ? await startMessaging({ system: system.db, pool: system.pool, config: given, ingest, log })
      : undefined;
  closers.push(async () => messaging?.stop());
  const { doors } = messaging ?? {};
  // Browsers are told the port that was found free.
  const collectorAllow = new Set(given.collectorAllow);
  const config = { ...given, mqttWsPort: doors?.wsPort ?? given.mqttWsPort, collectorAllow };
  const services: Services = {
    system: system.db,
    pool: system.pool,
    db: app.db,
    config,
    files: openFileStore(filesDir),
    jobs,
    log,
  };
  if (config.roles.has('worker')) {
    const worker = startWorker({ connectionString, filesDir, config }, log);
    closers.push(() => worker.stop());
  }
  const collector = config.roles.has('ingest')
    ? startCollector({ ingest, system: system.db, pool: system.pool, log, allowed: collectorAllow })
    : undefined;
  closers.push(async () => collector?.stop());
  // Every role answers for its health and figures; calls, pages and the door of gateways only where they run.
  const server = await buildApp(services, ingest, messaging, collector);
  closers.push(() => server.close());
  await server.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`PORT ${config.port} on ${config.host}: it is in use; set another one.`);
  });
  const [address] = server.addresses();
  const port = typeof address === 'object' ? address.port : config.port;
  const baseUrl = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  if (password !== undefined) console.log(`Operator account: operator / ${password} (shown only this once)`);
  const some = config.roles.size < ROLES.length ? ` (${[...config.roles].join(', ')})` : '';
  console.log(`\nMeterhouse is ready: ${baseUrl}${some}\n`);
  // It speaks through the doors of this very process.
  if (demo && config.roles.has('api') && config.roles.has('ingest')) {
    console.log('Demonstration accounts: operator / operator-demo, steel / steel-demo, campus / campus-demo');
    const demonstration = startDemonstration({
      baseUrl,
      ...(doors?.mqttPort ? { mqttUrl: `mqtt://127.0.0.1:${doors.mqttPort}` } : {}),
      allow: (address) => collectorAllow.add(address),
      config,
      system: system.db,
      log,
    });
    closers.push(() => demonstration.stop());
  }
}

try {
  await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  if (!(error instanceof ConfigError) && process.env['LOG_LEVEL'] === 'debug') console.error(error);
  await end(error instanceof ConfigError ? ConfigError.EXIT_CODE : 1);
}
