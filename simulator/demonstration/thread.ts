import { parentPort, workerData } from 'node:worker_threads';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { openConsole } from '../console/console.ts';
import { meterRegisters } from '../device/meterRegisters.ts';
import { ModbusServer, type Registers } from '../device/modbusServer.ts';
import { campus } from '../plant/campus.ts';
import { FaultBoard } from '../plant/liveFault.ts';
import type { PlantDesign } from '../plant/meter.ts';
import { MICROGRID, Microgrid } from '../plant/microgridMeters.ts';
import { Plant, type Source } from '../plant/plant.ts';
import { steel } from '../plant/steel.ts';
import { confirmPast } from './alarm.ts';
import { enterPlant } from './archive.ts';
import { enterPlans } from './storagePlan.ts';
import { EMS_GATEWAY, enterAssets, PCS_UNIT } from './assets.ts';
import { type CameraPorts, openCameras } from './camera.ts';
import { enterChargers, type KeyedCharger, runChargers } from './charging.ts';
import { Client, sendTelemetry } from './client.ts';
import { polledGateway, unitOf } from './collector.ts';
import { demoFaults } from './demoFaults.ts';
import { DemoEms } from './ems.ts';
import { Desk } from './desk.ts';
import { historyOf, historySize, pastPositions, SETTLED_DAYS } from './history.ts';
import { LiveGateway, nextStep } from './live.ts';
import type { DemoGateway, DemoMessage, DemoSettings, SwitchedLoad, TokenGateway } from './message.ts';
import { enterAround } from './around.ts';
import { BOX_UNIT } from './relay.ts';
import { converterRegisters } from '../device/converter.ts';
import { enterMarket } from './market.ts';
import { modbusBox } from './modbusBox.ts';
import { openMqttBox } from './mqttBox.ts';
import { RELAY_BOXES } from './relayFaults.ts';
import { enterLastMonth, enterNews, enterOffice } from './office.ts';
import { operateOutputs } from './operating.ts';
import { enterOutput, lastShiftEnd } from './output.ts';
import { enterPlatform, enterPosts, enterTrend, People } from './platform.ts';
import { enterByHand, readGaps } from './byHand.ts';
import { enterRequests } from './request.ts';
import { enterReview } from './review.ts';
import { enterSiteLife } from './siteLife.ts';
import { enterSample, importSample } from './sample.ts';
import { type Province, startProvince } from '../platform/province.ts';
import { enterPlatforms, enterReporting } from './reporting.ts';
import { httpSender, mqttSender } from './sender.ts';

const settings = workerData as DemoSettings;
const tell = (message: DemoMessage): void => parentPort?.postMessage(message);

/** How often it is kept what the platform knows of enterprises. */
const SAVE_MS = 60_000;

let stopping = false;
const waiting = new AbortController();
let isFolded: () => void = () => {};
const folded = new Promise<void>((resolve) => (isFolded = resolve));
parentPort?.on('message', (message: 'folded' | 'stop') => {
  if (message === 'folded') return isFolded();
  stopping = true;
  waiting.abort();
});

const plants = new Map(
  [steel, campus].map((design) => {
    const switched = settings.switched.filter(({ plant }) => plant === design.code);
    return [design.code, new Plant(design, settings.seed, settings.from, switched)];
  }),
);
const microgrid = new Microgrid(settings.from);
const people = new People(settings.baseUrl);
const board = new FaultBoard();
const ems = new DemoEms(settings.ems, board, EMS_GATEWAY);
/** Gateways that the console may name. */
let shown: readonly TokenGateway[] = settings.gateways;

function plantOf(gateway: TokenGateway): Source {
  if (gateway.plant === MICROGRID) return microgrid;
  const plant = plants.get(gateway.plant);
  if (!plant) throw new Error(`there is no plant ${gateway.plant}`);
  return plant;
}

/** The meters that the platform asks itself, at the port of before where it is free. */
async function openMeters(): Promise<ModbusServer> {
  const units = new Map<number, Registers>();
  // The whole past is worked out now: a meter that is asked answers at once.
  for (const plant of plants.values()) plant.register(plant.design.meters[0]?.code ?? '', Date.now());
  for (const plant of plants.values())
    for (const code of plant.design.polled ?? [])
      units.set(unitOf(plant.design, code), meterRegisters(plant, code, polledGateway(plant.design), board));
  const listen = (port: number): Promise<ModbusServer> => ModbusServer.listen(units, { port });
  const server = await (settings.modbusPort === 0
    ? listen(0)
    : listen(settings.modbusPort).catch(() => listen(0)));
  server.units.set(PCS_UNIT, converterRegisters(microgrid, board));
  const switched = (): void => tell({ kind: 'switched', switched: switchedLoads() });
  server.boxes.set(BOX_UNIT, modbusBox(plants.get(steel.code), board, switched));
  return server;
}

