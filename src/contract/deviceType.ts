import { ENERGY_TYPE_ORDER, ENERGY_TYPES, type EnergyTypeValue } from './energyType.ts';
import type { Text } from './text.ts';

/** Device types by name: what a device is that measures, adds up or only passes on (specification 3 section 3). */
export const DEVICE_TYPE = {
  communicationManager: '3',
  electricityMeter: '4',
  waterMeter: '6',
  gasMeter: '7',
  heatMeter: '12',
  coalMeter: '8',
  outputMeter: '9',
  rawMaterialMeter: '10',
  totalAdder: '11',
} as const;
export type DeviceTypeValue = (typeof DEVICE_TYPE)[keyof typeof DEVICE_TYPE];

/** Labels by value, for a choice field. */
export const deviceTypeOptions: Readonly<Record<DeviceTypeValue, Text>> = {
  [DEVICE_TYPE.communicationManager]: { zh: '通信管理机', en: 'Communication manager' },
  [DEVICE_TYPE.electricityMeter]: { zh: '电表', en: 'Electricity meter' },
  [DEVICE_TYPE.waterMeter]: { zh: '水表', en: 'Water meter' },
  [DEVICE_TYPE.gasMeter]: { zh: '气表', en: 'Gas meter' },
  [DEVICE_TYPE.heatMeter]: { zh: '热量表', en: 'Heat meter' },
  [DEVICE_TYPE.coalMeter]: { zh: '煤计量', en: 'Coal meter' },
  [DEVICE_TYPE.outputMeter]: { zh: '产量计量', en: 'Output meter' },
  [DEVICE_TYPE.rawMaterialMeter]: { zh: '原料计量', en: 'Raw-material meter' },
  [DEVICE_TYPE.totalAdder]: { zh: '总加', en: 'Total adder' },
};

/** The energy types that a device type may measure, the usual one first; empty = none. A total adder adds any. */
export const energiesOf = (deviceType: string): readonly EnergyTypeValue[] =>
  deviceType === DEVICE_TYPE.totalAdder
    ? ENERGY_TYPE_ORDER
    : ENERGY_TYPE_ORDER.filter((value) => ENERGY_TYPES[value].meter === deviceType);

/** The device types that measure something themselves. */
export const METER_TYPES: readonly DeviceTypeValue[] = Object.values(DEVICE_TYPE).filter(
  (type) => type !== DEVICE_TYPE.totalAdder && energiesOf(type).length > 0,
);

/** Whether a device type may measure an energy type; null = no energy. */
export function mayMeasure(deviceType: string, dataType: string | null): boolean {
  const energies: readonly string[] = energiesOf(deviceType);
  return dataType === null ? energies.length === 0 : energies.includes(dataType);
}

/** The energy type of a device type as it stays or, where it does not fit, the usual one. */
export const fittingEnergy = (deviceType: string, dataType: string | null): string | null =>
  mayMeasure(deviceType, dataType) ? dataType : (energiesOf(deviceType)[0] ?? null);
