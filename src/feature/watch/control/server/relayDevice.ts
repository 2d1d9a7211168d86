import type { Text } from '#contract/text.ts';
import {
  type Line,
  relayPosition,
  type RelayCommand,
  shownOrder,
  hex,
  STATUS_WORD_3,
} from '#feature/meters/collector/server/public.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Wiring } from '../domain/wiring.ts';
import type { RelayKey } from './relayKey.ts';
import type { Device, Position, WriteAnswer } from './way.ts';

/** Clocks of meters are off by minutes; an order that a line holds back longer is not obeyed. */
const HOLDS_MS = 5 * 60_000;
const PASSWORD_LEVEL = 2;

const SHORT: Text = { zh: '状态字 3 不完整', en: 'Status word 3 is not whole' };
const NO_KEY: Text = { zh: '未设表计密码', en: 'The password of the meter is not set' };

/**
 * The relay of a DL/T 645-2007 meter, while nobody else speaks on its line: told by code 1C, read back by status word 3.
 * @param key what it is told with; null = it is only read
 */
export function relayOn(line: Line, wiring: Wiring, key: RelayKey | null): Device {
  const address = (wiring.meterAddress ?? '').padStart(12, '0');
  return {
    position: async (timeoutMs): Promise<Position> => {
      const outcome = await line.readItem(address, STATUS_WORD_3, timeoutMs);
      if ('failure' in outcome) return { value: null, failure: outcome.failure.detail, bytes: null };
      if ('refusal' in outcome.value)
        return {
          value: null,
          failure: outcome.value.detail,
          bytes: hex(Uint8Array.of(outcome.value.refusal)),
        };
      const { data } = outcome.value;
      const value = relayPosition(data);
      return { value, failure: value === null ? SHORT : null, bytes: hex(data) };
    },
    write: async (target, timeoutMs): Promise<WriteAnswer> => {
      if (!key) return { kind: 'notSent', reason: 'deviceAway', bytes: '', detail: NO_KEY };
      const { bytes, outcome } = await line.order(
        {
          address,
          command: commandOf(wiring, target),
          level: wiring.passwordLevel ?? PASSWORD_LEVEL,
          password: key.password,
          operatorCode: (wiring.operatorCode ?? '').padStart(8, '0'),
          until: zoneOf(key.timeZone).local(Date.now() + HOLDS_MS),
        },
        timeoutMs,
      );
      const sent = shownOrder(bytes);
      if ('failure' in outcome) {
        const { state, detail } = outcome.failure;
        if (bytes.length === 0) return { kind: 'notSent', reason: 'deviceAway', bytes: '', detail };
        const wrong = state === 'mismatch' || state === 'checksum' || state === 'malformed';
        return { kind: wrong ? 'badEcho' : 'noAnswer', bytes: sent, detail };
      }
      return outcome.value.done
        ? { kind: 'done', bytes: sent, detail: null }
        : { kind: 'refused', bytes: sent, detail: outcome.value.detail };
    },
  };
}

const commandOf = ({ closing }: Wiring, target: number): RelayCommand =>
  target === 0 ? 'trip' : closing === '2' ? 'permit' : 'close';
