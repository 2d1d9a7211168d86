import { WebSocketServer } from 'ws';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SimulatedCharger } from './charger.ts';

let door: WebSocketServer;
let url: string;

beforeAll(async () => {
  door = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => door.once('listening', resolve));
  const address = door.address();
  if (address === null || typeof address === 'string') throw new Error('the door has no port');
  url = `ws://127.0.0.1:${address.port}`;
});

afterAll(() => new Promise<void>((resolve) => door.close(() => resolve())));

it('refuses what is said while its line closes, and ends what waits, each once', async () => {
  const unheard: unknown[] = [];
  const hear = (reason: unknown): void => void unheard.push(reason);
  process.on('unhandledRejection', hear);
  const charger = new SimulatedCharger({ url, identity: 'CP-1', key: 'key of a test' });
  await charger.connect({ boot: false });
  const waits = expect(charger.call('Heartbeat', {})).rejects.toThrow('the connection is over');
  const closed = charger.close();
  await expect(charger.call('Heartbeat', {})).rejects.toThrow('the connection is over');
  await closed;
  await waits;
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', hear);
  expect(unheard).toEqual([]);
});
