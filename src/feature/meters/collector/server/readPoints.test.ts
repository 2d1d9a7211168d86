import { afterEach, describe, expect, it } from 'vitest';
import { converterRegisters } from '../../../../../simulator/device/converter.ts';
import { ModbusServer } from '../../../../../simulator/device/modbusServer.ts';
import { chainOf, type SimulatedModel, sunspecRegisters } from '../../../../../simulator/device/sunspec.ts';
import { FaultBoard } from '../../../../../simulator/plant/liveFault.ts';
import { Microgrid } from '../../../../../simulator/plant/microgridMeters.ts';
import { type MapRow, planOf } from '../domain/plan.ts';
import type { Connection } from './connection.ts';
import { openLine } from './line.ts';
import { readMeter } from './readMeter.ts';
import { SHIPPED_MODELS } from './shipModels.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** The map of a shipped model. */
const shipped = (code: string): MapRow[] =>
  (SHIPPED_MODELS.find((one) => one.code === code)?.rows ?? []).map(([dataCode, point, unit, scale]) =>
    row(dataCode, point, { unit: unit ?? null, scale: scale ?? '1' }),
  );

const row = (dataCode: string, registerAddress: string, change: Partial<MapRow> = {}): MapRow => ({
  dataCode,
  registerAddress,
  readFunction: '3',
  valueType: 'u16',
  wordOrder: 'ABCD',
  scale: '1',
  unit: null,
  ...change,
});

const COMMON: SimulatedModel = { model: 1, values: { DA: 9 } };
const INVERTER: SimulatedModel = {
  model: 103,
  values: {
    A_SF: -2, AphA: 72.1, AphB: 72.2, AphC: 72.3, V_SF: -1, PhVphA: 230.1, PhVphB: 230.2, PhVphC: 229.9,
    W_SF: 1, W: 49_830, Hz_SF: -2, Hz: 50.01, VA_SF: 1, VA: 49_900, VAr_SF: 1, VAr: -2600, PF_SF: -1, PF: 99.8,
    WH_SF: 1, WH: 1_234_567_890, DCA_SF: -2, DCA: 70.1, DCV_SF: -1, DCV: 730.5, DCW_SF: 1, DCW: 51_200, St: 4,
  },
}; // prettier-ignore
const METER: SimulatedModel = {
  model: 203,
  values: { W_SF: 1, W: -76_000, VA_SF: 1, VA: 76_100, TotWh_SF: 1, TotWhExp: 87_654_320, TotWhImp: 98_765_430, Hz_SF: -2, Hz: 49.98 },
}; // prettier-ignore
const BATTERY: SimulatedModel = {
  model: 802,
  values: { SoC_SF: -1, SoC: 55.5, SoH_SF: -1, SoH: 98.6, V_SF: -1, V: 745.2, CellV_SF: -3, CellVMax: 3.312, CellVMin: 3.297, A_SF: -1, A: -56.7, W_SF: 1, W: -42_200, State: 2 },
}; // prettier-ignore
const LITHIUM: SimulatedModel = {
  model: 803,
  values: { NStr: 1, NStrCon: 1, ModTmp_SF: -1, ModTmpMax: 31.4, ModTmpMin: -2.5 },
};

async function serve(models: readonly SimulatedModel[], base = 40_000): Promise<ModbusServer> {
  const server = await ModbusServer.listen(new Map([[1, sunspecRegisters(() => models, { base })]]));
  closers.push(() => server.close());
  return server;
}

async function line(server: ModbusServer): Promise<Connection> {
  const outcome = await openLine('127.0.0.1', server.port, 2000, new Set(['127.0.0.1']));
  if ('failure' in outcome) throw new Error(outcome.failure.detail.en);
  closers.push(() => outcome.value.close());
  return outcome.value;
}

const valuesOf = (reading: Awaited<ReturnType<typeof readMeter>>): Record<string, number> =>
  Object.fromEntries(
    reading.items.flatMap(({ code, value }) => (code !== null && value !== null ? [[code, value]] : [])),
  );

