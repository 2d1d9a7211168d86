import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Dlt645Server, digits } from '../../../../../simulator/device/dlt645Server.ts';
import { type DeviceFault, ModbusServer } from '../../../../../simulator/device/modbusServer.ts';
import type { CollectState } from '../contract.ts';
import { type MapRow, type Transport, planOf } from '../domain/plan.ts';
import { openLine } from './line.ts';
import type { Connection } from './connection.ts';
import { readMeter } from './readMeter.ts';

const LOOPBACK = new Set(['127.0.0.1']);
const TIMEOUT_MS = 300;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function line(port: number): Promise<Connection> {
  const outcome = await openLine('127.0.0.1', port, 2000, LOOPBACK);
  if ('failure' in outcome) throw new Error(outcome.failure.detail.en);
  closers.push(() => outcome.value.close());
  return outcome.value;
}

const row = (dataCode: string, registerAddress: string, change: Partial<MapRow> = {}): MapRow => ({
  dataCode,
  registerAddress,
  readFunction: '3',
  valueType: 'u32',
  wordOrder: 'ABCD',
  scale: '1',
  unit: null,
  ...change,
});

/** 123456.78 kWh at 0–1, 98.7 kW as a float with the low word first at 2–3, 230.1 V at 10. */
const WORDS = new Map([[0, 0x00bc], [1, 0x614e], [2, 0x6666], [3, 0x42c5], [10, 2301]]); // prettier-ignore
const PLAN = planOf('1', [
  row('PP', '0', { scale: '0.01' }),
  row('PZ', '2', { valueType: 'f32', wordOrder: 'CDAB' }),
  row('UA', '10', { valueType: 'u16', scale: '0.1' }),
]);
const VALUES = { PP: 123456.78, PZ: 98.7, UA: 230.1 };

describe.each([
  ['Modbus TCP', '1'],
  ['Modbus RTU over TCP', '2'],
] as const)('%s', (_name, transport: Transport) => {
  const serve = async (): Promise<ModbusServer> => {
    const server = await ModbusServer.listen(new Map([[7, (address: number) => WORDS.get(address)]]), {
      rtu: transport === '2',
      slowMs: 500,
    });
    closers.push(() => server.close());
    return server;
  };
  const read = async (server: ModbusServer, connection?: Connection) =>
    readMeter(connection ?? (await line(server.port)), transport, '7', PLAN, TIMEOUT_MS);

  it('reads what touches at once and gives exact values', async () => {
    const server = await serve();
    const reading = await read(server);
    expect(reading).toMatchObject({ state: 'ok', detail: null, broken: false });
    expect(Object.fromEntries(reading.items.map((item) => [item.code, item.value]))).toEqual(VALUES);
    expect(reading.items[0]).toMatchObject({ raw: '00 BC 61 4E', address: '0' });
    expect(server.asked).toEqual(['7/3/0+4', '7/3/10+1']);
  });

  it.each([
    ['silent', 'timeout', false],
    ['exception', 'exception', false],
    ['slow', 'timeout', false],
    ['cut', 'closed', true],
    ['short', 'malformed', false],
    ...(transport === '1'
      ? ([
          ['transaction', 'mismatch', false],
          ['garbage', 'malformed', true],
        ] as const)
      : ([['noise', 'checksum', true]] as const)),
  ] as readonly (readonly [DeviceFault, CollectState, boolean])[])(
    'a unit that is %s is told as %s, and reads well afterwards',
    async (fault, state, broken) => {
      const server = await serve();
      server.faults.set(7, fault);
      const connection = await line(server.port);
      const reading = await read(server, connection);
      expect(reading).toMatchObject({
        state,
        broken: broken || (transport === '2' && fault !== 'exception'),
      });
      expect(reading.items.every((item) => item.value === null && item.fault !== null)).toBe(true);
      server.faults.clear();
      // Over Modbus TCP a late answer is told apart by its number, so the line goes on being used.
      const again = await read(server, reading.broken ? undefined : connection);
      expect(again).toMatchObject({ state: 'ok' });
    },
  );

  it('one address that the device lacks does not take its neighbours with it', async () => {
    const server = await serve();
    const plan = planOf('1', [row('PP', '0', { scale: '0.01' }), row('QI', '4'), row('RP', '2')]);
    const reading = await readMeter(await line(server.port), transport, '7', plan, TIMEOUT_MS);
    expect(reading.state).toBe('partly');
    expect(reading.items.map(({ code, value }) => [code, value])).toEqual([
      ['PP', 123456.78],
      ['RP', 0x666642c5],
      ['QI', null],
    ]);
    expect(reading.detail?.en).toBe('exception 2: illegal data address');
  });

  it('a unit that is not there is silent while its neighbour answers', async () => {
    const server = await serve();
    const connection = await line(server.port);
    expect(await readMeter(connection, transport, '8', PLAN, TIMEOUT_MS)).toMatchObject({ state: 'timeout' });
    expect(await read(server, transport === '2' ? undefined : connection)).toMatchObject({ state: 'ok' });
  });
});

