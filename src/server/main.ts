import type { Server } from 'node:http';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '#domain/time/duration.ts';
import { startCollector } from '#feature/meters/collector/server/public.ts';
import { startSender } from '#feature/watch/control/server/public.ts';
import {
  enterAccounts,
  openAccounts,
  startDemonstration,
} from '#feature/home/demonstration/server/public.ts';
import { openIngest, retimeHeld } from '#feature/meters/ingest/server/public.ts';
import { startMessaging } from '#feature/meters/messaging/server/public.ts';
import { buildApp } from './app.ts';
import { refuseHalfDatabase, refuseHalfFolder } from './backup/restoreMark.ts';
import { type Config, ConfigError, isLoopback, readConfig, ROLES } from './config.ts';
import { AWAY_EXIT_CODE, isAway, outliveLostConnections, sentenceOf } from './database/away.ts';
import { openSealer } from './secret.ts';
import { openDatabase } from './database/db.ts';
import { migrate } from './database/migrate.ts';
import { oneAtATime } from './database/oneAtATime.ts';
import { beginDraining } from './draining.ts';
import { openFileStore } from './files.ts';
import { openJobs } from './jobs.ts';
import { loadLanguages } from './languages.ts';
import { openLog } from './log.ts';
import { clockText, openClock } from './ownClock.ts';
import { startEmbeddedPostgres } from './postgres/embedded.ts';
import { closedBy } from './reachConfig.ts';
import { startWorker, type WorkerRole } from './role/worker.ts';
import { seed } from './seed/seed.ts';
import { prepareFolder, withRemedy } from './storageFault.ts';
import { doubtOfCertificate } from './pem.ts';
import { openTlsRedirect } from './tlsRedirect.ts';
import type { Services } from './route.ts';

