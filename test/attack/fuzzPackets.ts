import { setTimeout as sleep } from 'node:timers/promises';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { RawClient } from '../broker.ts';
import { chanceOf } from './chance.ts';
import type { Account } from './fuzzCalls.ts';
import { bytesOf, type Known, loginOf } from './packets.ts';

export interface PacketAttack {
  readonly base: string;
  /** host:port of the broker for gateways; this machine's alone. */
  readonly mqtt: string;
  readonly seed: number;
  readonly slowMs: number;
  readonly packets: number;
  readonly operator: Account;
  readonly say: (line: string) => void;
}

const PER_CONNECTION = 12;
const AT_ONCE = 8;
const GOOD_EACH = 200;

/** Makes an enterprise with a gateway of its own to attack through. */
async function prepare(base: string, operator: Account): Promise<Known> {
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
  return { token, meters };
} // prettier-ignore

/** A gateway that means well; how long its message took to be acknowledged, ms. @throws Error when it is not served */
async function good(port: number, { token, meters }: Known, n: number): Promise<number> {
  const begun = performance.now();
  const client = new RawClient(port);
  const give = setTimeout(() => client.socket.destroy(), 20_000);
  const code = await client.login(token);
  const payload = JSON.stringify({ [meters[0] ?? '']: [{ ts: Date.now() - 1000, values: { PP: n } }] });
  client.send({ cmd: 'publish', topic: 'v1/gateway/telemetry', qos: 1, messageId: 1, dup: false, retain: false, payload });
  const answer = await client.next('puback');
  clearTimeout(give);
  client.socket.destroy();
  if (code !== 0 || !answer) throw new Error(`crash: a good gateway is not served (log-in ${code})`);
  return performance.now() - begun;
} // prettier-ignore

/** Sends fuzzed packets, and lets a good gateway deliver beside them. @returns a line for each fault */
export async function fuzzPackets(attack: PacketAttack): Promise<string[]> {
  const { base, mqtt, seed, slowMs, packets, say } = attack;
  const port = Number(mqtt.split(':').at(-1));
  const known = await prepare(base, attack.operator);
  const chance = chanceOf(seed);
  const faults: string[] = [];
  let [sent, closed, connections, goods, slowest] = [0, 0, 0, 0, 0];

  const check = async (): Promise<void> => {
    try {
      const took = await good(port, known, ++goods);
      slowest = Math.max(slowest, took);
      if (took > slowMs)
        faults.push(`slow: a good gateway waited ${Math.round(took)} ms after ${sent} packets`);
    } catch (error) {
      faults.push((error as Error).message);
    }
  };
  const connection = async (): Promise<void> => {
    connections++;
    const client = new RawClient(port);
    if (chance.percent(95)) client.send(loginOf(chance, known));
    for (let i = 0; i < PER_CONNECTION && !client.closed && sent < packets; i++) {
      client.send(bytesOf(chance, known));
      if (++sent % GOOD_EACH === 0) await check();
      if (sent % 2000 === 0) say(`${sent} packets, ${faults.length} faults`);
      await sleep(1);
    }
    await sleep(20);
    if (client.closed) closed++;
    client.socket.destroy();
  };
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (sent < packets && !faults.some((fault) => fault.startsWith('crash'))) await connection();
    }),
  );
  await check();
  say(
    `${sent} packets over ${connections} connections, ${closed} closed by the broker; ` +
      `${goods} good deliveries beside, the slowest ${Math.round(slowest)} ms`,
  );
  return faults;
}