it('understands a Modbus server that others have written', async () => {
  const require = createRequire(import.meta.url);
  const { ServerTCP } = { ServerTCP: require('modbus-serial/servers/servertcp.js') as ServerClass };
  const port = await freePort();
  const server = new ServerTCP(
    {
      getHoldingRegister: (address: number) => WORDS.get(address) ?? 0,
      getInputRegister: (address: number) => address,
    },
    { host: '127.0.0.1', port },
  );
  await new Promise<void>((resolve) => server.on('initialized', () => resolve()));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  const connection = await line(port);
  const reading = await readMeter(connection, '1', '7', PLAN, 2000);
  expect(Object.fromEntries(reading.items.map((item) => [item.code, item.value]))).toEqual(VALUES);
  const long = planOf(
    '1',
    Array.from({ length: 100 }, (_, i) => row('PP', String(i * 2), { readFunction: '4' })),
  );
  const many = await readMeter(connection, '1', '7', long, 2000);
  expect(many.items.map((item) => item.value)).toEqual(
    Array.from({ length: 100 }, (_, i) => i * 2 * 65_536 + i * 2 + 1),
  );
});

const signal = (
  signalKey: string,
  readFunction: string,
  registerAddress: string,
  bit: number | null = null,
) => ({
  signalKey,
  readFunction,
  registerAddress,
  bit,
});

/** Inputs of which the second and the ninth stand, a status word with its bits 0 and 15 set, a mode. */
const SIGNALS = planOf(
  '1',
  [row('PP', '0', { scale: '0.01' })],
  [
    ...Array.from({ length: 10 }, (_, i) => signal(`DI${i}`, '2', String(100 + i))),
    signal('DO1', '1', '0x64'),
    signal('DO2', '1', '101'),
    signal('LOW', '3', '2', 0),
    signal('MIDDLE', '3', '2', 7),
    signal('HIGH', '3', '2', 15),
    signal('MODE', '4', '5'),
  ],
);
const STATES = {
  PP: 123456.78,
  ...Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`DI${i}`, i === 1 || i === 8 ? 1 : 0])),
  DO1: 1,
  DO2: 0,
  LOW: 1,
  MIDDLE: 0,
  HIGH: 1,
  MODE: 3,
};
const register = (address: number): number => (address === 2 ? 0x8001 : (WORDS.get(address) ?? 0));

it('reads coils, discrete inputs, bits and whole registers of the library modbus-serial', async () => {
  const require = createRequire(import.meta.url);
  const { ServerTCP } = { ServerTCP: require('modbus-serial/servers/servertcp.js') as ServerClass };
  const port = await freePort();
  const server = new ServerTCP(
    {
      getCoil: (address: number) => address === 100,
      getDiscreteInput: (address: number) => address === 101 || address === 108,
      getHoldingRegister: register,
      getInputRegister: () => 3,
    },
    { host: '127.0.0.1', port },
  );
  await new Promise<void>((resolve) => server.on('initialized', () => resolve()));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  const reading = await readMeter(await line(port), '1', '7', SIGNALS, 2000);
  expect(Object.fromEntries(reading.items.map((item) => [item.code, item.value]))).toEqual(STATES);
});

it.each([
  ['TCP', '1'],
  ['RTU over TCP', '2'],
] as const)(
  'reads them over %s in as few reads; an input that the device lacks takes no other with it',
  async (_name, transport) => {
    const bits = (address: number, fn: number): number | undefined =>
      fn === 1
        ? Number(address === 100)
        : fn === 2
          ? address === 105
            ? undefined
            : Number(address === 101 || address === 108)
          : fn === 3
            ? register(address)
            : 3;
    const server = await ModbusServer.listen(new Map([[7, bits]]), { rtu: transport === '2' });
    closers.push(() => server.close());
    const reading = await readMeter(await line(server.port), transport, '7', SIGNALS, TIMEOUT_MS);
    expect(reading.state).toBe('partly');
    expect(server.asked.slice(0, 2)).toEqual(['7/1/100+2', '7/2/100+10']);
    expect(Object.fromEntries(reading.items.map((item) => [item.code, item.value]))).toEqual({
      ...STATES,
      DI5: null,
    });
  },
);

