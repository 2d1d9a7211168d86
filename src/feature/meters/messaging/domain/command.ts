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
const REQUEST = /^v1\/devices\/me\/rpc\/request\/\d{1,18}$/;
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

/** Reads an answer to a command: its number in the topic, or in the body where a device answers. */
export function commandAnswer(topic: string, payload: () => string): CommandAnswer | undefined {
  const own = RESPONSE.exec(topic);
  if (own) return answered(Number(own[1]), null, payload());
  if (topic !== DEVICES) return undefined;
  const { device, id, data } = objectOf(payload);
  if (typeof device !== 'string' || typeof id !== 'number') return undefined;
  return answered(id, device, JSON.stringify(data ?? null));
}

/** Whether a message to a gateway's topics is one that goes to it: a command, or a request that it makes of us. */
export const isCommand = (topic: string, payload: () => string): boolean =>
  REQUEST.test(topic) || (topic === DEVICES && typeof objectOf(payload)['id'] !== 'number');

const answered = (id: number, deviceName: string | null, answer: string): CommandAnswer | undefined =>
  Number.isInteger(id) && id > 0 && id <= MOST_ID ? { id, deviceName, answer } : undefined;

function objectOf(payload: () => string): Readonly<Record<string, unknown>> {
  const value = readJson(payload());
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
