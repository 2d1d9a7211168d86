import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { newKey } from '#feature/assets/chargePile/server/public.ts';
import { issueToken, revokeTokens } from '#feature/meters/ingest/server/public.ts';
import { closeSession, cookieOf, openSession } from '#feature/house/session/server/public.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import {
  CAMERA_HOST,
  type CameraPorts,
  type DemoCharger,
  DEMO_SEED,
  DEMO_THREAD,
  type DemoMessage,
  type DemoSettings,
  MICROGRID,
  MODBUS_HOST,
  monthStart,
} from '../../../../../simulator/public.ts';
import { operatorOf, sampleFileOf } from './accounts.ts';
import { endFilling, tellFilling } from '#server/filling.ts';
import { loadState, saveState } from './state.ts';

export interface DemonstrationOptions {
  /** Where the product listens. */
  readonly baseUrl: string;
  /** Of the embedded broker; undefined = readings come over HTTP. */
  readonly mqttUrl?: string;
  /** Lets the product reach an `address:port` of this machine: the simulated meters and the simulated platform. */
  readonly allow?: (address: string) => void;
  readonly config: Pick<Config, 'sampleDir' | 'simulatorPort'>;
  readonly system: Db;
  readonly log: Log;
  /** Where progress is shown to the person at the console. */
  readonly say?: (line: string) => void;
  /** Start of the history, ms; default: the first day of the month 13 months ago. */
  readonly from?: number;
}

