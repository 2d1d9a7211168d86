import type { Text } from '#contract/text.ts';
import {
  decimalOf,
  exceptionText,
  hex,
  type Line,
  type ReadFunction,
  type RegisterRead,
  type RegisterWrite,
  type WriteFunction,
} from '#feature/meters/collector/server/public.ts';
import { offOf, onOf, type Wiring, wordsOf } from '../domain/wiring.ts';
import type { Device, Position, WriteAnswer } from './way.ts';

/** An output behind registers or coils, while nobody else speaks on its line. */
export function modbusOn(line: Line, wiring: Wiring): Device {
  return {
    position: async (timeoutMs): Promise<Position> => {
      const outcome = await line.read(readOf(wiring), timeoutMs);
      if ('failure' in outcome) return { value: null, failure: outcome.failure.detail, bytes: null };
      if ('exception' in outcome.value) return refusedRead(outcome.value.exception);
      const { data } = outcome.value;
      const value = valueIn(wiring, data);
      return { value, failure: value === null ? NEITHER : null, bytes: hex(data) };
    },
    write: async (target, timeoutMs): Promise<WriteAnswer> => {
      const { bytes, outcome } = await line.write(writeOf(wiring, target), timeoutMs);
      const sent = hex(bytes);
      if ('failure' in outcome) {
        const { state, detail } = outcome.failure;
        if (bytes.length === 0) return { kind: 'notSent', reason: 'deviceAway', bytes: '', detail };
        const wrong = state === 'mismatch' || state === 'checksum' || state === 'malformed';
        return { kind: wrong ? 'badEcho' : 'noAnswer', bytes: sent, detail };
      }
      if (!('exception' in outcome.value)) return { kind: 'done', bytes: sent, detail: null };
      const { exception } = outcome.value;
      return { kind: saidBy(exception), bytes: sent, detail: exceptionText(exception) };
    },
  };
}

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

function readOf(wiring: Wiring): RegisterRead {
  return {
    unit: wiring.unitAddress ?? 0,
    fn: Number(wiring.readFunction) as ReadFunction,
    address: Number(wiring.readAddress),
    count: wordsOf(wiring),
  };
}

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
  if (wiring.readFunction === '1' || wiring.readFunction === '2') return (data[0] ?? 0) & 1;
  const word = ((data[0] ?? 0) << 8) | (data[1] ?? 0);
  if (word === onOf(wiring)) return 1;
  return word === offOf(wiring) ? 0 : null;
}
