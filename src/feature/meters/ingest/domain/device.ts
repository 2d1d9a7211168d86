import { codeIndex } from '#contract/dataCode.ts';
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

/** What a device name of a gateway means. */
export interface Device {
  /** Meter of the keys that have no mapping of their own; null = none. */
  readonly meter: Meter | null;
  readonly multiplier: Ratio | null;
  /** Keys without a mapping of their own are left out in silence. */
  readonly ignored: boolean;
  /** Mapped keys, in lower case; null = none is. */
  readonly keys: ReadonlyMap<string, KeyTarget> | null;
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
}

const plain = (meter: Meter | null): Device => ({ meter, multiplier: null, ignored: false, keys: null });

/** Devices by name: those that mappings name, and every meter under its own code where no mapping says otherwise. */
export function devicesOf(
  meters: ReadonlyMap<string, Meter>,
  rows: readonly MappingRow[],
): Map<string, Device> {
  const devices = new Map<string, Device>();
  for (const [code, meter] of meters) devices.set(code, plain(meter));
  const byName = new Map<string, MappingRow[]>();
  for (const row of rows) byName.set(row.deviceName, [...(byName.get(row.deviceName) ?? []), row]);
  for (const [name, mappings] of byName) {
    const whole = mappings.find((row) => row.dataKey === null);
    const keys = new Map<string, KeyTarget>();
    for (const row of mappings) {
      if (row.dataKey === null) continue;
      const code = codeIndex(row.dataCode ?? row.dataKey);
      const target =
        row.ignored || row.meter === null || code < 0
          ? null
          : { meter: row.meter, code, multiplier: ratioOf(row.multiplier) };
      if (row.ignored || target) keys.set(row.dataKey.toLowerCase(), target);
    }
    devices.set(name, {
      meter: whole ? (whole.ignored ? null : whole.meter) : (meters.get(name) ?? null),
      multiplier: ratioOf(whole?.multiplier ?? null),
      ignored: whole?.ignored ?? false,
      keys: keys.size > 0 ? keys : null,
    });
  }
  return devices;
}

/** The meters that a device's keys lead to, the one of most of them first. */
export const metersOf = ({ meter, keys }: Device): Meter[] => [
  ...(meter ? [meter] : []),
  ...[...(keys?.values() ?? [])].flatMap((key) => (key ? [key.meter] : [])),
];

const ratioOf = (text: string | null): Ratio | null => (text === null ? null : parseDecimal(text));

/** A value times its multiplier, as exact decimals; the nearest number. */
export function multiplied(value: number, multiplier: Ratio): number {
  const { num, den } = times(parseDecimal(String(value)), multiplier);
  return Number(`${num}e-${String(den).length - 1}`);
}
