import { decodeBcd } from '../domain/dlt645/bcd.ts';
import {
  type ItemReply,
  type Version,
  followRequest,
  parseReply,
  readRequest,
} from '../domain/dlt645/frame.ts';
import { ILLEGAL_ADDRESS, exceptionText } from '../domain/modbus/frame.ts';
import { type Group, groupReads, partOf } from '../domain/modbus/group.ts';
import { decimalOf, scaled } from '../domain/modbus/value.ts';
import type { MeterItem, Plan, RegisterItem, SignalItem, Transport } from '../domain/plan.ts';
import type { Connection, Failure, Outcome } from './connection.ts';
import { readGroup } from './exchange.ts';
import { Gathering, type MeterReading } from './gathering.ts';
import { spoils } from './line.ts';
import { readPoints } from './readPoints.ts';

/** After these nothing more is asked: the meter is silent or the connection is gone. */
const ends = (failure: Failure): boolean => failure.broken || failure.state === 'timeout';

/** Reads all that a plan names from one meter. Never throws: what went wrong is in the result. */
export async function readMeter(
  connection: Connection,
  transport: Transport,
  address: string,
  plan: Plan,
  timeoutMs: number,
): Promise<MeterReading> {
  if (plan.items.length === 0) {
    const detail = { zh: '设备型号没有可用的寄存器映射', en: 'The device model has no register map' };
    return { state: 'noMap', detail, at: Date.now(), took: 0, items: [], broken: false };
  }
  if (plan.kind === 'sunspec')
    return readPoints(connection, transport, Number(address), plan.items, timeoutMs);
  return plan.kind === 'modbus'
    ? readRegisters(connection, transport, Number(address), plan.items, timeoutMs)
    : readItems(connection, plan.version, address, plan.items, timeoutMs);
}

async function readRegisters(
  connection: Connection,
  transport: Transport,
  unit: number,
  items: readonly (RegisterItem | SignalItem)[],
  timeoutMs: number,
): Promise<MeterReading> {
  const gathering = new Gathering();
  const queue: Group<RegisterItem | SignalItem>[] = groupReads(items);
  for (let group = queue.shift(); group; group = queue.shift()) {
    const { fn, address, count, places } = group;
    const outcome = await readGroup(connection, transport, { unit, fn, address, count }, timeoutMs);
    if ('failure' in outcome) {
      gathering.missing(places, outcome.failure);
      if (!ends(outcome.failure) && !spoils(transport, outcome.failure)) continue;
      for (const rest of queue) gathering.missing(rest.places, outcome.failure);
      return gathering.reading(spoils(transport, outcome.failure));
    }
    gathering.answered();
    const { value } = outcome;
    if ('exception' in value) {
      // One address that the device lacks must not take the others with it.
      if (value.exception === ILLEGAL_ADDRESS && places.length > 1)
        queue.unshift(...places.map((place) => ({ ...place, count: place.words, places: [place] })));
      else
        gathering.missing(places, {
          state: 'exception',
          detail: exceptionText(value.exception),
          broken: false,
        });
      continue;
    }
    for (const place of places) {
      const raw = partOf(group, place, value.data);
      gathering.value(place, raw, valueIn(place, raw));
    }
  }
  return gathering.reading(false);
}

/** What the bytes of an item say; null = no number. */
function valueIn(item: RegisterItem | SignalItem, raw: Uint8Array): number | null {
  if ('bit' in item) {
    const whole = raw.reduce((sum, byte) => sum * 256 + byte, 0);
    return item.bit === null || raw.length === 1 ? whole : (whole >> item.bit) & 1;
  }
  const decimal = decimalOf(raw, item.type, item.order);
  return decimal === null ? null : scaled(decimal, item.factor);
}

async function readItems(
  connection: Connection,
  version: Version,
  address: string,
  items: readonly MeterItem[],
  timeoutMs: number,
): Promise<MeterReading> {
  const gathering = new Gathering();
  for (const [i, item] of items.entries()) {
    const outcome = await readItem(connection, version, address, item, timeoutMs);
    if ('failure' in outcome) {
      const { failure } = outcome;
      gathering.missing(ends(failure) ? items.slice(i) : [item], failure);
      if (ends(failure)) return gathering.reading(failure.broken);
      continue;
    }
    gathering.answered();
    const { value } = outcome;
    if ('refusal' in value) {
      if (!(item.optional && value.noData))
        gathering.missing([item], { state: 'exception', detail: value.detail, broken: false });
      continue;
    }
    const decimal = decodeBcd(value.data, item.form);
    // Meters fill what they lack (a phase, a tariff) with FF.
    if (decimal === null && item.optional) continue;
    const raw = value.data.subarray(0, item.form.bytes);
    gathering.value(item, raw, decimal === null ? null : scaled(decimal, item.factor));
  }
  return gathering.reading(false);
}

/** No item that is read is longer: a meter that goes on is not followed. */
const MOST_PARTS = 16;

/** Reads one item; what is split over several frames only as far as its value needs. */
async function readItem(
  connection: Connection,
  version: Version,
  address: string,
  { identifier, form }: MeterItem,
  timeoutMs: number,
): Promise<Outcome<ItemReply>> {
  const data: number[] = [];
  for (let part = 0; ; part++) {
    const request =
      part === 0
        ? readRequest(version, address, identifier)
        : followRequest(version, address, identifier, part);
    const outcome = await connection.exchange(
      request,
      (bytes) => parseReply(bytes, version, address, identifier, part),
      timeoutMs,
    );
    if ('failure' in outcome || 'refusal' in outcome.value) return outcome;
    data.push(...outcome.value.data);
    if (!outcome.value.follows || data.length >= form.bytes || part === MOST_PARTS)
      return { value: { data: Uint8Array.from(data) } };
  }
}
