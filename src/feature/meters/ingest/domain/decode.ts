import { DAY_MS } from '#domain/time/duration.ts';
import { CODES, type CodeTable } from '#contract/dataCode.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { BatchBuilder, type ReadingBatch } from '#domain/reading/batch.ts';
import { stateOf } from '#domain/signal/word.ts';
import type { TakenState } from '#feature/meters/signalStore/contract.ts';
import type { HeldReason, Rejected, Rejection } from '../contract.ts';
import {
  type Device,
  type KeyTarget,
  type Meter,
  multiplied,
  type SignalKeys,
  zoneOfDevice,
} from './device.ts';
import { type Held, Quarantine } from './held.ts';
import { eventStateOf, type TakenEvent } from './eventState.ts';
import { Refusals, type CountedRejection } from './refusals.ts';
import { EARLIEST, LATEST, readStamp } from './stamp.ts';

/** What is stamped later than so much after now was not measured at that instant: a clock is wrong. */
export const CLOCK_MS = 300_000;

/** A stamp that is further ahead tells nothing of how wrong the sender's clock is. */
const YEAR_MS = 366 * DAY_MS;

/** No buffer reaches further back: a clock that starts at 2000 or 2001 after a power failure does. */
const HISTORY_MS = 20 * YEAR_MS;

/** No counter and no gauge of a plant stands beyond. */
export const LARGEST = 1e12;

/** Longer names and keys can be mapped to nothing. */
const LONGEST_NAME = 200;

/** Which times are those of our own clock while it is in doubt. */
export type Doubted = 'none' | 'unstamped' | 'all';

/** What a delivery of a gateway holds. */
export interface Decoded {
  readonly batch: ReadingBatch;
  /** Positions of signal points. */
  readonly states: readonly TakenState[];
  /** What devices said of events that are configured. */
  readonly events: readonly TakenEvent[];
  /** What is kept and does not count; told as rejected too. */
  readonly held: readonly Held[];
  readonly rejected: readonly Rejected[];
  readonly rejectedCount: number;
  /** All of them, by device, key and reason. */
  readonly reasons: readonly CountedRejection[];
  /** Newest stamp that the sender wrote, whether it was taken or not; null = it wrote none within a year. */
  readonly newest: number | null;
}

/** What a gateway's names mean. */
export interface Names {
  /** Where its devices are that nobody knows: the zone of stamps without an offset. */
  readonly zone: string;
  readonly devices: ReadonlyMap<string, Device>;
  /** The ids of the events that its devices may tell of, by their identifiers; none = no event is configured. */
  readonly events?: ReadonlyMap<string, number>;
}

/** No number is written in more letters; the check of a longer text would take its square of time. */
const LONGEST_NUMBER = 64;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/**
 * Reads the gateway body {"<device>": [{"ts": stamp, "values": {"PP": 1234.5}}]}; one entry may stand without its list,
 * and an entry without `ts` means `now`. What cannot be taken is told value by value and never fails the rest; what
 * nobody can map or place yet is held. Undefined when the body is no object at all.
 */
