import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { SimulatedCharger } from '../charger/charger.ts';
import { noise, seedOf } from '../plant/noise.ts';
import type { Client } from './client.ts';
import type { Desk } from './desk.ts';

/** A charger of the demonstration as it connects. */
export interface DemoCharger {
  readonly pileId: number;
  readonly identity: string;
  readonly connectors: number;
  /** kW of each connector. */
  readonly power: number;
}

/** The same with its key. */
export interface KeyedCharger extends DemoCharger {
  readonly key: string;
}

const CHARGERS = [
  { code: 'CP-01', name: '1# 快充桩', connectors: 2, power: 30, serviceFee: 0.45 },
  { code: 'CP-02', name: '2# 慢充桩', connectors: 1, power: 7, serviceFee: 0.3 },
  { code: 'CP-03', name: '3# 慢充桩', connectors: 1, power: 7, serviceFee: 0.3 },
] as const;

const TAGS = [
  { tagCode: 'FLEET-01', holder: '通勤班车' },
  { tagCode: 'FLEET-02', holder: '公务车' },
  { tagCode: 'STAFF-01', holder: '员工卡' },
] as const;
/** A card that nobody entered. */
const STRANGER = 'LOST-CARD';

/** Enters the chargers and cards of a site, and takes a key for each charger. */
export async function enterChargers(
  client: Client,
  desk: Desk,
  { consumerId, siteId, code }: { consumerId: number; siteId: number; code: string },
): Promise<KeyedCharger[]> {
  for (const { tagCode, holder } of TAGS)
    await desk.ensure('archive/chargeTag', { consumerId, tagCode }, { holder });
  // Less than all three can take, so that it is seen how they share it.
  await desk.ensure(
    'archive/chargeLimit',
    { consumerId, siteId },
    { limitName: '充电总功率', limitNameEn: 'All chargers', limitPower: 40 },
  );
  const chargers: KeyedCharger[] = [];
  for (const pile of CHARGERS) {
    const identity = `${code.toUpperCase()}-${pile.code}`;
    const { connectors, power } = pile;
    const pileId = await desk.ensure(
      'archive/chargePile',
      { consumerId, pileCode: pile.code },
      {
        pileName: pile.name,
        siteId,
        connectors,
        ratedPower: connectors * power,
        serviceFee: pile.serviceFee,
        ocppIdentity: identity,
      },
    );
    const { key } = await client.post<{ key: string }>('/api/archive/chargePile/issueKey', { id: pileId });
    chargers.push({ pileId, identity, connectors, power, key });
  }
  return chargers;
}

export interface ChargingOptions {
  readonly baseUrl: string;
  readonly seed: number;
  /** They kept what they did in the last weeks and tell it first, as after a time without a line. */
  readonly past: boolean;
  readonly signal: AbortSignal;
  readonly note: (text: string) => void;
}

const STEP_MS = 15_000;
const PAST_DAYS = 28;
/** Registers go on with the time, whatever was charged before a start: Wh since then. */
const REGISTER_FROM = Date.UTC(2025, 0, 1);

const registerAt = (at: number, power: number): number =>
  Math.round(((at - REGISTER_FROM) / HOUR_MS) * power * 1000 * 0.2);

/** Runs the chargers until they are stopped: cars come and go, cards are refused, connectors fail now and then. */
export async function runChargers(
  chargers: readonly KeyedCharger[],
  options: ChargingOptions,
): Promise<void> {
  await Promise.all(chargers.map((charger) => runCharger(charger, options)));
}

async function runCharger(own: KeyedCharger, options: ChargingOptions): Promise<void> {
  const { identity, key, connectors, power } = own;
  const { signal, note } = options;
  const seed = seedOf(options.seed, identity);
  const began = Date.now();
  const register = registerAt(began - (options.past ? PAST_DAYS * DAY_MS : 0), power);
  const url = `${options.baseUrl.replace(/^http/, 'ws')}/ocpp`;
  const charger = new SimulatedCharger({
    url,
    identity,
    key,
    connectors,
    power,
    register,
    model: `AC ${power} kW`,
  });
  let told = false;
  let past = options.past;
  while (!signal.aborted) {
    try {
      if (!charger.open) await charger.connect();
      if (past) await tellPast(charger, seed, began, signal);
      past = false;
      for (let i = 1; i <= connectors; i++) await step(charger, i, seed, Date.now());
      await charger.call('Heartbeat', {});
      told = false;
    } catch (error) {
      if (!told && !signal.aborted) note(`A simulated charger: ${String(error)}`);
      told = true;
    }
    await sleep(STEP_MS, undefined, { signal }).catch(() => {});
  }
  await charger.close();
}

