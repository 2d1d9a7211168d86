import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { SimulatedCharger } from '../../simulator/charger/charger.ts';
import type { Chance } from './chance.ts';
import { messageOf } from './chargerMessage.ts';
import { sendInFrames } from './frames.ts';

const PER_CONNECTION = 25;

/** What became of messages that nobody means. */
export interface ChargerOutcome {
  readonly sent: number;
  /** Connections, and those of them that the door ended. */
  readonly connections: number;
  readonly closed: number;
  /** A line for each answer that blames the product itself, and for each time that the good charger was not served. */
  readonly faults: readonly string[];
}

/**
 * Sends messages of a charger that nobody means, over connections with its right key, and lets another one that means well
 * tell that it is there beside them.
 * @param of the identity and key that it comes with
 */
export async function fuzzCharger(
  chance: Chance,
  of: SimulatedCharger['options'],
  good: SimulatedCharger,
  messages: number,
): Promise<ChargerOutcome> {
  const faults: string[] = [];
  let [sent, connections, closed] = [0, 0, 0];
  await good.connect();
  while (sent < messages) {
    connections++;
    const asked = new Map<string, string>();
    const socket = await connected(of);
    socket.on('message', (data: Buffer) => {
      const [type, id, code, text] = JSON.parse(data.toString('utf8')) as unknown[];
      // What it answers to a flood has this code too.
      if (type === 4 && code === 'InternalError' && text !== 'Too many calls at once')
        faults.push(`${asked.get(String(id))?.slice(0, 400)}\n    ${String(text)}`);
    });
    for (let i = 0; i < PER_CONNECTION && socket.readyState === WebSocket.OPEN; i++, sent++) {
      const id = `f${sent}`;
      const message = messageOf(chance, id);
      asked.set(id, message);
      if (chance.percent(90)) socket.send(message);
      else sendInFrames(chance, socket, Buffer.from(message));
      await sleep(1);
    }
    const heard = await good.call('Heartbeat', {}).catch((error: unknown) => ({ error: String(error) }));
    if (!('currentTime' in heard)) faults.push(`A good charger is not served: ${JSON.stringify(heard)}`);
    if (socket.readyState !== WebSocket.OPEN) closed++;
    socket.terminate();
  }
  good.cut();
  return { sent, connections, closed, faults };
}

/** A connection as a charger. @throws where the door refuses it */
async function connected({ url, identity, key }: SimulatedCharger['options']): Promise<WebSocket> {
  const authorization = `Basic ${Buffer.from(`${identity}:${key}`).toString('base64')}`;
  const socket = new WebSocket(`${url}/${identity}`, ['ocpp1.6'], { headers: { authorization } });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => {});
  return socket;
}
