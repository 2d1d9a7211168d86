import { dataCode } from '#contract/dataCode.ts';
import type { Text } from '#contract/text.ts';
import { ONE, type Ratio, parseDecimal, times } from '#domain/decimal/decimal.ts';
import { type FactorUnit, type ValueType, type WordOrder } from '#contract/registerMap.ts';
import { UNIT_POWER } from '../contract.ts';
import type { BcdForm } from './dlt645/bcd.ts';
import { ANY_ADDRESS, type Version } from './dlt645/frame.ts';
import { STANDARD_ITEMS, formOf } from './dlt645/item.ts';
import type { Place } from './modbus/group.ts';
import { WORDS } from './modbus/value.ts';
import { addressOf, type PointAddress } from './sunspec/model.ts';

/** Protocol of a device model: Modbus, a version of DL/T 645, or SunSpec (Modbus whose device tells where its values lie). */
export type Protocol = '1' | '2' | '3' | '4';
/** Transport of a channel: Modbus TCP, Modbus RTU over TCP, DL/T 645 over TCP. */
export type Transport = '1' | '2' | '3';

/** A row of a register map. */
export interface MapRow {
  readonly dataCode: string;
  readonly registerAddress: string;
  readonly readFunction: string;
  readonly valueType: ValueType;
  readonly wordOrder: WordOrder;
  /** Decimal text. */
  readonly scale: string;
  readonly unit: FactorUnit | null;
}

/** A row of a signal map. */
export interface SignalRow {
  readonly signalKey: string;
  readonly registerAddress: string;
  readonly readFunction: string;
  readonly bit: number | null;
}

interface Item {
  /** Data code; the address as the map has it. */
  readonly code: string;
  readonly label: string;
  /** What the raw value is multiplied by, exactly. */
  readonly factor: Ratio;
}

/** A value in registers. */
export interface RegisterItem extends Item, Place {
  readonly type: ValueType;
  readonly order: WordOrder;
}

/** A position: a coil, a discrete input, a bit of a register or (null) the whole one. Its code is the key of its signal point. */
export interface SignalItem extends Item, Place {
  readonly bit: number | null;
}

/** A value of a DL/T 645 meter. */
export interface MeterItem extends Item {
  readonly identifier: string;
  readonly form: BcdForm;
  /** Of the standard list: a meter that lacks it is not at fault. */
  readonly optional: boolean;
}

/** A value of a SunSpec model. */
export interface PointItem extends Item {
  readonly point: PointAddress;
}

/** What is to be read from meters of a model. */
export type Plan =
  | { readonly kind: 'sunspec'; readonly items: readonly PointItem[] }
  | { readonly kind: 'modbus'; readonly items: readonly (RegisterItem | SignalItem)[] }
  | { readonly kind: 'dlt645'; readonly version: Version; readonly items: readonly MeterItem[] };

const VERSION = { 2: '2007', 3: '1997' } as const;

/** The plan of a model with its maps; a DL/T 645 model without rows is read by the standard's own list. */
export function planOf(
  protocol: Protocol,
  rows: readonly MapRow[],
  signals: readonly SignalRow[] = [],
): Plan {
  if (protocol === '1') {
    const items = rows.flatMap((row) => {
      const address = registerOf(row.registerAddress, row.valueType);
      if (address === undefined) return [];
      const fn = row.readFunction === '4' ? (4 as const) : (3 as const);
      const { valueType: type, wordOrder: order } = row;
      return [{ ...itemOf(row), fn, address, words: WORDS[type], type, order }];
    });
    return { kind: 'modbus', items: [...items, ...signals.flatMap(signalItem)] };
  }
  if (protocol === '4')
    return {
      kind: 'sunspec',
      items: rows.flatMap((row) => {
        const point = addressOf(row.registerAddress);
        return point ? [{ ...itemOf(row), point }] : [];
      }),
    };
  const version = VERSION[protocol];
  if (rows.length === 0) {
    const items = STANDARD_ITEMS[version].map(({ identifier, code, ...form }) => ({
      code,
      label: identifier,
      factor: ONE,
      identifier,
      form,
      optional: true,
    }));
    return { kind: 'dlt645', version, items };
  }
  const items = rows.flatMap((row) => {
    const identifier = row.registerAddress.toUpperCase();
    const form = formOf(version, identifier);
    return form ? [{ ...itemOf(row), identifier, form, optional: false }] : [];
  });
  return { kind: 'dlt645', version, items };
}

