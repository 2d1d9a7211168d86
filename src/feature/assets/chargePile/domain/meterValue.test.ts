import { describe, expect, it } from 'vitest';
import { readMeterValue } from './meterValue.ts';

it('reads registers in Wh or kWh exactly, with the defaults of OCPP', () => {
  expect(readMeterValue({ sampledValue: [{ value: '12345' }] }).energy).toBe(12_345_000n);
  expect(readMeterValue({ sampledValue: [{ value: '12.3455', unit: 'kWh' }] }).energy).toBe(12_345_500n);
  // A double as it is written in full.
  expect(readMeterValue({ sampledValue: [{ value: '0.30002999999999996', unit: 'kWh' }] }).energy).toBe(
    300_030n,
  );
});

it('takes power, phases, state of charge and frequency to the codes of the meter', () => {
  const { values, power, soc } = readMeterValue({
    sampledValue: [
      { value: '7200', measurand: 'Power.Active.Import', unit: 'W' },
      { value: '10.5', measurand: 'Current.Import', phase: 'L1', unit: 'A' },
      { value: '231', measurand: 'Voltage', phase: 'L2-N', unit: 'V' },
      { value: '401', measurand: 'Voltage', phase: 'L1-L2', unit: 'V' },
      { value: '55', measurand: 'SoC', unit: 'Percent' },
      { value: '50.02', measurand: 'Frequency' },
    ],
  });
  expect([values, power, soc]).toEqual([{ PZ: 7.2, IA: 10.5, UB: 231, SOC: 55, FR: 50.02 }, 7.2, 55]);
});

it('sums a power that is told by phases alone', () => {
  const phase = (value: string, name: string) => ({ value, measurand: 'Power.Active.Import', phase: name, unit: 'W' }); // prettier-ignore
  expect(readMeterValue({ sampledValue: [phase('1000.1', 'L1'), phase('1000.2', 'L2')] }).power).toBe(2.0003);
});

describe('of several places', () => {
  const register = (value: string, location?: string) => ({
    value,
    unit: 'Wh',
    ...(location ? { location } : {}),
  });

  it.each([
    ['the outlet', [register('9000', 'Inlet'), register('8000', 'Outlet')], 8_000_000n],
    ['what has no place, which is the outlet', [register('9000', 'Inlet'), register('8000')], 8_000_000n],
    ['none where the inlet alone is told', [register('9000', 'Inlet'), register('9001', 'Body')], null],
  ])('takes as the register of a connector that of %s', (_name, sampledValue, energy) => {
    const read = readMeterValue({ sampledValue });
    expect([read.energy, read.values['PP'] ?? null]).toEqual([energy, energy === null ? null : 8]);
  });

  it('takes other values of the outlet first, and else where they are', () => {
    const power = (value: string, location: string) => ({ value, measurand: 'Power.Active.Import', unit: 'kW', location }); // prettier-ignore
    const soc = { value: '55', measurand: 'SoC', location: 'EV' };
    expect(readMeterValue({ sampledValue: [power('7.4', 'Inlet'), power('7', 'Outlet'), soc] })).toMatchObject({ power: 7, soc: 55 }); // prettier-ignore
    expect(readMeterValue({ sampledValue: [power('7.4', 'Inlet')] }).power).toBe(7.4);
  });

  it('takes of the main meter what it tells, wherever it is', () => {
    expect(readMeterValue({ sampledValue: [register('9000', 'Inlet')] }, 'main').energy).toBe(9_000_000n);
  });
});

it.each([
  [{ value: 'NaN' }],
  [{ value: '1e3' }],
  [{ value: '' }],
  [{ value: '١٢' }],
  [{ value: '0x10' }],
  [{ value: '5', unit: 'Celsius' }],
  [{ value: 'AAECAw==', format: 'SignedData' }],
  [{ value: '5', measurand: 'Energy.Reactive.Import.Register' }],
  [{ value: '5', measurand: '__proto__' }],
  [{ value: '5', measurand: 'constructor' }],
  [{ value: '5', unit: 'toString' }],
  [{ value: '150', measurand: 'SoC', phase: 'L9' }],
])('leaves out what cannot be read: %j', (value) => {
  expect(readMeterValue({ sampledValue: [value] })).toEqual({
    energy: null,
    power: null,
    soc: null,
    values: {},
  });
});
