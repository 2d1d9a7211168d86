import { parentPort, workerData } from 'node:worker_threads';
import { campus } from '../plant/campus.ts';
import type { PlantDesign } from '../plant/meter.ts';
import { Plant } from '../plant/plant.ts';
import { steel } from '../plant/steel.ts';
import { enterAccount, enterPlant } from './archive.ts';
import { Client, sendTelemetry } from './client.ts';
import { demoFaults } from './demoFaults.ts';
import { historyOf, historySize } from './history.ts';
import { LiveGateway, nextStep } from './live.ts';
import type { DemoMessage, DemoSettings, TokenGateway } from './message.ts';
import { enterSample, importSample } from './sample.ts';

const settings = workerData as DemoSettings;
const tell = (message: DemoMessage): void => parentPort?.postMessage(message);

let stopping = false;
const waiting = new AbortController();
parentPort?.once('message', () => {
  stopping = true;
  waiting.abort();
});

const plants = new Map(
  [steel, campus].map((design) => [design.code, new Plant(design, settings.seed, settings.from)]),
);

function plantOf(gateway: TokenGateway): Plant {
  const plant = plants.get(gateway.plant);
  if (!plant) throw new Error(`there is no plant ${gateway.plant}`);
  return plant;
}

/** Enters everything and sends the past; the gateways with their tokens. */
async function fill(until: number): Promise<TokenGateway[]> {
  const client = new Client(settings.baseUrl);
  await client.login('operator', settings.operatorPassword);
  const gateways: TokenGateway[] = [];
  const entered = new Map<PlantDesign, number>();
  for (const { design } of plants.values()) {
    const plant = await enterPlant(client, design);
    entered.set(design, plant.consumerId);
    for (const gateway of plant.gateways) {
      const { token } = await client.post<{ token: string }>('/api/archive/gateway/rotateToken', {
        id: gateway.id,
      });
      gateways.push({ ...gateway, token });
    }
  }
  const { sampleFile } = settings;
  const sample = sampleFile === undefined ? undefined : await enterSample(client);
  for (const [design, consumerId] of entered) {
    const more = design === steel && sample !== undefined ? [sample] : [];
    await enterAccount(client, design, [consumerId, ...more]);
  }
  tell({ kind: 'gateways', gateways: gateways.map(({ token: _token, ...rest }) => rest) });
  await sendHistory(gateways, until);
  if (sampleFile !== undefined && sample !== undefined && !stopping)
    await importSample(client, sample, sampleFile);
  if (!stopping) tell({ kind: 'filled', until });
  return gateways;
}

async function sendHistory(gateways: readonly TokenGateway[], until: number): Promise<void> {
  const all = gateways.reduce((sum, { meters }) => sum + historySize(meters.length, settings.from, until), 0);
  let sent = 0;
  // Two gateways at a time: one is read while the other is written.
  const queue = [...gateways];
  const work = async (): Promise<void> => {
    for (let gateway = queue.shift(); gateway && !stopping; gateway = queue.shift()) {
      const faults = demoFaults(until);
      for (const { telemetry, readings } of historyOf(
        plantOf(gateway),
        gateway.meters,
        settings.from,
        until,
        faults,
      )) {
        if (stopping) return;
        await sendTelemetry(settings.baseUrl, gateway.token, telemetry);
        sent += readings;
        tell({ kind: 'progress', share: Math.min(1, sent / all) });
      }
    }
  };
  await Promise.all([work(), work()]);
}

async function goLive(gateways: readonly TokenGateway[], until: number): Promise<void> {
  const live = gateways.map((gateway) => new LiveGateway(plantOf(gateway), gateway, settings.baseUrl, until));
  const silent = new Map<LiveGateway, string>();
  while (!stopping) {
    for (const gateway of live) {
      const fault = await gateway.send(Date.now()).then(
        () => '',
        (error: unknown) => String(error),
      );
      if (fault !== '' && silent.get(gateway) !== fault)
        tell({ kind: 'note', text: `A simulated gateway cannot send: ${fault}` });
      silent.set(gateway, fault);
    }
    tell({ kind: 'sent', until: Math.min(...live.map((gateway) => gateway.until)) });
    await nextStep(Date.now(), waiting.signal);
  }
}

try {
  const until = Math.floor(Date.now() / 900_000) * 900_000;
  const gateways = settings.fill ? await fill(until) : settings.gateways;
  if (!stopping) await goLive(gateways, settings.fill ? until : settings.sentUntil);
} catch (error) {
  if (!stopping) tell({ kind: 'failed', text: String(error) });
}
// Connections kept alive would hold the thread.
process.exit(0);
