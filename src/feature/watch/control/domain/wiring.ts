import type { Text } from '#contract/text.ts';

/** How an output is told and read, as its row says; kept with each command. */
export interface Wiring {
  readonly way: '1' | '2' | '3' | null;
  readonly adjusts: boolean;
  readonly channelId: number | null;
  readonly unitAddress: number | null;
  readonly writeFunction: '5' | '6' | '15' | '16' | null;
  readonly writeAddress: string | null;
  readonly onValue: number | null;
  readonly offValue: number | null;
  readonly valueType: 'u16' | 's16' | 'u32' | 's32' | 'f32' | null;
  readonly scale: number | null;
  readonly readFunction: '1' | '2' | '3' | '4' | null;
  readonly readAddress: string | null;
  readonly relayNumber: number | null;
  readonly gatewayId: number | null;
  /** Null = the gateway itself: a device that is connected directly. */
  readonly iotId: string | null;
  readonly identifier: string | null;
  readonly signalPointId: number | null;
  /** Of the relay of a DL/T 645 meter: its address, level of the password, operator, and whether it closes or permits to. */
  readonly meterAddress: string | null;
  readonly passwordLevel: number | null;
  readonly operatorCode: string | null;
  readonly closing: '1' | '2' | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly step: number | null;
}

/** What is missing or does not fit, with the field; null = it can be operated, or is not wired at all. */
export function faultOfWiring(wiring: Wiring): { readonly field: keyof Wiring; readonly text: Text } | null {
  const fault = (field: keyof Wiring, zh: string, en: string) => ({ field, text: { zh, en } });
  const needed = (field: keyof Wiring) => fault(field, '按所选下发方式必填', 'it is needed for this way out');
  if (wiring.way === null) return null;
  if (wiring.adjusts) {
    for (const field of ['minimum', 'maximum'] as const) if (wiring[field] === null) return needed(field);
    if ((wiring.minimum ?? 0) >= (wiring.maximum ?? 0))
      return fault('maximum', '应大于最小值', 'it must be above the least');
  }
  if (wiring.way === '2') {
    // A signal has named states and tells no value: what is set could not be proven, and it could never be operated.
    if (wiring.adjusts)
      return fault('adjusts', '经网关设定的数值无法返校，请用采集通道', 'a value set by a gateway cannot be read back; use a channel'); // prettier-ignore
    for (const field of ['gatewayId', 'identifier', 'signalPointId'] as const)
      if (wiring[field] === null) return needed(field);
    return null;
  }
  if (wiring.way === '3') {
    if (wiring.adjusts) return fault('way', '继电器不能遥调', 'a relay is switched, not set');
    for (const field of ['channelId', 'meterAddress'] as const)
      if (wiring[field] === null) return needed(field);
    return wiring.meterAddress === BROADCAST
      ? fault('meterAddress', '不能广播拉合闸', 'relays are not switched by broadcast')
      : null;
  }
  for (const field of [
    'channelId',
    'unitAddress',
    'writeFunction',
    'writeAddress',
    'readFunction',
    'readAddress',
  ] as const)
    if (wiring[field] === null) return needed(field);
  if (wiring.adjusts && !writesRegisters(wiring))
    return fault('writeFunction', '遥调须写寄存器', 'an adjustment writes registers');
  if (wiring.adjusts && !readsRegisters(wiring))
    return fault('readFunction', '遥调须读寄存器', 'an adjustment reads registers');
  if (wiring.writeFunction === '6' && wordsOf(wiring) > 1)
    return fault('writeFunction', '32 位数值须用 16', 'a value of 32 bits is written by 16');
  for (const field of ['minimum', 'maximum'] as const) {
    const beyond = wiring.adjusts ? beyondRegister(wiring, wiring[field] ?? 0) : null;
    if (beyond) return fault(field, beyond.zh, beyond.en);
  }
  const words = writesRegisters(wiring) || readsRegisters(wiring);
  if (!wiring.adjusts && words && onOf(wiring) === offOf(wiring))
    return fault('offValue', '须与合值不同', 'it must differ from the value of on');
  return null;
}

/** Every meter on the line hears it. */
const BROADCAST = '999999999999';

const writesRegisters = ({ writeFunction }: Wiring): boolean =>
  writeFunction === '6' || writeFunction === '16';
const readsRegisters = ({ readFunction }: Wiring): boolean => readFunction === '3' || readFunction === '4';

/** Registers that a value takes; of a position one. */
export const wordsOf = ({ adjusts, valueType }: Wiring): number =>
  adjusts && (valueType?.endsWith('32') ?? false) ? 2 : 1;

export const onOf = ({ onValue }: Wiring): number => onValue ?? 1;
export const offOf = ({ offValue }: Wiring): number => offValue ?? 0;

