import { readJson } from '#contract/json.ts';

/** A command to a gateway, or to a device behind it. */
export interface Command {
  /** Positive; the answer names it. */
  readonly id: number;
  /** Null = the gateway itself. */
  readonly deviceName: string | null;
  readonly method: string;
  /** JSON. */
  readonly params: string;
}

/** What a gateway answered. */
export interface CommandAnswer {
  readonly id: number;
  readonly deviceName: string | null;
  /** As it came. */
  readonly answer: string;
}

const DEVICES = 'v1/gateway/rpc';
const RESPONSES = 'v1/devices/me/rpc/response/';
const RESPONSE = /^v1\/devices\/me\/rpc\/response\/([1-9]\d{0,9})$/;
const MOST_ID = 2 ** 31 - 1;

/** Topic and payload of a command by the device and gateway API that ThingsBoard made common. */
export function commandMessage({ id, deviceName, method, params }: Command): {
  topic: string;
  payload: string;
} {
  const body = `"method":${JSON.stringify(method)},"params":${params}`;
  return deviceName === null
    ? { topic: `v1/devices/me/rpc/request/${id}`, payload: `{${body}}` }
    : {
        topic: DEVICES,
        payload: `{"device":${JSON.stringify(deviceName)},"data":{"id":${id},${body}}}`,
      };
}

/**
 * Reads an answer to a command: its number in the topic, or in the body where a device answers.
 * @returns undefined = the topic is not one of answers
 */
export function commandAnswer(
  topic: string,
  payload: () => string,
): CommandAnswer | 'unreadable' | undefined {
  if (topic.startsWith(RESPONSES)) return answered(Number(RESPONSE.exec(topic)?.[1]), null, payload());
  if (topic !== DEVICES) return undefined;
  const { device, id, data } = objectOf(payload);
  if (typeof device !== 'string' || typeof id !== 'number') return 'unreadable';
  return answered(id, device, JSON.stringify(data ?? null));
}

const answered = (id: number, deviceName: string | null, answer: string): CommandAnswer | 'unreadable' =>
  Number.isInteger(id) && id > 0 && id <= MOST_ID ? { id, deviceName, answer } : 'unreadable';

function objectOf(payload: () => string): Readonly<Record<string, unknown>> {
  const value = readJson(payload());
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
