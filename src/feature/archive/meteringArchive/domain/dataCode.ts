import type { Text } from '#contract/text.ts';

/** The parts of a data code in their order, with their digits (provincial interface, 16 digits). */
export const DATA_CODE_PARTS = {
  processCode: 2,
  processUnitCode: 2,
  equipmentCode: 2,
  equipmentUnitCode: 2,
  energyClassCode: 2,
  energyTypeCode: 4,
  dataUsageCode: 2,
} as const;

export type DataCodePart = keyof typeof DATA_CODE_PARTS;

export type DataCode = Readonly<Record<DataCodePart, string>>;

const PARTS = Object.entries(DATA_CODE_PARTS) as [DataCodePart, number][];

/** The first part that does not have its digits. */
export const faultyPart = (parts: DataCode): DataCodePart | undefined =>
  PARTS.find(([part, digits]) => !new RegExp(`^\\d{${digits}}$`).test(parts[part]))?.[0];

/** The sixteen digits. */
export const composeDataCode = (parts: DataCode): string => PARTS.map(([part]) => parts[part]).join('');

/** The digits of a code written plain or with dashes (`00-00-0000-010104-10`). */
export const plainDataCode = (text: string): string => text.replaceAll('-', '');

/** The parts of a code, plain or with dashes; undefined where it has not sixteen digits. */
export function splitDataCode(text: string): DataCode | undefined {
  const plain = plainDataCode(text);
  if (!/^\d{16}$/.test(plain)) return undefined;
  let at = 0;
  return Object.fromEntries(
    PARTS.map(([part, digits]) => [part, plain.slice(at, (at += digits))]),
  ) as DataCode;
}

/** With dashes, as the national interface writes it: process, unit, device, class and type, use. */
export const dashedDataCode = (text: string): string =>
  plainDataCode(text).replace(/^(..)(..)(....)(......)(..)$/, '$1-$2-$3-$4-$5');

interface ScopeFault {
  readonly field: DataCodePart;
  readonly text: Text;
}

const fault = (field: DataCodePart, zh: string, en: string): ScopeFault => ({ field, text: { zh, en } });

/** What of the parts does not fit the scope: 1 whole plant, 2 process, 3 process unit, 4 key device. */
export function scopeFault(scope: string, parts: DataCode): ScopeFault | null {
  const process = parts.processCode !== '00';
  const unit = parts.processUnitCode !== '00';
  const device = parts.equipmentCode !== '00' || parts.equipmentUnitCode !== '00';
  if (unit && !process)
    return fault('processCode', '有工序单元时须选工序', 'a process unit needs its process');
  if (device && (parts.equipmentCode === '00' || parts.equipmentUnitCode === '00'))
    return fault(
      parts.equipmentCode === '00' ? 'equipmentCode' : 'equipmentUnitCode',
      '设备类型与流水号须同时填写',
      'device type and running number go together',
    );
  if (scope === '4' && !device)
    return fault('equipmentCode', '范围为重点用能设备时必填', 'is required where the scope is a key device');
  if (scope !== '4' && device)
    return fault('equipmentCode', '仅范围为重点用能设备时填写', 'is for the scope of a key device only');
  if (scope === '3' && !unit)
    return fault('processUnitCode', '范围为工序单元时必填', 'is required where the scope is a process unit');
  if (scope === '2' && !process)
    return fault('processCode', '范围为生产工序时必填', 'is required where the scope is a process');
  if ((scope === '1' || scope === '2') && unit)
    return fault('processUnitCode', '与采集范围不符，应为 00', 'does not fit the scope, must be 00');
  if (scope === '1' && process)
    return fault('processCode', '与采集范围不符，应为 00', 'does not fit the scope, must be 00');
  return null;
}