export function decodeTelemetry(
  body: unknown,
  names: Names,
  now: number,
  doubted: Doubted = 'none',
  table: CodeTable = CODES,
): Decoded | undefined {
  const steps = decoding(body, names, now, doubted, table);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Entries that are read in one go: a body of a hundred thousand of them holds up nobody else. */
const AT_ONCE = 1000;

/** The same step by step: between two of them others may have their turn. */
export function* decoding(
  body: unknown,
  names: Names,
  now: number,
  doubted: Doubted = 'none',
  table: CodeTable = CODES,
): Generator<void, Decoded | undefined> {
  if (!isObject(body)) return undefined;
  const reader = new Reader(now, names, doubted, table);
  let read = 0;
  for (const name of Object.keys(body)) {
    const given = body[name];
    const device = names.devices.get(name);
    for (const entry of Array.isArray(given) ? (given as readonly unknown[]) : [given]) {
      reader.take(name, device, entry);
      if (++read % AT_ONCE === 0) yield;
    }
  }
  return reader.decoded();
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A record that takes any key, that of a prototype too. */
const bare = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

/** The number that a value is, else undefined. */
const numberOf = (given: unknown): number | undefined => {
  const value =
    typeof given === 'string' && given.length <= LONGEST_NUMBER && NUMBER.test(given) ? Number(given) : given;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

class Reader {
  /** Most messages are small, and many are under way. */
  readonly #builder: BatchBuilder;
  readonly #quarantines = new Map<HeldReason, Quarantine>();
  readonly #waiting: Held[] = [];
  readonly #states: TakenState[] = [];
  readonly #told: TakenEvent[] = [];
  readonly #events: ReadonlyMap<string, number> | undefined;
  readonly #refusals = new Refusals();
  readonly #now: number;
  readonly #home: string;
  readonly #doubted: Doubted;
  readonly #table: CodeTable;
  #newest = -Infinity;
  /** What is wrong with the present entry's stamp, and the stamp where it is a wall clock. */
  #wrong: 'clockAhead' | 'clockUnset' | 'ownClock' | null = null;
  #stamp: string | number | null = null;
  /** The same few keys come again and again. */
  readonly #codes = new Map<string, number>();

  constructor(now: number, { zone, events }: Omit<Names, 'devices'>, doubted: Doubted, table: CodeTable) {
    this.#builder = new BatchBuilder(4, table);
    this.#table = table;
    this.#now = now;
    this.#doubted = doubted;
    this.#home = zone;
    this.#events = events;
  }

  decoded(): Decoded {
    const held = [...this.#quarantines].flatMap(([reason, quarantine]) => quarantine.held(reason));
    return {
      batch: this.#builder.batch(),
      states: this.#states,
      events: this.#told,
      held: held.length > 0 ? [...this.#waiting, ...held] : this.#waiting,
      rejected: this.#refusals.told,
      rejectedCount: this.#refusals.count,
      reasons: this.#refusals.reasons(),
      newest: Number.isFinite(this.#newest) ? this.#newest : null,
    };
  }

  take(name: string, device: Device | undefined, entry: unknown): void {
    this.#stamp = null;
    if (!isObject(entry)) return this.#reject(name, null, null, 'notReadable', entry);
    const stamped = entry['values'] !== undefined || entry['ts'] !== undefined;
    const values = stamped ? entry['values'] : entry;
    const given = stamped ? entry['ts'] : undefined;
    const ts = given === undefined ? this.#now : this.#instant(given, device);
    if (given !== undefined && ts !== undefined && ts > this.#newest && ts < this.#now + YEAR_MS)
      this.#newest = ts;
    if (!isObject(values)) this.#reject(name, ts ?? null, null, 'notReadable', entry);
    else if (ts === undefined) this.#rejectAll(name, values, 'badTime', given);
    else {
      this.#wrong = this.#wrongOf(ts, given === undefined);
      this.#entry(name, device, Math.round(ts), values);
    }
  }

  /** The instant of a stamp, ms. */
  #instant(given: unknown, device: Device | undefined): number | undefined {
    if (typeof given === 'number' && given >= EARLIEST && given < LATEST) return given;
    const zone = (device && zoneOfDevice(device)) ?? this.#home;
    const stamp = readStamp(given, zoneOf(zone));
    if (stamp?.local) this.#stamp = given as string | number;
    return stamp?.at;
  }

  /** @param ours the entry has no stamp and bears our own time */
  #wrongOf(ts: number, ours: boolean): 'clockAhead' | 'clockUnset' | 'ownClock' | null {
    if (this.#doubted === 'all' || (ours && this.#doubted === 'unstamped')) return 'ownClock';
    if (ts > this.#now + CLOCK_MS) return 'clockAhead';
    if (ts < EARLIEST) return 'clockUnset';
    if (ts >= this.#now - HISTORY_MS) return null;
    return this.#doubted === 'none' ? 'clockUnset' : 'ownClock';
  }

  #entry(name: string, device: Device | undefined, ts: number, values: Record<string, unknown>): void {
    if (device === undefined) this.#wait(name, null, ts, values, 'unknownMeter');
    else if (device.signals) {
      const readings = this.#withoutStates(name, device.signals, ts, values);
      if (readings) this.#mapped(name, device, ts, readings);
    } else if (device.meter !== null && device.keys === null && device.multiplier === null)
      this.#row(name, device.meter, ts, values);
    else this.#mapped(name, device, ts, values);
  }

  /** Takes the states of signal points out of an entry. @returns the other values; undefined = there are none */
  #withoutStates(
    name: string,
    signals: SignalKeys,
    ts: number,
    values: Record<string, unknown>,
  ): Record<string, unknown> | undefined {
    let rest: Record<string, unknown> | undefined;
    for (const key of Object.keys(values)) {
      const point = signals.get(key.toLowerCase());
      if (point === undefined) (rest ??= bare())[key] = values[key];
      else if (point !== null && this.#wrong) this.#reject(name, ts, key, 'stateStamp', values[key]);
      else if (point !== null) {
        const value = stateOf(values[key], point.reading);
        if (value === undefined) this.#reject(name, ts, key, 'notAState', values[key]);
        else this.#states.push({ pointId: point.id, ts, value });
      }
    }
    return rest;
  }

  /** All keys are of one meter. */
  #row(name: string, meter: Meter, ts: number, values: Record<string, unknown>): void {
    const into = this.#begin(name, meter, ts);
    let unknown: Record<string, unknown> | undefined;
    for (const key in values) {
      const code = this.#code(key);
      if (code < 0) (unknown ??= bare())[key] = values[key];
      else this.#set(into, name, meter, ts, key, code, values[key], null);
    }
    into.end();
    if (unknown) this.#wait(name, meter, ts, unknown, 'unknownKey');
  }

  /** The keys of one entry may be of several meters: a row for each. */
  #mapped(name: string, device: Device, ts: number, values: Record<string, unknown>): void {
    const rows = new Map<number, { key: string; target: NonNullable<KeyTarget> }[]>();
    let unknown: Record<string, unknown> | undefined;
    for (const key in values) {
      let target = device.keys?.get(key.toLowerCase());
      if (target === undefined && device.ignored && !this.#events?.has(key)) continue;
      if (target === undefined) {
        const code = this.#code(key);
        if (device.meter === null || code < 0) {
          (unknown ??= bare())[key] = values[key];
          continue;
        }
        target = { meter: device.meter, code, multiplier: device.multiplier };
      }
      if (target === null) continue;
      const row = rows.get(target.meter.id);
      if (row) row.push({ key, target });
      else rows.set(target.meter.id, [{ key, target }]);
    }
    for (const row of rows.values()) {
      const meter = (row[0] as (typeof row)[0]).target.meter;
      const into = this.#begin(name, meter, ts);
      for (const { key, target } of row)
        this.#set(into, name, meter, ts, key, target.code, values[key], target.multiplier);
      into.end();
    }
    if (unknown)
      this.#wait(name, device.meter, ts, unknown, device.meter === null ? 'unknownMeter' : 'unknownKey');
  }

  /** Begins a row where it belongs, and tells why where that is not among those that count. */
  #begin(name: string, meter: Meter, ts: number): BatchBuilder {
    const reason = this.#wrong ?? (ts < meter.since ? 'beforeCommissioned' : null);
    if (reason === null) {
      this.#builder.row(meter.id, ts);
      return this.#builder;
    }
    this.#quarantine(reason).row(name, meter.id, ts);
    this.#reject(name, ts, null, reason, new Date(ts).toISOString());
    return this.#quarantine(reason).builder;
  }

  #quarantine(reason: HeldReason): Quarantine {
    let found = this.#quarantines.get(reason);
    if (!found) this.#quarantines.set(reason, (found = new Quarantine(this.#table)));
    return found;
  }

  #set(
    into: BatchBuilder,
    name: string,
    meter: Meter,
    ts: number,
    key: string,
    code: number,
    given: unknown,
    multiplier: Device['multiplier'],
  ): void {
    let value = numberOf(given);
    if (value === undefined) return this.#reject(name, ts, key, 'notANumber', given);
    if (Math.abs(value) <= LARGEST && multiplier !== null) value = multiplied(value, multiplier);
    if (Math.abs(value) > LARGEST) this.#reject(name, ts, key, 'outOfRange', given);
    else if (value < 0 && into === this.#builder && this.#table.entries[code]?.kind === 'register') {
      const quarantine = this.#quarantine('negative');
      quarantine.row(name, meter.id, ts);
      quarantine.builder.set(code, value);
      this.#reject(name, ts, key, 'negative', given);
    } else if (!into.set(code, value)) {
      // Two spellings of one code in one entry: a row of its own, so that the difference is kept as a conflict.
      into.row(meter.id, ts);
      into.set(code, value);
    }
  }

  #code(key: string): number {
    let code = this.#codes.get(key);
    if (code === undefined) this.#codes.set(key, (code = this.#table.indexOf(key)));
    return code;
  }

  /** Takes events, and holds what else is of no name that is known; what is no number will never count. */
  #wait(
    device: string,
    meter: Meter | null,
    ts: number,
    given: Record<string, unknown>,
    reason: 'unknownMeter' | 'unknownKey',
  ): void {
    const values = bare();
    let n = 0;
    for (const key of Object.keys(given)) {
      const eventId = device.length > LONGEST_NAME ? undefined : this.#events?.get(key);
      if (eventId !== undefined) {
        this.#event(eventId, { device, meterId: meter?.id ?? null, ts }, key, given[key]);
        continue;
      }
      this.#reject(device, ts, key, reason, given[key]);
      if (numberOf(given[key]) === undefined || key.length > LONGEST_NAME) continue;
      values[key] = given[key];
      n++;
    }
    if (n === 0 || device.length > LONGEST_NAME) return;
    this.#waiting.push({ device, meter: null, ts, stamp: this.#stamp, values, n, reason });
  }

  #event(
    eventId: number,
    of: Pick<TakenEvent, 'device' | 'meterId' | 'ts'>,
    key: string,
    given: unknown,
  ): void {
    const state = eventStateOf(given);
    if (this.#wrong) this.#reject(of.device, of.ts, key, 'stateStamp', given);
    else if (!state) this.#reject(of.device, of.ts, key, 'notAnEvent', given);
    else this.#told.push({ eventId, ...of, ...state });
  }

  #rejectAll(device: string, values: Record<string, unknown>, reason: Rejection, given: unknown): void {
    for (const key of Object.keys(values)) this.#reject(device, null, key, reason, given);
  }

  #reject(device: string, ts: number | null, key: string | null, reason: Rejection, given: unknown): void {
    this.#refusals.add({ device, ts, key, reason }, given);
  }
}