/** What was switched in all plants. */
const switchedLoads = (): SwitchedLoad[] =>
  [...plants].flatMap(([plant, { switched }]) => switched.map((one) => ({ ...one, plant })));

/** The platform that the steel works reports to, at the port of before where it is free. */
async function openProvince(): Promise<Province> {
  const listen = (port: number): Promise<Province> => startProvince({ port, seed: settings.seed });
  const { provincePort } = settings;
  const province = await (provincePort === 0 ? listen(0) : listen(provincePort).catch(() => listen(0)));
  if (settings.province !== '') province.registry.load(settings.province);
  // Now and then an answer is lost: the figure is sent again as it was.
  province.faults = { silentAfter: 0.01, slow: 0.02 };
  return province;
}

/** Lets the steel works report when its figures are worked out, its last months first. */
async function report(province: Province, consumerId: number): Promise<void> {
  await folded;
  const person = stopping ? undefined : await people.of(steel);
  if (!person) return;
  await enterReporting(person, consumerId);
  tell({ kind: 'province', state: province.registry.save() });
}

async function withToken(client: Client, gateway: DemoGateway): Promise<TokenGateway> {
  const { id } = gateway;
  return {
    ...gateway,
    ...(await client.post<{ token: string }>('/api/archive/gateway/rotateToken', { id })),
  };
}

/**
 * Adds what a demonstration lacks that an earlier version filled: the microgrid, its past up to where the others have sent,
 * and the chargers. What an interrupted start entered stays; the gateways are told when all is there.
 */
async function addAssets(modbusPort: number): Promise<TokenGateway[]> {
  const client = new Client(settings.baseUrl, 'zh', settings.operatorCookie);
  const consumerId = await new Desk(client).known('archive/consumer', { orgCode: campus.code });
  const until = Math.floor(settings.sentUntil / QUARTER_MS) * QUARTER_MS;
  const gateways: TokenGateway[] = [];
  for (const gateway of await enterAssets(new Desk(client), consumerId, until, modbusPort))
    gateways.push(await withToken(client, gateway));
  await sendHistory(gateways, until);
  if (settings.chargers.length === 0) await enterCharging(client, consumerId);
  if (stopping) return [];
  const all = [...settings.gateways, ...gateways];
  tell({ kind: 'gateways', gateways: all.map(({ token: _token, ...rest }) => rest) });
  tell({ kind: 'filled', until: settings.sentUntil });
  shown = all;
  return gateways;
}

/** Enters everything and sends the past; the gateways with their tokens. */
async function fill(
  until: number,
  modbusPort: number,
  cameras: readonly CameraPorts[],
  province: Province,
): Promise<TokenGateway[]> {
  // What its people enter is Chinese, the clauses of a review among it.
  const client = new Client(settings.baseUrl, 'zh', settings.operatorCookie);
  const gateways: TokenGateway[] = [];
  const entered = new Map<PlantDesign, number>();
  for (const { design } of plants.values()) {
    const plant = await enterPlant(client, design, modbusPort);
    entered.set(design, plant.consumerId);
    const assets =
      design === campus ? await enterAssets(new Desk(client), plant.consumerId, until, modbusPort) : [];
    for (const gateway of [...plant.gateways, ...assets]) gateways.push(await withToken(client, gateway));
  }
  const { sampleFile } = settings;
  const sample = sampleFile === undefined ? undefined : await enterSample(client);
  // Whoever has given the account another password meanwhile asks for what they like themselves.
  const person = await people.of(steel);
  if (person) await enterRequests(client, person);
  for (const [design, consumerId] of entered) {
    await enterSiteLife(new Desk(client), design, consumerId);
    await enterReview(client, design, consumerId);
    await enterOffice(new Desk(client), design, consumerId);
  }
  await enterNews(client, new Desk(client));
  await enterPlatform(client, [...entered.values()]);
  shown = gateways;
  tell({ kind: 'gateways', gateways: gateways.map(({ token: _token, ...rest }) => rest) });
  await Promise.all([sendHistory(gateways, until), enterRest(client, entered, { cameras, province })]);
  if (sampleFile !== undefined && sample !== undefined && !stopping)
    await importSample(client, sample, sampleFile);
  if (!stopping) tell({ kind: 'filled', until });
  for (const [design, consumerId] of entered)
    if (design === steel)
      void report(province, consumerId).catch(
        (error: unknown) =>
          stopping || tell({ kind: 'note', text: `Nothing was reported: ${String(error)}` }),
      );
  // Nobody waits for it: the gateways go live meanwhile.
  void Promise.all([
    ...[...entered].map(([design, consumerId]) => enterLastMonth(settings.baseUrl, design, consumerId)),
    ...[...entered].map(([design, consumerId]) => enterDone(design, consumerId, until)),
  ]).catch(
    (error: unknown) =>
      stopping || tell({ kind: 'note', text: `The last month was not entered: ${String(error)}` }),
  );
  return gateways;
}

