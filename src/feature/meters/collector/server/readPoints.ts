import type { Text } from '#contract/text.ts';
import { BASES, END, type Found, layoutIn, MARK, MOST_MODELS, wordsOf } from '../domain/sunspec/chain.ts';
import type { Point } from '../domain/sunspec/model.ts';
import { pointsFor, rawOf, reachOf, valueOfPoints } from '../domain/sunspec/value.ts';
import { exceptionText } from '../domain/modbus/frame.ts';
import type { PointItem, Transport } from '../domain/plan.ts';
import type { Connection, Failure, Outcome } from './connection.ts';
import { readGroup } from './exchange.ts';
import { Gathering, type MeterReading } from './gathering.ts';
import { spoils } from './line.ts';

/** Models of the units behind a connection, as they were found; another connection asks again. */
const chains = new WeakMap<Connection, Map<number, readonly Found[]>>();

/** Most registers of one read. */
const MOST = 125;

const ABSENT: Text = { zh: '设备未实现此点', en: 'The device does not implement this point' };
const NO_CHAIN: Text = {
  zh: '未找到 SunSpec 标识（地址 40000、50000、0）',
  en: 'No SunSpec mark was found (addresses 40000, 50000, 0)',
};
const MOVED: Text = { zh: '设备的 SunSpec 型号有变动', en: 'The SunSpec models of the device have moved' };

const failed = (state: Failure['state'], detail: Text, broken = false): { failure: Failure } => ({
  failure: { state, detail, broken },
});

/** Reads registers of one unit. */
type Read = (address: number, count: number) => Promise<Outcome<Uint8Array>>;

/** Reads the points that a plan names: finds the models of the device first, then each model that is needed. Never throws. */
export async function readPoints(
  connection: Connection,
  transport: Transport,
  unit: number,
  items: readonly PointItem[],
  timeoutMs: number,
): Promise<MeterReading> {
  const gathering = new Gathering();
  const read: Read = async (address, count) => {
    const outcome = await readGroup(connection, transport, { unit, fn: 3, address, count }, timeoutMs);
    if ('failure' in outcome) return outcome;
    gathering.answered();
    const { value } = outcome;
    return 'exception' in value ? failed('exception', exceptionText(value.exception)) : { value: value.data };
  };
  const known = chains.get(connection) ?? new Map<number, readonly Found[]>();
  chains.set(connection, known);
  const chain = known.get(unit);
  const found = chain ? { value: chain } : await findModels(read);
  if ('failure' in found) {
    gathering.missing(items, found.failure);
    return gathering.reading(spoils(transport, found.failure));
  }
  known.set(unit, found.value);
  const failure = await readFound(read, found.value, items, gathering);
  // Whatever does not fit any more is looked for anew with the next reading.
  if (failure) known.delete(unit);
  return gathering.reading(failure !== null && spoils(transport, failure));
}

/** The models of a device in their order. */
async function findModels(read: Read): Promise<Outcome<readonly Found[]>> {
  const base = await findBase(read);
  if ('failure' in base) return base;
  const found: Found[] = [];
  for (let at = base.value + MARK.length; found.length < MOST_MODELS && at < 65_534;) {
    const head = await read(at, 2);
    if ('failure' in head) return head;
    const [model = END, length = 0] = wordsOf(head.value);
    if (model === END) return { value: found };
    if (length === 0 || at + 2 + length > 65_536)
      return failed('malformed', {
        zh: `SunSpec 型号 ${model} 的长度 ${length} 不合法`,
        en: `The length ${length} of SunSpec model ${model} is not possible`,
      });
    found.push({ model, address: at, words: length + 2 });
    at += length + 2;
  }
  return failed('malformed', {
    zh: 'SunSpec 型号链没有结束',
    en: 'The chain of SunSpec models does not end',
  });
}

async function findBase(read: Read): Promise<Outcome<number>> {
  for (const base of BASES) {
    const mark = await read(base, MARK.length);
    // A unit that is silent is silent at every address.
    if ('failure' in mark && mark.failure.state !== 'exception') return mark;
    if (!('failure' in mark) && wordsOf(mark.value).every((word, i) => word === MARK[i]))
      return { value: base };
  }
  return failed('mismatch', NO_CHAIN);
}

interface Wanted {
  readonly item: PointItem;
  readonly points: readonly Point[];
}

/** Reads each model that items name, once; answers the failure after which nothing more was asked. */
async function readFound(
  read: Read,
  found: readonly Found[],
  items: readonly PointItem[],
  gathering: Gathering,
): Promise<Failure | null> {
  const byModel = new Map<Found, Wanted[]>();
  for (const item of items) {
    const place = layoutIn(found, item.point.family);
    if (!place) {
      gathering.missing([item], noModel(item.point.family.name));
      continue;
    }
    const wanted = byModel.get(place.found) ?? [];
    wanted.push({ item, points: pointsFor(place.layout, item.point, place.found.words) });
    byModel.set(place.found, wanted);
  }
  const left = [...byModel];
  for (let next = left.shift(); next; next = left.shift()) {
    const [model, wanted] = next;
    const block = await readBlock(read, model, reachOf(wanted.flatMap(({ points }) => points)));
    if ('failure' in block) {
      const rest = [wanted, ...left.map(([, one]) => one)].flat().map(({ item }) => item);
      gathering.missing(rest, block.failure);
      return block.failure;
    }
    for (const { item, points } of wanted) {
      const value = valueOfPoints(block.value, points, item.factor);
      const raw = rawOf(block.value, points);
      if (value === null || raw === null) gathering.absent(item, raw, ABSENT);
      else gathering.value(item, raw, value);
    }
  }
  return null;
}

const noModel = (name: number): Failure => ({
  state: 'exception',
  detail: { zh: `设备没有 SunSpec 型号 ${name}`, en: `The device has no SunSpec model ${name}` },
  broken: false,
});

/** The first registers of a model with its number in front, which must still be there. */
async function readBlock(
  read: Read,
  { model, address, words }: Found,
  reach: number,
): Promise<Outcome<Uint8Array>> {
  const end = Math.min(words, reach);
  const block = new Uint8Array(end * 2);
  for (let at = 0; at < end; at += MOST) {
    const part = await read(address + at, Math.min(MOST, end - at));
    if ('failure' in part) return part;
    block.set(part.value, at * 2);
  }
  return wordsOf(block.subarray(0, 2))[0] === model ? { value: block } : failed('mismatch', MOVED);
}
