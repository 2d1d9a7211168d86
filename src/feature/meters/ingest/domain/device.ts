import { codeIndex } from '#contract/dataCode.ts';
import type { Reading } from '#domain/signal/word.ts';
import { type Ratio, parseDecimal, times } from '#domain/decimal/decimal.ts';

/** A meter that a gateway may deliver for. */
export interface Meter {
  readonly id: number;
  /** ms: what is stamped before it is no reading of the meter; -Infinity = always was. */
  readonly since: number;
  /** The zone of its site. */
  readonly zone: string;
}

/** Where the values of one key go; null = left out in silence. */
export type KeyTarget = {
  readonly meter: Meter;
  /** Index in DATA_CODES. */
  readonly code: number;
  /** What a value is stored times; null = 1. */
  readonly multiplier: Ratio | null;
} | null;

/** The signal point to which the values of one key go; null = it is out of use, they are left out in silence. */
export type SignalTarget = {
  readonly id: number;
  /** The zone of its site. */
  readonly zone: string;
  /** How values are read as its states. */
  readonly reading: Reading;
} | null;

/** Signal points by key, in lower case. */
export type SignalKeys = ReadonlyMap<string, SignalTarget>;

/** What a device name of a gateway means. */
export interface Device {
  /** Meter of the keys that have no mapping of their own; null = none. */
  readonly meter: Meter | null;
  readonly multiplier: Ratio | null;
  /** Keys without a mapping of their own are left out in silence. */
  readonly ignored: boolean;
  /** Mapped keys, in lower case; null = none is. */
  readonly keys: ReadonlyMap<string, KeyTarget> | null;
  /** Keys that tell the states of signal points; none = no key does. */
  readonly signals?: SignalKeys;
}

/** A row of `gateway_mapping`; no key = every key of the device. */
export interface MappingRow {
  readonly deviceName: string;
  readonly dataKey: string | null;
  /** Null = it ignores, or a meter that the gateway may not deliver for. */
  readonly meter: Meter | null;
  readonly dataCode: string | null;
  readonly multiplier: string | null;
  readonly ignored: boolean;
  /** The signal point that the key tells of. */
  readonly signal?: SignalTarget;
}

const NO_POINTS: ReadonlyMap<number, SignalKeys> = new Map();

/**
 * Devices by name: those that mappings name, and every meter under its own code where no mapping says otherwise.
 * @param points signal points by their meter and its key for them
 */
export function devicesOf(
  meters: ReadonlyMap<string, Meter>,
  rows: readonly MappingRow[],
  points: ReadonlyMap<number, SignalKeys> = NO_POINTS,
): Map<string, Device> {
  const devices = new Map<string, Device>();
  for (const [code, meter] of meters) devices.set(code, mappedDevice(meter, [], points));
  const byName = new Map<string, MappingRow[]>();
  for (const row of rows) byName.set(row.deviceName, [...(byName.get(row.deviceName) ?? []), row]);
  for (const [name, mappings] of byName)
    devices.set(name, mappedDevice(meters.get(name) ?? null, mappings, points));
  return devices;
}

/** What a name means by its mappings. @param own the meter whose code it is */
function mappedDevice(
  own: Meter | null,
  mappings: readonly MappingRow[],
  points: ReadonlyMap<number, SignalKeys>,
): Device {
  const whole = mappings.find((row) => row.dataKey === null);
  const keys = new Map<string, KeyTarget>();
  const signals = new Map<string, SignalTarget>();
  for (const row of mappings) {
    if (row.dataKey === null) continue;
    const key = row.dataKey.toLowerCase();
    if (row.signal !== undefined && !row.ignored) {
      signals.set(key, row.signal);
      continue;
    }
    const code = codeIndex(row.dataCode ?? row.dataKey);
    const target =
      row.ignored || row.meter === null || code < 0
        ? null
        : { meter: row.meter, code, multiplier: ratioOf(row.multiplier) };
    if (row.ignored || target) keys.set(key, target);
  }
  const meter = whole ? (whole.ignored ? null : whole.meter) : own;
  for (const [key, point] of (meter && points.get(meter.id)) ?? [])
    if (!keys.has(key) && !signals.has(key)) signals.set(key, point);
  return {
    meter,
    multiplier: ratioOf(whole?.multiplier ?? null),
    ignored: whole?.ignored ?? false,
    keys: keys.size > 0 ? keys : null,
    ...(signals.size > 0 ? { signals } : {}),
  };
}

/** The meters that a device's keys lead to, the one of most of them first. */
export const metersOf = ({ meter, keys }: Device): Meter[] => [
  ...(meter ? [meter] : []),
  ...[...(keys?.values() ?? [])].flatMap((key) => (key ? [key.meter] : [])),
];

const ratioOf = (text: string | null): Ratio | null => (text === null ? null : parseDecimal(text));

/** The zone in which a device's stamps without an offset are read; undefined = it leads to nothing that has one. */
export function zoneOfDevice(device: Device): string | undefined {
  const [meter] = metersOf(device);
  return meter?.zone ?? [...(device.signals?.values() ?? [])].find((point) => point !== null)?.zone;
}

/** A value times its multiplier, as exact decimals; the nearest number. */
export function multiplied(value: number, multiplier: Ratio): number {
  const { num, den } = times(parseDecimal(String(value)), multiplier);
  return Number(`${num}e-${String(den).length - 1}`);
}
