import type { FactorUnit } from '#contract/registerMap.ts';
import type { Text } from '#contract/text.ts';

/** Base unit of each and the power of ten that leads to it. */
export const UNIT_POWER: Readonly<Record<FactorUnit, readonly [base: string, power: number]>> = {
  Wh: ['kWh', -3],
  MWh: ['kWh', 3],
  W: ['kW', -3],
  MW: ['kW', 3],
  varh: ['kvarh', -3],
  Mvarh: ['kvarh', 3],
  var: ['kvar', -3],
  Mvar: ['kvar', 3],
  VA: ['kVA', -3],
  MVA: ['kVA', 3],
  mA: ['A', -3],
  kA: ['A', 3],
  mV: ['V', -3],
  kV: ['V', 3],
  kPa: ['MPa', -3],
  Pa: ['MPa', -6],
};

/** What became of the last try to read a meter, or to reach a channel. */
export const COLLECT_STATES = {
  ok: { zh: '正常', en: 'OK' },
  waiting: { zh: '尚未采集', en: 'Not read yet' },
  unreachable: { zh: '无法连接', en: 'Unreachable' },
  closed: { zh: '连接被对端断开', en: 'Connection closed by the device' },
  timeout: { zh: '超时无应答', en: 'No answer in time' },
  exception: { zh: '设备返回异常码', en: 'Device replied an error' },
  checksum: { zh: '校验错误', en: 'Checksum error' },
  malformed: { zh: '报文残缺或无法识别', en: 'Broken or short frame' },
  mismatch: { zh: '应答与请求不符', en: 'Answer does not match the request' },
  refused: { zh: '主机不允许访问', en: 'Host not allowed' },
  noMap: { zh: '没有寄存器映射', en: 'No register map' },
  rejected: { zh: '数值被拒收', en: 'Values were rejected' },
  partly: { zh: '部分数据项未读到', en: 'Some items were not read' },
} as const satisfies Readonly<Record<string, Text>>;
export type CollectState = keyof typeof COLLECT_STATES;

/** One item of a reading: what lay in the registers and what it means. */
export interface ItemWire {
  readonly code: string | null;
  readonly address: string;
  /** Raw bytes in hexadecimal; null where nothing was read. */
  readonly raw: string | null;
  readonly value: number | null;
  readonly fault: Text | null;
}

/** Answer of "read now". */
export interface ReadNowWire {
  readonly state: CollectState;
  readonly detail: Text | null;
  /** ms from the first byte sent to the last answer. */
  readonly took: number;
  readonly at: number;
  readonly items: readonly ItemWire[];
}

/** How a meter on a channel does. */
export interface MeterStateWire {
  readonly collectorMeterId: number;
  readonly ammeterId: number;
  readonly ammeterCode: string;
  readonly ammeterName: string;
  readonly unitAddress: string;
  readonly deviceModelId: number;
  readonly deviceModelName: string;
  readonly inUse: boolean;
  readonly state: CollectState;
  readonly detail: Text | null;
  readonly since: number | null;
  readonly lastOkAt: number | null;
  readonly lastTryAt: number | null;
  readonly failures: number;
  readonly took: number | null;
}

/** How a channel does, with its meters. */
export interface ChannelStateWire {
  readonly channelId: number;
  readonly channelName: string;
  readonly gatewayId: number;
  readonly gatewayName: string;
  readonly protocol: string;
  readonly host: string;
  readonly port: number;
  readonly intervalSeconds: number;
  readonly inUse: boolean;
  readonly state: CollectState;
  readonly detail: Text | null;
  readonly since: number | null;
  readonly lastOkAt: number | null;
  /** Of the enterprise's first site. */
  readonly timeZone: string;
  readonly meters: number;
  readonly metersOk: number;
}