/** What stands between a start and its clean end, last opened first closed. */
const closers: (() => Promise<unknown>)[] = [];
let ending: Promise<void> | undefined;
/** An upload writes all the time; a draft so old belongs to nobody. */
const DRAFT_MS = HOUR_MS;

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
  loadLanguages();
  process.once('SIGINT', () => void end(0));
  let drain = async (): Promise<void> => {};
  process.once('SIGTERM', () => void drain().then(() => end(0)));

  let connectionString = given.databaseUrl;
  let fresh = false;
  if (connectionString === undefined) {
    refuseHalfFolder(given.dataDir);
    console.log('Starting the embedded PostgreSQL …');
    const postgres = await startEmbeddedPostgres({ dataDir: given.dataDir, log });
    closers.push(() => postgres.stop());
    void postgres.died.then((why) => {
      log.fatal(`PostgreSQL cannot be started again: ${why}`);
      return end(1);
    });
    ({ connectionString, fresh } = postgres);
  }
  outliveLostConnections(log);

  const system = await openDatabase(connectionString, { max: 10, log });
  closers.push(() => system.close());
  const { demo, password, jobs } = await oneAtATime(system.pool, async () => {
    await refuseHalfDatabase(system.pool);
    await migrate(system.pool, { log });
    const seeded = await seed(system.db, given, fresh);
    return { ...seeded, jobs: await openJobs(system.pool, { worker: false, log }) };
  });
  closers.push(() => jobs.close());
  const app = await openDatabase(connectionString, { max: 10, role: 'app', log });
  closers.push(() => app.close());

  const filesDir = join(given.dataDir, 'files');
  const files = openFileStore(filesDir);
  if (given.roles.has('api') || given.roles.has('worker')) {
    await prepareFolder(filesDir);
    // Who holds the folder with the database is alone; else another process may be at it.
    await files.clearDrafts(given.databaseUrl === undefined ? 0 : DRAFT_MS);
    setInterval(() => void files.clearDrafts(DRAFT_MS).catch(() => {}), DRAFT_MS).unref();
  }
  const clock = await openClock(system.db);
  const doubt = clock.look();
  if (doubt) console.error(`\n${clockText(doubt, Date.now()).en}.\n`);
  clock.stepped = (step) =>
    void retimeHeld(system.db, step).catch((error: unknown) => log.warn(`The clock: ${String(error)}`));
  const ingest = openIngest({ system: system.db, log, clock });
  closers.push(() => ingest.close());
  const messaging =
    given.roles.has('broker') || given.roles.has('ingest')
      ? await startMessaging({ system: system.db, pool: system.pool, config: given, ingest, log })
      : undefined;
  closers.push(async () => messaging?.stop());
  const { doors } = messaging ?? {};
  // Browsers are told the port that was found free.
  // The embedded database is closed to what people enter as an external one is.
  const closed = closedBy(connectionString);
  const collectorAllow = new Set([...given.collectorAllow, ...closed]);
  const outwardAllow = new Set([...given.outwardAllow, ...closed]);
  const config = { ...given, mqttWsPort: doors?.wsPort ?? given.mqttWsPort, collectorAllow, outwardAllow };
  const services: Services = {
    system: system.db,
    pool: system.pool,
    db: app.db,
    config,
    files,
    jobs,
    log,
  };
  let worker: WorkerRole | undefined;
  closers.push(async () => worker?.stop());
  const collector = config.roles.has('ingest')
    ? startCollector({ ingest, system: system.db, pool: system.pool, log, allowed: collectorAllow })
    : undefined;
  closers.push(async () => collector?.stop());
  const sender =
    collector &&
    startSender({
      system: system.db,
      pool: system.pool,
      log,
      collector,
      sealer: openSealer(config),
      external: given.mqttUrl !== undefined,
    });
  closers.push(async () => sender?.stop());
  // It speaks through the doors of this very process.
  const demonstrated = demo && config.roles.has('api') && config.roles.has('ingest');
  // Whoever reads the accounts below can log in with them.
  if (demonstrated) await enterAccounts(system.db, config);
  // Every role answers for its health and figures; calls, pages and the door of gateways only where they run.
  const server = await buildApp(services, ingest, messaging, collector);
  closers.push(() => server.close());
  await server.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`PORT ${config.port} on ${config.host}: it is in use; set another one.`);
  });
  // Calls are answered first: its threads load as much again as this process did.
  if (config.roles.has('worker')) worker = startWorker({ connectionString, filesDir, config }, log);
  const [address] = server.addresses();
  const port = typeof address === 'object' ? address.port : config.port;
  const baseUrl = `${config.web.tls ? 'https' : 'http'}://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  if (config.web.tlsRedirectPort !== undefined) {
    const redirect = openTlsRedirect(config, port);
    await listenOn(redirect, config.web.tlsRedirectPort, config.host);
    closers.push(async () => redirect.close());
  }
  for (const sentence of doubtsOf(config)) console.warn(sentence);
  if (password !== undefined) console.log(`Operator account: operator / ${password} (shown only this once)`);
  const some = config.roles.size < ROLES.length ? ` (${[...config.roles].join(', ')})` : '';
  drain = () => drained(config.drainSeconds);
  // Else it is written at the end alone, which a killed process never has.
  flushCompileCache();
  // The launcher starts again what was ready once.
  if (process.connected) process.send?.('ready');
  console.log(`\nMeterhouse is ready: ${baseUrl}${some}\n`);
  if (demonstrated) {
    const accounts = await openAccounts(system.db);
    if (accounts.length > 0) console.log(`Demonstration accounts: ${accounts.join(', ')}`);
    const demonstration = startDemonstration({
      baseUrl,
      ...(doors?.mqttPort ? { mqttUrl: `mqtt://127.0.0.1:${doors.mqttPort}` } : {}),
      allow: (address) => {
        collectorAllow.add(address);
        outwardAllow.add(address);
        worker?.allow(address);
      },
      config,
      system: system.db,
      log,
    });
    closers.push(() => demonstration.stop());
  }
}

/** Resolves when whoever shares out calls has heard that this process stops; at once where nobody does, or asks again. */
async function drained(seconds: number): Promise<void> {
  if (seconds === 0) return;
  beginDraining();
  console.log(`Stopping in ${seconds} s; until then what still comes is answered, and /readyz says no.`);
  const again = new AbortController();
  process.once('SIGTERM', () => again.abort());
  await sleep(seconds * 1000, undefined, { signal: again.signal }).catch(() => {});
}

/** What a person should know of the settings though the product runs with them. */
function doubtsOf({ web, mqttTls, host }: Config): string[] {
  const now = Date.now();
  return [
    web.tls && doubtOfCertificate(web.tls, 'TLS', now),
    mqttTls && doubtOfCertificate(mqttTls, 'MQTT_TLS', now),
    !isLoopback(host) && !web.allowedHosts
      ? `HOST=${host} without ALLOWED_HOSTS: the product answers under any name. List the names that browsers use.`
      : undefined,
  ].filter((sentence) => sentence !== undefined);
}

async function listenOn(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new Error(`TLS_REDIRECT_PORT ${port} on ${host} cannot be listened on: ${error.message}.`)),
    );
    server.listen(port, host, resolve);
  });
}

try {
  await start();
} catch (error) {
  console.error(withRemedy(sentenceOf(error), 'the data folder'));
  if (!(error instanceof ConfigError) && process.env['LOG_LEVEL'] === 'debug') console.error(error);
  await end(error instanceof ConfigError ? ConfigError.EXIT_CODE : isAway(error) ? AWAY_EXIT_CODE : 1);
}