type ServerClass = typeof import('modbus-serial').ServerTCP;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('DL/T 645', () => {
  const data: Readonly<Record<string, number[]>> = {
    '00010000': digits(123456.78, 4, 2),
    '00010100': digits(1000.01, 4, 2),
    '02010100': digits(230.1, 2, 1),
    '02010200': [0xff, 0xff],
    '02030000': [0x00, 0x05, 0x80],
    '01010000': [...digits(12.3456, 3, 4), 0x30, 0x12, 0x15, 0x06, 0x26],
  };
  const ADDRESS = '000012345678';
  const serve = async (): Promise<Dlt645Server> => {
    const server = await Dlt645Server.listen(new Map([[ADDRESS, (identifier: string) => data[identifier]]]));
    closers.push(() => server.close());
    return server;
  };

  it('reads the standard list through noise; what the meter lacks is no fault', async () => {
    const server = await serve();
    for (const address of ['12345678', 'AAAAAAAAAAAA']) {
      const reading = await readMeter(await line(server.port), '3', address, planOf('2', []), 1000);
      expect(reading).toMatchObject({ state: 'ok' });
      expect(Object.fromEntries(reading.items.map((item) => [item.code, item.value]))).toEqual({
        PP: 123456.78,
        PP1: 1000.01,
        UA: 230.1,
        PZ: -0.05,
        MD: 12.3456,
      });
    }
  });

  it('reads on where the answer is split into several frames', async () => {
    const server = await serve();
    for (const bytes of [1, 2, 3]) {
      server.split.set(ADDRESS, bytes);
      const reading = await readMeter(await line(server.port), '3', ADDRESS, planOf('2', []), 1000);
      expect(reading).toMatchObject({ state: 'ok' });
      expect(Object.fromEntries(reading.items.map((item) => [item.code, item.value]))).toMatchObject({
        PP: 123456.78,
        UA: 230.1,
        PZ: -0.05,
        MD: 12.3456,
      });
    }
    const old = await Dlt645Server.listen(new Map([[ADDRESS, () => digits(5.25, 4, 2)]]));
    closers.push(() => old.close());
    old.split.set(ADDRESS, 2);
    const plan = planOf('3', [row('PP', '9010')]);
    expect((await readMeter(await line(old.port), '3', ADDRESS, plan, 1000)).items[0]?.value).toBe(5.25);
  });

  it('an item of the map that the meter refuses is told', async () => {
    const server = await serve();
    const plan = planOf('2', [row('PP', '00010000', { unit: 'MWh' }), row('RP', '00020000')]);
    const reading = await readMeter(await line(server.port), '3', ADDRESS, plan, 1000);
    expect(reading).toMatchObject({ state: 'partly', detail: { en: 'the meter refuses: no such data' } });
    expect(reading.items[0]?.value).toBe(123456780);
  });

  it('reads meters of 1997', async () => {
    const server = await Dlt645Server.listen(
      new Map([[ADDRESS, (identifier: string) => (identifier === '9010' ? digits(5.25, 4, 2) : undefined)]]),
    );
    closers.push(() => server.close());
    const reading = await readMeter(await line(server.port), '3', ADDRESS, planOf('3', []), 1000);
    expect(reading.items.map(({ code, value }) => [code, value])).toEqual([['PP', 5.25]]);
  });

  it.each([
    ['silent', 'timeout'],
    ['checksum', 'checksum'],
    ['cut', 'closed'],
    ['other', 'mismatch'],
    ['garbage', 'malformed'],
  ] as const)('a line that is %s is told as %s, and reads well afterwards', async (fault, state) => {
    const server = await serve();
    server.faults.set(ADDRESS, fault);
    const connection = await line(server.port);
    const plan = planOf('2', [row('PP', '00010000')]);
    const reading = await readMeter(connection, '3', ADDRESS, plan, TIMEOUT_MS);
    expect(reading.state).toBe(state);
    server.faults.clear();
    const again = reading.broken ? await line(server.port) : connection;
    expect(await readMeter(again, '3', ADDRESS, plan, 1000)).toMatchObject({ state: 'ok' });
  });
});

it('what cannot be reached is told: a closed port, a name that does not exist, a host that is not allowed', async () => {
  const port = await freePort();
  const states = async (host: string, allowed = LOOPBACK) => {
    const outcome = await openLine(host, port, 500, allowed);
    return 'failure' in outcome ? outcome.failure.state : 'open';
  };
  expect(await states('127.0.0.1')).toBe('unreachable');
  expect(await states('no-such-host.invalid')).toBe('unreachable');
  expect(await states('127.0.0.1', new Set())).toBe('refused');
  expect(await states('localhost', new Set())).toBe('refused');
});
