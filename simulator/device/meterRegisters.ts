import type { FaultBoard } from '../plant/liveFault.ts';
import { pointsOf, positionAt } from '../plant/point.ts';
import type { Plant } from '../plant/plant.ts';
import type { Registers } from './modbusServer.ts';

/** How a value of the simulated meter model lies in its registers. */
interface Slot {
  readonly dataCode: string;
  readonly address: number;
  readonly valueType: 'u16' | 's16' | 'u32' | 's32';
  readonly scale: number;
}

const slot = (dataCode: string, address: number, valueType: Slot['valueType'], scale: number): Slot => ({
  dataCode,
  address,
  valueType,
  scale,
});

/** Registers of the simulated meter model, side by side from 0, the high word first. */
export const METER_SLOTS: readonly Slot[] = [
  slot('PP', 0, 'u32', 0.01),
  slot('QI', 2, 'u32', 0.01),
  slot('PZ', 4, 's32', 0.01),
  slot('QZ', 6, 's32', 0.01),
  slot('FZ', 8, 's16', 0.001),
  slot('UA', 9, 'u16', 0.1),
  slot('UB', 10, 'u16', 0.1),
  slot('UC', 11, 'u16', 0.1),
  slot('IA', 12, 'u32', 0.01),
  slot('IB', 14, 'u32', 0.01),
  slot('IC', 16, 'u32', 0.01),
];

/** Where the simulated meter model tells positions, by their data key: discrete inputs, and a register of its own. */
export const POINT_SLOTS = [
  { key: 'DI1', readFunction: '2', address: 0 },
  { key: 'MODE', readFunction: '3', address: 32 },
] as const;

/** The meter refreshes its registers in this cycle, as meters do. */
const CYCLE_MS = 15_000;

/** The registers of a meter of a plant at the present; no contact where it has a gap or its gateway is dead. */
export function meterRegisters(plant: Plant, code: string, gateway: string, faults: FaultBoard): Registers {
  let words: Map<number, number> | null = null;
  let of = -1;
  let under = '';
  const points = pointsOf(plant.design, [code]);
  const pointIn = (address: number, fn: number) => {
    const slot = POINT_SLOTS.find((one) => one.address === address && one.readFunction === String(fn));
    return slot && points.find(({ key }) => key === slot.key);
  };
  return (address, fn) => {
    const at = Math.floor(Date.now() / CYCLE_MS) * CYCLE_MS;
    const now = JSON.stringify(faults.list());
    if (at !== of || now !== under) {
      of = at;
      const reported = faults.told(code, at, (t) => plant.reading(code, t, true));
      under = JSON.stringify(faults.list());
      words = reported && wordsOf(reported.values);
    }
    if (words === null || faults.find('dead', gateway)) return 'silent';
    const point = pointIn(address, fn);
    if (point) return positionAt(plant, point, at);
    return fn < 3 ? undefined : words.get(address);
  };
}

function wordsOf(values: Readonly<Record<string, number>>): Map<number, number> {
  const words = new Map<number, number>();
  for (const { dataCode, address, valueType, scale } of METER_SLOTS) {
    const whole = Math.round((values[dataCode] ?? 0) / scale);
    if (valueType.endsWith('32'))
      words.set(address, (whole >>> 16) & 0xffff).set(address + 1, whole & 0xffff);
    else words.set(address, whole & 0xffff);
  }
  return words;
}