export interface Demonstration {
  /** Resolves when the history is in and folded, or when it was stopped or failed. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
}

const MONTHS = 13;
const SAVE_MS = 60_000;
const STOP_MS = 5000;

/**
 * Starts the demonstration beside the running product: a thread that enters two enterprises and their history
 * through the product's own doors (once; an interrupted start is repeated), then sends what their meters say.
 */
export function startDemonstration(options: DemonstrationOptions): Demonstration {
  const { system, log, say = console.log } = options;
  let thread: Worker | undefined;
  let stopping = false;
  let endSession: () => Promise<void> = async () => {};
  let settle: () => void = () => {};
  const ready = new Promise<void>((resolve) => {
    settle = () => {
      endFilling();
      endSession().catch((error: unknown) => log.warn(`Demonstration: ${String(error)}`));
      endSession = async () => {};
      resolve();
    };
  });

  const start = async (): Promise<void> => {
    const settings = await settingsOf(options, async () => {
      const session = await openOwnSession(system);
      endSession = () => closeSession(system, session);
      return session;
    });
    if (stopping) return;
    const worker = new Worker(DEMO_THREAD, { workerData: settings });
    thread = worker;
    const begun = Date.now();
    if (settings.fill) {
      tellFilling({ stage: 'entering', percent: 0 });
      say('Demonstration: entering two enterprises with 51 meters …');
    }
    let shown = 0;
    let savedAt = 0;
    const hear = async (message: DemoMessage): Promise<void> => {
      if (message.kind === 'open') {
        await follow(options, settings, message);
        say(`Simulated plant, faults to switch on and off: http://127.0.0.1:${message.consolePort}`);
      } else if (message.kind === 'province') await saveState(system, { province: message.state });
      else if (message.kind === 'ems') await saveState(system, { ems: message.state });
      else if (message.kind === 'chargers') await saveState(system, { chargers: message.chargers });
      else if (message.kind === 'gateways') await saveState(system, { gateways: message.gateways });
      else if (message.kind === 'progress') {
        tellFilling({ stage: 'sending', percent: Math.floor(message.share * 100) });
        if (message.share - shown < 0.1) return;
        shown = message.share;
        say(`Demonstration: ${Math.floor(shown * 100)} % of the history sent`);
      } else if (message.kind === 'filled') {
        say('Demonstration: history sent, the figures are being worked out …');
        tellFilling({ stage: 'folding', percent: 100 });
        await folded(system, () => stopping);
        if (stopping) return;
        worker.postMessage('folded');
        await saveState(system, { complete: true, sentUntil: message.until });
        say(`Demonstration: ready after ${Math.round((Date.now() - begun) / 1000)} s`);
        settle();
      } else if (message.kind === 'sent') {
        if (!settings.fill) settle();
        if (Date.now() - savedAt < SAVE_MS) return;
        savedAt = Date.now();
        await saveState(system, { sentUntil: message.until });
      } else {
        log.warn(`Demonstration: ${message.text}`);
        if (message.kind === 'failed') settle();
      }
    };
    worker.on('message', (message: DemoMessage) => {
      hear(message).catch((error: unknown) => {
        if (!stopping) log.warn(`Demonstration: ${String(error)}`);
      });
    });
    worker.on('error', (error) => log.warn(`The demonstration failed: ${String(error)}`));
    worker.on('exit', () => {
      thread = undefined;
      settle();
    });
  };
  const started = start().catch((error: unknown) => {
    log.warn(`The demonstration did not start: ${String(error)}`);
    settle();
  });

  return {
    ready,
    stop: async () => {
      stopping = true;
      await started;
      settle();
      if (!thread) return;
      const worker = thread;
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('stop');
      await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
      await worker.terminate();
    },
  };
}

/** The simulated devices and the platform listen: they may be reached, and what names them follows their ports. */
async function follow(
  options: DemonstrationOptions,
  settings: DemoSettings,
  message: DemoMessage & { readonly kind: 'open' },
): Promise<void> {
  const { system } = options;
  options.allow?.(`${MODBUS_HOST}:${message.modbusPort}`);
  options.allow?.(`127.0.0.1:${message.provincePort}`);
  await movePolled(system, settings, message.modbusPort);
  await moveProvince(system, settings, message.provincePort);
  for (const { http, rtsp } of message.cameraPorts)
    for (const port of [http, rtsp]) if (port !== 0) options.allow?.(`${CAMERA_HOST}:${port}`);
  await moveCameras(system, settings.cameraPorts, message.cameraPorts);
}

/** A session of the operator's for this process alone: whatever password or second factor the account has. */
async function openOwnSession(system: Db): Promise<string> {
  const operator = await operatorOf(system);
  if (!operator) throw new Error('no operator is in use');
  const { token } = await openSession(system, operator.employeeId, {
    ip: '127.0.0.1',
    browser: 'Meterhouse: demonstration',
    way: 'password',
    remember: false,
  });
  return token;
}

async function settingsOf(
  options: DemonstrationOptions,
  openOwn: () => Promise<string>,
): Promise<DemoSettings> {
  const { baseUrl, mqttUrl, config, system } = options;
  const from = options.from ?? monthStart(Date.now(), MONTHS);
  const initial = { seed: DEMO_SEED, from, complete: false, sentUntil: from, gateways: [] };
  const state = await loadState(system, initial);
  const gateways = state.complete
    ? await Promise.all(
        state.gateways.map(async (g) => ({
          ...g,
          // Demonstrations made before gateways had names.
          name: g.name ?? `${g.plant} ${g.id}`,
          token: await freshToken(system, g.id),
        })),
      )
    : [];
  const sampleFile = sampleFileOf(config);
  const lacksAssets = state.complete && gateways.every(({ plant }) => plant !== MICROGRID);
  return {
    baseUrl,
    ...(mqttUrl === undefined ? {} : { mqttUrl }),
    modbusPort: state.modbusPort ?? 0,
    provincePort: state.provincePort ?? 0,
    province: state.province ?? '',
    ems: state.ems ?? '',
    cameraPorts: state.cameraPorts ?? [],
    consolePort: config.simulatorPort,
    operatorCookie: state.complete && !lacksAssets ? '' : cookieOf(await openOwn()),
    seed: state.seed,
    from: state.from,
    fill: !state.complete,
    sentUntil: state.sentUntil,
    gateways,
    lacksAssets,
    chargers: await keyedChargers(system, state.chargers ?? []),
    ...(sampleFile === undefined ? {} : { sampleFile }),
  };
}

/** Tokens are kept as hashes only, so every start takes a new one. */
async function freshToken(system: Db, gatewayId: number): Promise<string> {
  await revokeTokens(system, gatewayId);
  return issueToken(system, gatewayId);
}

/** Keys of chargers are kept as hashes only, too; chargers that were deleted meanwhile stay away. */
async function keyedChargers(
  system: Db,
  chargers: readonly DemoCharger[],
): Promise<DemoSettings['chargers']> {
  const { rows } = await sql<{ id: number }>`select id from charge_pile
    where id = any (${chargers.map(({ pileId }) => pileId)}::integer[]) and key_set`.execute(system);
  const known = new Set(rows.map(({ id }) => id));
  return Promise.all(
    chargers
      .filter(({ pileId }) => known.has(pileId))
      .map(async (charger) => ({ ...charger, key: await newKey(system, charger.pileId) })),
  );
}

/** The simulated meters listen elsewhere than before: their channels follow. */
async function movePolled(system: Db, settings: DemoSettings, modbusPort: number): Promise<void> {
  if (modbusPort === settings.modbusPort) return;
  await saveState(system, { modbusPort });
  await sql`update collector_channel set port = ${modbusPort}
    where host = ${MODBUS_HOST} and port = ${settings.modbusPort}`.execute(system);
}

/** The simulated platform listens elsewhere than before: who reports to it follows. */
async function moveProvince(system: Db, settings: DemoSettings, provincePort: number): Promise<void> {
  if (provincePort === settings.provincePort) return;
  await saveState(system, { provincePort });
  if (settings.provincePort === 0) return;
  const at = (port: number): string => `http://127.0.0.1:${port}/`;
  await sql`update platform_info set base_url = replace(base_url, ${at(settings.provincePort)}, ${at(provincePort)})
    where base_url like ${`${at(settings.provincePort)}%`}`.execute(system);
}

/** The simulated cameras listen elsewhere than before: their rows follow. */
async function moveCameras(
  system: Db,
  before: readonly CameraPorts[],
  now: readonly CameraPorts[],
): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(now)) return;
  await saveState(system, { cameraPorts: now });
  const moved = before.map((one, i) => ({
    from: one.http,
    http: now[i]?.http ?? 0,
    rtsp: now[i]?.rtsp ?? 0,
  }));
  // At once: a port of before may be another camera's now.
  await sql`update i_video_control v set http_port = m.http, rtsp_port = nullif(m.rtsp, 0)
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m("from" integer, http integer, rtsp integer)
    where v.host = ${CAMERA_HOST} and v.http_port = m."from"`.execute(system);
}

/** Waits until nothing is left to fold. */
async function folded(system: Db, stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    const { rows } = await sql<{ open: boolean }>`select exists (select from dirty) as open`.execute(system);
    if (rows[0]?.open !== true) return;
    await sleep(200, undefined, { ref: false });
  }
}
