import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { tellFilling } from '#server/filling.ts';
import type { Db } from '#server/database/db.ts';
import {
  CAMERA_HOST,
  type CameraPorts,
  DEMO_THREAD,
  type DemoMessage,
  type DemoSettings,
  MODBUS_HOST,
} from '../../../../../simulator/public.ts';
import type { DemonstrationOptions } from './start.ts';
import { saveState } from './state.ts';

const SAVE_MS = 60_000;

interface Circumstance {
  /** Nobody waits any longer: the history is in, or will not come. */
  readonly settle: () => void;
  readonly isStopping: () => boolean;
}

/** Starts the thread and hears what it tells. @returns it, and when it is over whether by a fault */
export function runThread(
  options: DemonstrationOptions,
  settings: DemoSettings,
  { settle, isStopping }: Circumstance,
): { readonly worker: Worker; readonly over: Promise<boolean> } {
  const { system, log, say = console.log } = options;
  const worker = new Worker(DEMO_THREAD, { workerData: settings });
  const begun = Date.now();
  if (settings.fill) {
    tellFilling({ stage: 'entering', percent: 0 });
    say('Demonstration: entering two enterprises with 51 meters …');
  }
  let shown = 0;
  let savedAt = 0;
  const filled = async (until: number): Promise<void> => {
    say('Demonstration: history sent, the figures are being worked out …');
    tellFilling({ stage: 'folding', percent: 100 });
    await folded(system, isStopping);
    if (isStopping()) return;
    worker.postMessage('folded');
    await saveState(system, { complete: true, sentUntil: until });
    say(`Demonstration: ready after ${Math.round((Date.now() - begun) / 1000)} s`);
    settle();
  };
  const hear = async (message: DemoMessage): Promise<void> => {
    if (message.kind === 'open') {
      await follow(options, settings, message);
      say(`Simulated plant, faults to switch on and off: http://127.0.0.1:${message.consolePort}`);
    } else if (message.kind === 'province') await saveState(system, { province: message.state });
    else if (message.kind === 'ems') await saveState(system, { ems: message.state });
    else if (message.kind === 'switched') await saveState(system, { switched: message.switched });
    else if (message.kind === 'chargers') await saveState(system, { chargers: message.chargers });
    else if (message.kind === 'gateways') await saveState(system, { gateways: message.gateways });
    else if (message.kind === 'progress') {
      tellFilling({ stage: 'sending', percent: Math.floor(message.share * 100) });
      if (message.share - shown < 0.1) return;
      shown = message.share;
      say(`Demonstration: ${Math.floor(shown * 100)} % of the history sent`);
    } else if (message.kind === 'filled') await filled(message.until);
    else if (message.kind === 'sent') {
      if (!settings.fill) settle();
      if (Date.now() - savedAt < SAVE_MS) return;
      savedAt = Date.now();
      await saveState(system, { sentUntil: message.until });
    } else log.warn(`Demonstration: ${message.text}`);
  };
  worker.on('message', (message: DemoMessage) => {
    hear(message).catch((error: unknown) => {
      if (!isStopping()) log.warn(`Demonstration: ${String(error)}`);
    });
  });
  worker.on('error', (error) => log.warn(`The demonstration failed: ${String(error)}`));
  return { worker, over: new Promise((resolve) => worker.once('exit', (code) => resolve(code !== 0))) };
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