async function read(server: ModbusServer, map: readonly MapRow[], connection?: Connection) {
  return readMeter(connection ?? (await line(server)), '1', '1', planOf('4', map), 300);
}

describe('SunSpec', () => {
  it('reads a PV inverter whose values have scale factors, exactly', async () => {
    const reading = await read(await serve([COMMON, INVERTER]), shipped('SUNSPEC-PV'));
    expect(reading).toMatchObject({ state: 'ok', detail: null });
    expect(valuesOf(reading)).toEqual({
      PP: 1_234_567.89, PZ: 49.83, QZ: -2.6, SZ: 49.9, FZ: 0.998, IA: 72.1, IB: 72.2, IC: 72.3,
      UA: 230.1, UB: 230.2, UC: 229.9, FR: 50.01, DCV: 730.5, DCI: 70.1, DCP: 51.2, PST: 4,
    }); // prettier-ignore
  });

  it('reads the same map from a device with floats', async () => {
    const floats: SimulatedModel = { model: 113, values: { W: 49_830, WH: 123_456, PhVphA: 230.1, St: 4 } };
    const reading = await read(await serve([COMMON, floats]), shipped('SUNSPEC-PV'));
    expect(valuesOf(reading)).toEqual({ PP: 123.456, PZ: 49.83, UA: 230.1, PST: 4 });
    expect(reading.state).toBe('ok');
  });

  it('turns converter and battery to the sign of the product', async () => {
    const server = await serve([COMMON, INVERTER, METER, BATTERY, LITHIUM]);
    expect(valuesOf(await read(server, shipped('SUNSPEC-PCS')))).toEqual({
      PP: 98_765.43, RP: 87_654.32, PZ: -76, SZ: 76.1, FR: 49.98, DCV: 730.5, DCP: -51.2, PST: 4,
    }); // prettier-ignore
    expect(valuesOf(await read(server, shipped('SUNSPEC-BATTERY')))).toEqual({
      SOC: 55.5, SOH: 98.6, BVX: 3.312, BVN: 3.297, BTX: 31.4, BTN: -2.5, DCV: 745.2, DCI: 56.7, DCP: 42.2, PST: 2,
    }); // prettier-ignore
  });

  it.each([50_000, 0])('finds models that begin at %d', async (base) => {
    expect(
      valuesOf(await read(await serve([COMMON, METER], base), [row('PZ', '203.W', { unit: 'W' })])),
    ).toEqual({ PZ: -76 });
  });

  it('looks for the models once, reads each in one go, and looks again when they have moved', async () => {
    let models = [COMMON, METER];
    const registers = sunspecRegisters(() => models, { cycleMs: 1 });
    const server = await ModbusServer.listen(new Map([[1, registers]]));
    closers.push(() => server.close());
    const connection = await line(server);
    const map = [row('PZ', '203.W', { unit: 'W' }), row('PP', '203.TotWhImp', { unit: 'Wh' })];
    await read(server, map, connection);
    expect(server.asked).toEqual([
      '1/3/40000+2',
      '1/3/40002+2',
      '1/3/40070+2',
      '1/3/40177+2',
      '1/3/40070+55',
    ]);
    await read(server, map, connection);
    expect(server.asked.slice(5)).toEqual(['1/3/40070+55']);
    models = [COMMON, INVERTER, METER];
    // The device shows them with its next cycle of a millisecond.
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await read(server, map, connection)).toMatchObject({ state: 'mismatch', broken: false });
    expect(valuesOf(await read(server, map, connection))).toEqual({ PZ: -76, PP: 98_765.43 });
  });

  it('takes nothing that is not implemented for a reading, and says what is', async () => {
    // Every value is absent, an accumulator stands at 0, a power of ten is absent or none.
    const bare: SimulatedModel = {
      model: 203,
      values: { W: 0, TotWhExp: 0, TotWhImp: 5, TotWh_SF: 90, VA: 4, VA_SF: 0 },
    };
    const reading = await read(await serve([COMMON, bare]), shipped('SUNSPEC-METER'));
    expect(valuesOf(reading)).toEqual({ SZ: 0.004 });
    expect(reading.items.find(({ code }) => code === 'UA')).toMatchObject({
      raw: '80 00',
      fault: { en: 'The device does not implement this point' },
    });
    // A device that says so is not at fault.
    expect(reading.state).toBe('ok');
  });

  it('a 0 that is measured stays 0', async () => {
    const idle: SimulatedModel = { model: 203, values: { W: 0, W_SF: 0 } };
    expect(valuesOf(await read(await serve([COMMON, idle]), [row('PZ', '203.W', { unit: 'W' })]))).toEqual({
      PZ: 0,
    });
  });

  it('adds strings up, tells one, and leaves out those that a device has only room for', async () => {
    const strings: SimulatedModel = {
      model: 160,
      values: { DCA_SF: -2, DCV_SF: -1, DCW_SF: 0, N: 3 },
      strings: [{ DCA: 8.01, DCV: 700.1, DCW: 5608 }, { DCA: 0, DCV: 12, DCW: 0 }, {}],
    };
    const server = await serve([COMMON, strings]);
    const map = [row('DCI', '160.DCA'), row('DCV', '160.1.DCV'), row('DCP', '160.DCW', { unit: 'W' }), row('PZ', '160.3.DCW', { unit: 'W' }), row('PA', '160.9.DCW', { unit: 'W' })]; // prettier-ignore
    expect(valuesOf(await read(server, map))).toEqual({ DCI: 8.01, DCV: 700.1, DCP: 5.608 });
  });

  it('a device without the model, without the mark, silent or with a chain that goes nowhere is told apart', async () => {
    const map = [row('SOC', '802.SoC'), row('PZ', '203.W', { unit: 'W' })];
    expect(await read(await serve([COMMON, METER]), map)).toMatchObject({
      state: 'partly',
      detail: { en: 'The device has no SunSpec model 802' },
    });
    const none = await ModbusServer.listen(
      new Map([[1, (address: number) => (address < 10 ? 7 : undefined)]]),
    );
    closers.push(() => none.close());
    expect(await read(none, map)).toMatchObject({
      state: 'mismatch',
      items: [{ value: null }, { value: null }],
    });
    none.faults.set(1, 'silent');
    expect(await read(none, map)).toMatchObject({ state: 'timeout' });
    const endless = await ModbusServer.listen(
      new Map([[1, (address: number) => chainOf([])[address - 40_000] ?? 1]]),
    );
    closers.push(() => endless.close());
    endless.units.set(1, (address) => [0x5375, 0x6e53][address - 40_000] ?? (address % 2 === 0 ? 1 : 0));
    expect(await read(endless, map)).toMatchObject({ state: 'malformed' });
    endless.units.set(1, (address) => [0x5375, 0x6e53][address - 40_000] ?? 1);
    expect(await read(endless, map)).toMatchObject({
      state: 'malformed',
      detail: { en: 'The chain of SunSpec models does not end' },
    });
  });

  it('goes through a serial server in the same way', async () => {
    const server = await ModbusServer.listen(new Map([[1, sunspecRegisters(() => [COMMON, METER])]]), {
      rtu: true,
    });
    closers.push(() => server.close());
    const plan = planOf('4', shipped('SUNSPEC-METER'));
    expect(valuesOf(await readMeter(await line(server), '2', '1', plan, 300))).toMatchObject({ PZ: -76 });
  });

  it('reads the converter of the demonstration as its plant knows it', async () => {
    const microgrid = new Microgrid(Date.now() - 2 * 86_400_000);
    const server = await ModbusServer.listen(new Map([[1, converterRegisters(microgrid, new FaultBoard())]]));
    closers.push(() => server.close());
    const at = Math.floor(Date.now() / 15_000) * 15_000;
    const reading = await read(server, shipped('SUNSPEC-PCS'));
    const later = Math.floor(Date.now() / 15_000) * 15_000;
    expect([at, later].map((t) => microgrid.reading('B-02', t))).toContainEqual(valuesOf(reading));
  });
});