/** What people did meanwhile: read meters of the steel works while their lines were cut, operated outputs, confirmed alarms. */
async function enterDone(design: PlantDesign, consumerId: number, until: number): Promise<void> {
  const plant = plants.get(design.code);
  const person = await people.of(design);
  if (!person || !plant) return;
  if (design === steel) await readGaps(person, plant, consumerId, settings.from, until);
  await folded;
  if (stopping) return;
  const operated = design === steel && operateOutputs(settings.baseUrl, person, consumerId);
  await Promise.all([confirmPast(person, consumerId), operated]);
}

/** What no meter waits for: the market, what is around the meters, what people wrote. */
async function enterRest(
  client: Client,
  entered: ReadonlyMap<PlantDesign, number>,
  { cameras, province }: { readonly cameras: readonly CameraPorts[]; readonly province: Province },
): Promise<void> {
  for (const [design, consumerId] of entered) {
    if (stopping) return;
    await enterMarket(new Desk(client), design, consumerId);
    await enterAround(client, new Desk(client), design, consumerId, cameras);
    if (design === steel) await enterByHand(new Desk(client), consumerId);
    if (design === campus) await enterCharging(client, consumerId);
    const person = await people.of(design);
    if (!person) continue;
    await enterPosts(person, consumerId);
    if (design === steel) {
      await enterPlatforms(person, consumerId, province.url);
      tell({ kind: 'province', state: province.registry.save() });
    }
    const [, first = '', second = ''] = design.meters.map(({ code }) => code);
    await enterTrend(person, consumerId, [first, second], '近七日');
  }
}

/** Enters the chargers of a plant and lets them run, with what they did in the last weeks. */
async function enterCharging(client: Client, consumerId: number): Promise<void> {
  const desk = new Desk(client);
  const siteId = await desk.known('archive/monitorSite', { consumerId, orgCode: campus.sites[0]?.code });
  const chargers = await enterChargers(client, desk, { consumerId, siteId, code: campus.code });
  tell({ kind: 'chargers', chargers: chargers.map(({ key: _key, ...rest }) => rest) });
  charge(chargers, true);
}

/** Lets chargers run; nobody waits for them. */
function charge(chargers: readonly KeyedCharger[], past: boolean): void {
  const { baseUrl, seed } = settings;
  const note = (text: string): void => tell({ kind: 'note', text });
  void runChargers(chargers, { baseUrl, seed, past, signal: waiting.signal, note });
}

/** What the shifts told since the last time, of every plant whose people still have their password. */
async function tellOutput(): Promise<void> {
  for (const { design } of plants.values()) {
    const person = design.product && !stopping ? await people.of(design) : undefined;
    if (person) await enterOutput(person, design, Date.now());
  }
}

/** As above; people may have deleted what it would be added to. */
const added = (modbusPort: number): Promise<TokenGateway[]> =>
  addAssets(modbusPort).catch((error: unknown) => {
    if (!stopping) tell({ kind: 'note', text: `The assets were not added: ${String(error)}` });
    return [];
  });