const tagOf = (chance: number): string => TAGS[Math.floor(chance * TAGS.length)]?.tagCode ?? TAGS[0].tagCode;

/** What a connector does in a step: by chance a car comes, stays for a while, leaves; it fails for some minutes a day. */
async function step(charger: SimulatedCharger, connector: number, seed: number, now: number): Promise<void> {
  const own = charger.connectors[connector - 1];
  if (!own) return;
  const slot = Math.floor(now / STEP_MS);
  const chance = noise(seed + connector, slot);
  // A quarter of an hour of each fifth hour the last connector of the first charger is faulty.
  const faulty = connector === 2 && Math.floor(now / (15 * MINUTE_MS)) % 20 === 7;
  if (faulty) {
    if (own.session) await charger.end(connector, 'EmergencyStop');
    await charger.status(connector, 'Faulted', 'GroundFailure', '漏电保护动作');
    return;
  }
  if (own.session) {
    await charger.charge(connector, STEP_MS);
    // A session lasts for a quarter of an hour to an hour; most of them less than half of one.
    if (own.session.soc >= 95 || chance < 0.012)
      await charger.end(connector, chance < 0.006 ? 'Local' : 'EVDisconnected');
    return;
  }
  if (noise(seed + 77, slot) < 0.002) await charger.begin(connector, STRANGER);
  else if (chance > 0.94) await charger.begin(connector, tagOf(noise(seed + 7, slot)));
  else await charger.status(connector, 'Available');
}

/** Tells the sessions of the last weeks, the oldest first, with the stamps of then. */
async function tellPast(
  charger: SimulatedCharger,
  seed: number,
  until: number,
  signal: AbortSignal,
): Promise<void> {
  const { power } = charger.options;
  for (const [i, own] of charger.connectors.entries()) {
    for (let day = PAST_DAYS; day >= 1 && !signal.aborted; day--) {
      const count = 1 + Math.floor(noise(seed + i, day) * 3);
      for (let k = 0; k < count; k++) {
        const chance = noise(seed + i + 13, day * 10 + k);
        // Morning, noon and evening of the site, which lies eight hours east.
        const begin =
          Math.floor((until - day * DAY_MS) / DAY_MS) * DAY_MS + k * 4.5 * HOUR_MS + chance * 2 * HOUR_MS;
        const length = Math.min(2.2, 0.4 + chance * 2) * HOUR_MS;
        if (begin + length > until - HOUR_MS) continue;
        await pastSession(charger, i + 1, tagOf(noise(seed + 3, day * 10 + k)), begin, length);
      }
    }
    // Between its sessions the register went on as it does now.
    own.register = Math.max(own.register, registerAt(until, power));
  }
}

async function pastSession(
  charger: SimulatedCharger,
  connectorId: number,
  idTag: string,
  begin: number,
  lengthMs: number,
): Promise<void> {
  const own = charger.connectors[connectorId - 1];
  if (!own) return;
  const at = (part: number): string => new Date(begin + part * lengthMs).toISOString();
  const energy = (charger.options.power * 1000 * lengthMs * 0.92) / HOUR_MS;
  const from = own.register;
  const started = await charger.call('StartTransaction', {
    connectorId,
    idTag,
    meterStart: Math.round(from),
    timestamp: at(0),
  });
  const transactionId = Number(started['transactionId']);
  const values = [0.25, 0.5, 0.75].map((part) => ({
    timestamp: at(part),
    sampledValue: [
      { value: String(Math.round(from + part * energy)), unit: 'Wh' },
      { value: String(Math.round(charger.options.power * 920)), measurand: 'Power.Active.Import', unit: 'W' },
    ],
  }));
  await charger.call('MeterValues', { connectorId, transactionId, meterValue: values });
  own.register = Math.round(from + energy);
  await charger.call('StopTransaction', {
    transactionId,
    idTag,
    meterStop: own.register,
    timestamp: at(1),
    reason: 'EVDisconnected',
  });
}
