import type { Text } from '#contract/text.ts';
import {
  decimalOf,
  exceptionText,
  type Failure,
  hex,
  type Line,
  type Outcome,
  type ReadFunction,
  readsBits,
  type RegisterReply,
  type RegisterWrite,
  type WriteFunction,
} from '#feature/meters/collector/server/public.ts';
import { type Place, placeOf } from '../domain/run.ts';
import { offOf, onOf, type Wiring } from '../domain/wiring.ts';
import type { Device, Position, WriteAnswer } from './way.ts';

/** An output behind registers or coils, while nobody else speaks on its line. */
export function modbusOn(line: Line, wiring: Wiring): Device {
  return {
    position: async (timeoutMs): Promise<Position> =>
      (await positionsOf(line, [wiring], timeoutMs))[0] as Position,
    write: async (target, timeoutMs): Promise<WriteAnswer> => {
      const { bytes, outcome } = await line.write(writeOf(wiring, target), timeoutMs);
      const sent = hex(bytes);
      if ('failure' in outcome) {
        const { state, detail } = outcome.failure;
        if (bytes.length === 0) return { kind: 'notSent', reason: 'deviceAway', bytes: '', detail };
        return { kind: isNonsense(state) ? 'badEcho' : 'noAnswer', bytes: sent, detail };
      }
      if (!('exception' in outcome.value)) return { kind: 'done', bytes: sent, detail: null };
      const { exception } = outcome.value;
      return { kind: saidBy(exception), bytes: sent, detail: exceptionText(exception) };
    },
  };
}

/**
 * Reads the positions of outputs that lie side by side (`runsOf`) at once. Where the device refuses that, or answers it
 * with nonsense, each is read by itself.
 * @returns one for each, in their order
 */
export async function positionsOf(
  line: Line,
  wirings: readonly Wiring[],
  timeoutMs: number,
): Promise<readonly Position[]> {
  const places = wirings.map(placeOf);
  const address = Math.min(...places.map((place) => place.address));
  const count = Math.max(...places.map((place) => place.address + place.count)) - address;
  const [first] = wirings;
  const fn = Number(first?.readFunction) as ReadFunction;
  const outcome = await line.read({ unit: first?.unitAddress ?? 0, fn, address, count }, timeoutMs);
  if (!('failure' in outcome) && 'data' in outcome.value) {
    const { data } = outcome.value;
    return wirings.map((wiring, i) =>
      positionIn(wiring, partOf(data, readsBits(fn), { ...(places[i] as Place), from: address })),
    );
  }
  const told = failureOf(outcome);
  if (wirings.length === 1 || told.silent) return wirings.map(() => told);
  const alone: Position[] = [];
  for (const wiring of wirings) alone.push(...(await positionsOf(line, [wiring], timeoutMs)));
  return alone;
}

/** What lies at a place of an answer that begins at `from`: its registers, or a bit as a byte of its own. */
function partOf(
  data: Uint8Array,
  bits: boolean,
  { address, count, from }: Place & { from: number },
): Uint8Array {
  const offset = address - from;
  return bits
    ? Uint8Array.of(((data[offset >> 3] ?? 0) >> (offset & 7)) & 1)
    : data.slice(offset * 2, (offset + count) * 2);
}

function positionIn(wiring: Wiring, data: Uint8Array): Position {
  const value = valueIn(wiring, data);
  return { value, failure: value === null ? NEITHER : null, bytes: hex(data) };
}

/** Why there is no position. `silent`: nothing came of the unit, and nothing is to be expected of the others in it. */
function failureOf(outcome: Outcome<RegisterReply>): Position & { readonly silent: boolean } {
  if ('failure' in outcome) {
    const { state, detail } = outcome.failure;
    return { value: null, failure: detail, bytes: null, silent: !isNonsense(state) };
  }
  const told = refusedRead('exception' in outcome.value ? outcome.value.exception : 0);
  return { ...told, silent: told.bytes === null };
}

/** Something came that is no answer. */
const isNonsense = (state: Failure['state']): boolean =>
  state === 'mismatch' || state === 'checksum' || state === 'malformed';

/** Exception codes that say that nothing was attempted (Modbus application protocol 1.1b3, section 7): function, address, value. */
const REFUSES: readonly number[] = [1, 2, 3];
/** It is done later; a gateway has no path, or no answer. */
const ACCEPTED = 5;
const NO_PATH = 10;
const NO_ANSWER = 11;

/** What an exception says of a write. A gateway that waited in vain, or a device that failed while it tried, may have moved. */
function saidBy(exception: number): 'done' | 'noAnswer' | 'refused' | 'failed' {
  if (exception === ACCEPTED) return 'done';
  if (exception === NO_ANSWER) return 'noAnswer';
  return REFUSES.includes(exception) ? 'refused' : 'failed';
}

/** A device that refuses a read is there, and says so of one address; a gateway speaks for one that is silent. */
function refusedRead(exception: number): Position {
  const silent = exception === NO_PATH || exception === NO_ANSWER;
  const bytes = silent ? null : hex(Uint8Array.of(exception));
  return { value: null, failure: exceptionText(exception), bytes };
}

const NEITHER: Text = {
  zh: '读回的值既不是合也不是分',
  en: 'What was read is neither on nor off',
};

/** What is written for a target: its word, or the registers of a value, the high word first. */
function writeOf(wiring: Wiring, target: number): RegisterWrite {
  const fn = Number(wiring.writeFunction) as WriteFunction;
  const words = wiring.adjusts ? registersOf(wiring, target) : [positionWord(wiring, target)];
  return { unit: wiring.unitAddress ?? 0, fn, address: Number(wiring.writeAddress), words };
}

/** Coils know on and off alone; registers the words of the row. */
function positionWord(wiring: Wiring, target: number): number {
  if (wiring.writeFunction === '5' || wiring.writeFunction === '15') return target;
  return target === 1 ? onOf(wiring) : offOf(wiring);
}

function registersOf({ valueType, scale }: Wiring, target: number): number[] {
  const raw = target / (scale ?? 1);
  const view = new DataView(new ArrayBuffer(4));
  if (valueType === 'f32') view.setFloat32(0, raw);
  else if (valueType === 'u32') view.setUint32(0, Math.round(raw));
  else if (valueType === 's32') view.setInt32(0, Math.round(raw));
  else return [Math.round(raw) & 0xffff];
  return [view.getUint16(0), view.getUint16(2)];
}

/** The position, or the value, that lies in bytes as they came; null = neither on nor off, or no number. */
function valueIn(wiring: Wiring, data: Uint8Array): number | null {
  if (wiring.adjusts) {
    const decimal = decimalOf(data, wiring.valueType ?? 'u16', 'ABCD');
    return decimal === null ? null : Number((Number(decimal) * (wiring.scale ?? 1)).toFixed(6));
  }
  if (readsBits(Number(wiring.readFunction) as ReadFunction)) return (data[0] ?? 0) & 1;
  const word = ((data[0] ?? 0) << 8) | (data[1] ?? 0);
  if (word === onOf(wiring)) return 1;
  return word === offOf(wiring) ? 0 : null;
}