async function sendHistory(gateways: readonly TokenGateway[], until: number): Promise<void> {
  const begin = ({ plant }: TokenGateway): number =>
    plant === MICROGRID ? Math.max(settings.from, until - SETTLED_DAYS * DAY_MS) : settings.from;
  const fine = ({ plant }: TokenGateway): number | undefined =>
    plant === MICROGRID ? SETTLED_DAYS : undefined;
  const all = gateways.reduce(
    (sum, gateway) => sum + historySize(gateway.meters.length, begin(gateway), until, fine(gateway)),
    0,
  );
  let sent = 0;
  // Two gateways at a time: one is read while the other is written.
  const queue = [...gateways];
  const work = async (): Promise<void> => {
    for (let gateway = queue.shift(); gateway && !stopping; gateway = queue.shift()) {
      for (const telemetry of pastPositions(plantOf(gateway), gateway, settings.from, until))
        if (!stopping) await sendTelemetry(settings.baseUrl, gateway.token, telemetry);
      const faults = demoFaults(until);
      for (const { telemetry, readings } of historyOf(
        plantOf(gateway),
        gateway.meters,
        begin(gateway),
        until,
        faults,
        fine(gateway),
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

function liveGateway(gateway: TokenGateway, until: number): LiveGateway {
  const bulk = httpSender(settings.baseUrl, gateway.token);
  const { mqttUrl } = settings;
  const present = (): ReturnType<typeof httpSender> =>
    mqttUrl === undefined ? bulk : mqttSender(mqttUrl, gateway.token, `simulated-${gateway.name}`);
  const ways = { bulk, present: gateway.channelId === undefined ? present : undefined };
  return new LiveGateway(plantOf(gateway), gateway, ways, board, until);
}

/** The energy management of the campus takes plans; the first ones are made when the figures are worked out. */
async function takePlans(gateways: readonly TokenGateway[]): Promise<void> {
  const gateway = gateways.find(({ takesPlans }) => takesPlans);
  if (!gateway || settings.mqttUrl === undefined) return;
  await ems.listen(settings.mqttUrl, gateway.token, (state) => tell({ kind: 'ems', state }));
  if (!settings.fill && !settings.lacksAssets) return;
  await folded;
  const person = stopping ? undefined : await people.of(campus);
  if (!person) return;
  const operator = new Client(settings.baseUrl, 'zh');
  await operator.login('operator', 'operator-demo');
  await enterPlans(person, operator, Date.now());
}

async function goLive(gateways: readonly TokenGateway[], until: number): Promise<void> {
  const live = gateways.map((gateway) => liveGateway(gateway, until));
  void takePlans(gateways).catch((error: unknown) => {
    if (!stopping) tell({ kind: 'note', text: `No plans are taken: ${String(error)}` });
  });
  let leaveBox: () => Promise<void> = async () => {};
  if (settings.mqttUrl !== undefined)
    void openMqttBox(settings.mqttUrl, gateways, board).then(
      (box) => (leaveBox = async () => box?.leave()),
      (error: unknown) => stopping || tell({ kind: 'note', text: `No relay is switched: ${String(error)}` }),
    );
  const silent = new Map<LiveGateway, string>();
  const send = async (gateway: LiveGateway): Promise<void> => {
    const fault = await gateway.send(Date.now()).then(
      () => '',
      (error: unknown) => String(error),
    );
    if (fault !== '' && silent.get(gateway) !== fault && !stopping)
      tell({ kind: 'note', text: `A simulated gateway cannot send: ${fault}` });
    silent.set(gateway, fault);
  };
  let reported = 0;
  while (!stopping) {
    await Promise.all(live.map(send));
    if (reported !== lastShiftEnd(Date.now())) {
      reported = lastShiftEnd(Date.now());
      await tellOutput().catch((error: unknown) => {
        // Reported again with the next shift, by a session that is new.
        people.forget();
        if (!stopping) tell({ kind: 'note', text: `The output was not entered: ${String(error)}` });
      });
    }
    tell({ kind: 'sent', until: Math.min(...live.map((gateway) => gateway.until)) });
    await nextStep(Date.now(), waiting.signal);
  }
  await Promise.all([ems.close(), leaveBox(), ...live.map((gateway) => gateway.close())]);
}

try {
  const until = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS;
  const meters = await openMeters();
  const console = await openConsole(settings.consolePort, board, () => shown, switchedLoads, RELAY_BOXES);
  const cameras = await openCameras(settings.cameraPorts);
  const province = await openProvince();
  tell({
    kind: 'open',
    modbusPort: meters.port,
    consolePort: console.port,
    cameraPorts: cameras,
    provincePort: province.port,
  });
  setInterval(() => tell({ kind: 'province', state: province.registry.save() }), SAVE_MS).unref();
  charge(settings.chargers, false);
  const gateways = settings.fill
    ? await fill(until, meters.port, cameras, province)
    : [...settings.gateways, ...(settings.lacksAssets ? await added(meters.port) : [])];
  if (!stopping) await goLive(gateways, settings.fill ? until : settings.sentUntil);
} catch (error) {
  if (!stopping) {
    tell({ kind: 'failed', text: String(error) });
    process.exitCode = 1;
  }
}
// Connections kept alive would hold the thread.
process.exit();
