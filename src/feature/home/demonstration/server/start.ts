import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { newKey } from '#feature/assets/chargePile/server/public.ts';
import { issueToken, revokeTokens } from '#feature/meters/ingest/server/public.ts';
import { closeSession, cookieOf, openSession } from '#feature/house/session/server/public.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import {
  type DemoCharger,
  DEMO_SEED,
  type DemoSettings,
  MICROGRID,
  monthStart,
} from '../../../../../simulator/public.ts';
import { operatorOf, sampleFileOf } from './accounts.ts';
import { endFilling } from '#server/filling.ts';
import { loadState } from './state.ts';
import { runThread } from './thread.ts';

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
const STOP_MS = 5000;
/** A thread that ended by a fault starts again, so often at most; what it had entered stays. */
const STARTS = 5;
const AGAIN_MS = 3000;

/**
 * Starts the demonstration beside the running product: a thread that enters two enterprises and their history
 * through the product's own doors (once; an interrupted start is repeated), then sends what their meters say.
 */
export function startDemonstration(options: DemonstrationOptions): Demonstration {
  const { system, log } = options;
  let thread: Worker | undefined;
  let stopping = false;
  let starts = 0;
  const waiting = new AbortController();
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
    const { worker, over } = runThread(options, settings, { settle, isStopping: () => stopping });
    thread = worker;
    void over.then((fell) => {
      thread = undefined;
      if (!fell || stopping || starts >= STARTS) return settle();
      started = sleep(AGAIN_MS, undefined, { signal: waiting.signal }).then(begin, () => {});
    });
  };
  const begin = async (): Promise<void> => {
    starts++;
    try {
      await endSession();
      if (!stopping) await start();
    } catch (error) {
      log.warn(`The demonstration did not start: ${String(error)}`);
      settle();
    }
  };
  let started = begin();

  return {
    ready,
    stop: async () => {
      stopping = true;
      waiting.abort();
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
    switched: state.switched ?? [],
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