const itemOf = ({ dataCode: code, registerAddress, scale, unit }: MapRow): Item => ({
  code,
  label: registerAddress,
  factor: unit === null ? parseDecimal(scale) : times(parseDecimal(scale), powerOf(UNIT_POWER[unit][1])),
});

function signalItem({ signalKey: code, registerAddress: label, readFunction, bit }: SignalRow): SignalItem[] {
  const address = registerOf(label, 'u16');
  const fn = ([1, 2, 3, 4] as const).find((one) => String(one) === readFunction);
  return address === undefined || fn === undefined
    ? []
    : [{ code, label, factor: ONE, fn, address, words: 1, bit }];
}

/** What is wrong with the address of a position; null = nothing. */
export const faultOfSignal = (address: string): Text | null =>
  registerOf(address, 'u16') === undefined
    ? {
        zh: '地址：应为 0–65535（十进制或 0x 十六进制）',
        en: 'Address: 0 to 65535 is expected, decimal or with 0x',
      }
    : null;

const powerOf = (power: number): Ratio => parseDecimal(`1e${power}`);

/** The number of a register as written (4096, 0x1000) where a value of the type fits there; else undefined. */
function registerOf(text: string, type: ValueType): number | undefined {
  if (!/^(\d{1,5}|0[xX][0-9A-Fa-f]{1,4})$/.test(text)) return undefined;
  const address = Number(text);
  return address + WORDS[type] <= 65_536 ? address : undefined;
}

/** What is wrong with a row of a map, with the field; null = nothing. */
export function faultOfRow(protocol: Protocol, row: MapRow): { field: string; text: Text } | null {
  if (protocol === '1') {
    if (registerOf(row.registerAddress, row.valueType) === undefined)
      return {
        field: 'registerAddress',
        text: {
          zh: '地址：应为 0–65535 的寄存器地址（十进制或 0x 十六进制）',
          en: 'Address: a register from 0 to 65535 is expected, decimal or with 0x',
        },
      };
  } else if (protocol === '4') {
    if (!addressOf(row.registerAddress))
      return {
        field: 'registerAddress',
        text: {
          zh: '地址：应为 SunSpec 型号与点名，如 103.W；某一路如 160.2.DCA',
          en: 'Address: a SunSpec model and point is expected, such as 103.W; of one string 160.2.DCA',
        },
      };
  } else if (!formOf(VERSION[protocol], row.registerAddress.toUpperCase()))
    return {
      field: 'registerAddress',
      text: {
        zh: `地址：不是 DL/T 645-${VERSION[protocol]} 的已知数据标识`,
        en: `Address: not a known data identifier of DL/T 645-${VERSION[protocol]}`,
      },
    };
  if (row.scale === '0')
    return { field: 'scale', text: { zh: '倍率不能为 0', en: 'Scale: it must not be 0' } };
  const own = dataCode(row.dataCode)?.unit ?? 'kWh';
  if (row.unit !== null && UNIT_POWER[row.unit][0] !== own)
    return {
      field: 'unit',
      text: {
        zh: `数值单位：${row.unit} 不能换算为 ${row.dataCode} 的单位 ${own}`,
        en: `Unit of the value: ${row.unit} cannot be converted to ${own}, the unit of ${row.dataCode}`,
      },
    };
  return null;
}

/** What is wrong with the address of a meter on a channel; null = nothing. */
export function faultOfAddress(transport: Transport, address: string): Text | null {
  if (transport === '3')
    return /^\d{1,12}$/.test(address) || address === ANY_ADDRESS
      ? null
      : {
          zh: '通信地址：DL/T 645 为最多 12 位数字，或 AAAAAAAAAAAA（线上只有一块表）',
          en: 'Address: at most 12 digits for DL/T 645, or AAAAAAAAAAAA where it is the only meter',
        };
  return /^\d{1,3}$/.test(address) && Number(address) <= 255
    ? null
    : { zh: '通信地址：Modbus 为 0–255', en: 'Address: 0 to 255 for Modbus' };
}

/** Whether meters of a protocol can hang on a channel of a transport. */
export const fits = (transport: Transport, protocol: Protocol): boolean =>
  (transport === '3') === (protocol === '2' || protocol === '3');