/** What a whole number of a register may be; a float holds what is needed. */
const HOLDS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  u16: [0, 0xffff],
  s16: [-0x8000, 0x7fff],
  u32: [0, 0xffff_ffff],
  s32: [-0x8000_0000, 0x7fff_ffff],
};

/** Where values are whole numbers of a register; null = they are not. */
const wholeOf = ({ way, valueType }: Wiring): readonly [least: number, most: number] | null =>
  way === '1' ? (HOLDS[valueType ?? 'u16'] ?? null) : null;

/** Why the register cannot hold a value, which would be written as another; null = it can. */
function beyondRegister(wiring: Wiring, value: number): Text | null {
  const range = wholeOf(wiring);
  if (range === null) return null;
  const scale = wiring.scale ?? 1;
  const count = Math.round(value / scale);
  if (count >= range[0] && count <= range[1]) return null;
  const [least, most] = [Number((range[0] * scale).toFixed(6)), Number((range[1] * scale).toFixed(6))];
  return {
    zh: `寄存器（${wiring.valueType ?? 'u16'}）只能表示 ${least} 至 ${most}`,
    en: `its register (${wiring.valueType ?? 'u16'}) holds ${least} to ${most}`,
  };
}

/** Why the register would round a value; null = it holds it as it is. */
function roundedByRegister(wiring: Wiring, value: number): Text | null {
  if (wholeOf(wiring) === null) return null;
  const raw = value / (wiring.scale ?? 1);
  if (Math.abs(raw - Math.round(raw)) <= 1e-6 + Math.abs(raw) * 1e-12) return null;
  const digit = String(wiring.scale ?? 1);
  return { zh: `寄存器的最小分度为 ${digit}`, en: `its register counts by ${digit}` };
}

/** Of the size of a value: what a float of 32 bits, or six decimals, may round. */
const FLOAT = 1e-6;

/** What a value read back may differ by: half a step, half of the last digit of a register, or the rounding of a float. */
export function toleranceOf(wiring: Wiring): number {
  const { adjusts, step, scale, minimum, maximum } = wiring;
  if (!adjusts) return 0;
  const digit =
    wholeOf(wiring) === null
      ? FLOAT * Math.max(1, Math.abs(minimum ?? 0), Math.abs(maximum ?? 0))
      : (scale ?? 1) / 2;
  return Math.max((step ?? 0) / 2, digit);
}

/** Why a target cannot be; null = it can. */
export function faultOfTarget(wiring: Wiring, target: number): Text | null {
  if (!wiring.adjusts)
    return target === 0 || target === 1
      ? null
      : { zh: '目标：应为 0（分）或 1（合）', en: 'Target: 0 (off) or 1 (on) is expected' };
  const { minimum, maximum, step } = wiring;
  if (
    !Number.isFinite(target) ||
    (minimum !== null && target < minimum) ||
    (maximum !== null && target > maximum)
  )
    return {
      zh: `目标：应在 ${minimum ?? '--'} 至 ${maximum ?? '--'} 之间`,
      en: `Target: ${minimum ?? '--'} to ${maximum ?? '--'} is expected`,
    };
  const steps = step === null ? 0 : (target - (minimum ?? 0)) / step;
  if (Math.abs(steps - Math.round(steps)) >= 1e-6)
    return { zh: `目标：步长为 ${step}`, en: `Target: steps of ${step} are expected` };
  const held = beyondRegister(wiring, target) ?? roundedByRegister(wiring, target);
  return held && { zh: `目标：${held.zh}`, en: `Target: ${held.en}` };
}

const NOUN = { coil: { zh: '线圈', en: 'coil' }, register: { zh: '寄存器', en: 'register' } };

/** How an output is told, for people; null = it is not wired. */
export function wayText(wiring: Wiring, through: string | null): Text | null {
  const { way, unitAddress, writeFunction, writeAddress, iotId, identifier } = wiring;
  const by: Text = through === null ? { zh: '', en: '' } : { zh: `，经 ${through}`, en: `, by ${through}` };
  if (way === '2')
    return {
      zh: `远程调用 ${iotId ?? '网关自身'} · ${identifier}${by.zh}`,
      en: `Call ${iotId ?? 'the gateway itself'} · ${identifier}${by.en}`,
    };
  if (way === null) return null;
  if (way === '3')
    return {
      zh: `DL/T 645 继电器，表 ${wiring.meterAddress}${by.zh}`,
      en: `DL/T 645 relay, meter ${wiring.meterAddress}${by.en}`,
    };
  const noun = writesRegisters(wiring) ? NOUN.register : NOUN.coil;
  return {
    zh: `Modbus FC ${writeFunction}，从站 ${unitAddress}，${noun.zh} ${writeAddress}${by.zh}`,
    en: `Modbus FC ${writeFunction}, unit ${unitAddress}, ${noun.en} ${writeAddress}${by.en}`,
  };
}
