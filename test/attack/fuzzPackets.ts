import { setTimeout as sleep } from 'node:timers/promises';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { SimulatedCharger } from '../../simulator/charger/charger.ts';
import { RawClient, type Speech } from '../broker.ts';
import { type Chance, chanceOf } from './chance.ts';
import { sendInFrames } from './frames.ts';
import type { Account } from './fuzzCalls.ts';
import { bytesOf, type Known, loginOf, nameOf, SPEECHES } from './packets.ts';

export interface PacketAttack {
  readonly base: string;
  /** host:port of the broker for gateways; this machine's alone. */
  readonly mqtt: string;
  /** The same over WebSocket. */
  readonly mqttWs: string;
  readonly seed: number;
  readonly slowMs: number;
  readonly packets: number;
  readonly operator: Account;
  readonly say: (line: string) => void;
}

const PER_CONNECTION = 12;
const AT_ONCE = 8;
const GOOD_EACH = 200;

/** An enterprise to attack through: its gateway, and chargers at will. */
interface Prepared extends Known {
  charger(): Promise<SimulatedCharger>;
}

/** Makes it. */
export async function prepare(base: string, operator: Account): Promise<Prepared> {
  let cookie = '';
  const post = async <T>(path: string, body: object): Promise<T> => {
    const headers = { 'x-meterhouse': '1', 'content-type': 'application/json', cookie };
    const reply = await fetch(`${base}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    const { code, message, data } = (await reply.json()) as { code: number; message: string; data: T };
    if (code !== 200) throw new Error(`${path}: ${message}`);
    return data;
  };
  await post('sys/login', operator);
  const name = `fuzz${Date.now() % 1e9}`;
  const { id: consumerId } = await post<{ id: number }>('archive/consumer/add', { orgName: name, orgCode: name });
  const site = { orgName: 's', orgCode: `s${Date.now() % 1e9}`, consumerId, timeZone: HOME_ZONE };
  const { id: siteId } = await post<{ id: number }>('archive/monitorSite/add', site);
  const meters = ['A1', 'A2'];
  for (const ammeterCode of meters)
    await post('archive/ammeter/add', { ammeterCode, ammeterName: ammeterCode, consumerId, siteId, deviceType: '4', dataType: '1' });
  const { token } = await post<{ token: string }>('archive/gateway/add', { gatewayName: 'g', consumerId, state: '1' });
  const charger = async (): Promise<SimulatedCharger> => {
    const identity = `F${Math.random().toString(36).slice(2)}`;
    const pile = { pileName: identity, pileCode: identity, consumerId, siteId, ratedPower: 7, ocppIdentity: identity };
    const { id } = await post<{ id: number }>('archive/chargePile/add', pile);
    const { key } = await post<{ key: string }>('archive/chargePile/issueKey', { id });
    return new SimulatedCharger({ url: `${base.replace(/^http/, 'ws')}/ocpp`, identity, key });
  };
  return { token, meters, charger };
} // prettier-ignore

/** A gateway that means well; how long its log-in and its message took until the latter was acknowledged, ms. @throws Error when it is not served */
async function good(port: number, speech: Speech, { token, meters }: Known, n: number): Promise<{ loginMs: number; tookMs: number }> {
  const begun = performance.now();
  const client = new RawClient(port, speech);
  const give = setTimeout(() => client.socket.destroy(), 20_000);
  const code = await client.login(token);
  const loginMs = performance.now() - begun;
  const payload = JSON.stringify({ [meters[0] ?? '']: [{ ts: Date.now() - 1000, values: { PP: n } }] });
  client.send({ cmd: 'publish', topic: 'v1/gateway/telemetry', qos: 1, messageId: 1, dup: false, retain: false, payload });
  const answer = await client.next('puback');
  clearTimeout(give);
  client.socket.destroy();
  if (code !== 0 || !answer) throw new Error(`crash: a good gateway is not served by ${nameOf(speech)} (log-in ${code})`);
  return { loginMs, tookMs: performance.now() - begun };
} // prettier-ignore

/**
 * A connection that says a dozen packets which nobody means.
 * @param said waited for after each of them
 * @returns whether it was closed by the broker
 */
export async function hurl(
  chance: Chance,
  port: number,
  speech: Speech,
  known: Known,
  said: () => Promise<void> = async () => {},
): Promise<boolean> {
  const client = new RawClient(port, speech);
  await client.opening();
  if (chance.percent(95)) client.send(loginOf(chance, known, speech.version));
  for (let i = 0; i < PER_CONNECTION && !client.closed; i++) {
    const bytes = bytesOf(chance, known, speech.version);
    if (client.frames) sendInFrames(chance, client.frames, bytes);
    else client.send(bytes);
    await said();
    await sleep(1);
  }
  const { closed } = client;
  client.socket.destroy();
  return closed;
}

/** Sends fuzzed packets, and lets a good gateway deliver beside them. @returns a line for each fault */
export async function fuzzPackets(attack: PacketAttack): Promise<string[]> {
  const { base, mqtt, mqttWs, seed, slowMs, packets, say } = attack;
  const portOf = ({ ws }: Speech): number => Number((ws ? mqttWs : mqtt).split(':').at(-1));
  const known = await prepare(base, attack.operator);
  const chance = chanceOf(seed);
  const faults: string[] = [];
  const sent = new Map(SPEECHES.map((speech) => [speech, 0]));
  let [all, closed, connections, goods, slowest] = [0, 0, 0, 0, 0];

  const check = async (speech: Speech): Promise<void> => {
    try {
      const { loginMs, tookMs } = await good(portOf(speech), speech, known, ++goods);
      slowest = Math.max(slowest, tookMs);
      if (tookMs > slowMs)
        faults.push(`slow: a good gateway waited ${Math.round(tookMs)} ms (${Math.round(loginMs)} of it to log in) after ${all} packets`);
    } catch (error) {
      faults.push((error as Error).message);
    }
  };
  const speechOf = (n: number): Speech => SPEECHES[n % SPEECHES.length] as Speech;
  const connection = async (): Promise<void> => {
    const speech = speechOf(connections++);
    const said = async (): Promise<void> => {
      sent.set(speech, (sent.get(speech) ?? 0) + 1);
      if (++all % GOOD_EACH === 0) await check(speechOf(goods));
      if (all % 2000 === 0) say(`${all} packets, ${faults.length} faults`);
    };
    if (await hurl(chance, portOf(speech), speech, known, said)) closed++;
  };
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (all < packets && !faults.some((fault) => fault.startsWith('crash'))) await connection();
    }),
  );
  for (const speech of SPEECHES) await check(speech);
  const each = SPEECHES.map((speech) => `${sent.get(speech)} by ${nameOf(speech)}`).join(', ');
  say(
    `${all} packets (${each}) over ${connections} connections, ${closed} closed by the broker; ` +
      `${goods} good deliveries beside, the slowest ${Math.round(slowest)} ms`,
  );
  return faults;
} // prettier-ignore
