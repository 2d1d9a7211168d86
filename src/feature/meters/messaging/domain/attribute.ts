import { readJson } from '#contract/json.ts';

/** Bounds of attributes; what is beyond is not kept. */
export const ATTRIBUTE_LIMITS = {
  /** Letters of a name and of a device. */
  name: 200,
  /** Bytes of a value as JSON. */
  value: 4096,
  /** Attributes of a device, of one kind. */
  device: 200,
  /** Attributes of a gateway and all behind it, of one kind. */
  gateway: 5000,
} as const;

/** Attributes that a message tells, by device; null = the gateway itself. */
export type TakenAttributes = ReadonlyMap<string | null, ReadonlyMap<string, string>>;

const DEVICES = 'v1/gateway/attributes';
const OWN = 'v1/devices/me/attributes';
const ASKED = 'v1/gateway/attributes/request';
const OWN_ASKED = /^v1\/devices\/me\/attributes\/request\/(\d{1,18})$/;
const OWN_RPC = /^v1\/devices\/me\/rpc\/request\/(\d{1,18})$/;

/** A request of a device, and where its answer belongs. */
export type DeviceRequest =
  | {
      readonly kind: 'attributes';
      readonly topic: string;
      readonly deviceName: null;
      /** Names that are asked for; null = all, undefined = none of this kind. */
      readonly client: readonly string[] | null | undefined;
      readonly shared: readonly string[] | null | undefined;
    }
  | {
      readonly kind: 'deviceAttributes';
      readonly topic: string;
      readonly id: number;
      readonly deviceName: string;
      readonly sharedOnes: boolean;
      readonly names: readonly string[];
      /** One name was asked for by `key`: its value alone is the answer. */
      readonly single: boolean;
    }
  | { readonly kind: 'rpc'; readonly topic: string; readonly method: string };

/** Reads the attributes of a message; undefined = the topic is another one, null = it cannot be read. */
export function readAttributes(topic: string, payload: () => string): TakenAttributes | null | undefined {
  if (topic !== OWN && topic !== DEVICES) return undefined;
  const body = readJson(payload());
  if (topic === OWN) {
    const own = mergedOf(body);
    return own ? new Map([[null, valuesOf(own)]]) : null;
  }
  const devices = objectOf(body);
  if (!devices) return null;
  const taken = new Map<string, ReadonlyMap<string, string>>();
  for (const [device, values] of Object.entries(devices)) {
    const own = mergedOf(values);
    if (!own) return null;
    taken.set(device, valuesOf(own));
  }
  return taken;
}

/** Reads a request of a device; undefined = the topic is another one, null = it cannot be read. */
export function readRequest(topic: string, payload: () => string): DeviceRequest | null | undefined {
  const rpc = OWN_RPC.exec(topic);
  if (rpc) {
    const { method } = objectOf(readJson(payload())) ?? {};
    const answer = `v1/devices/me/rpc/response/${rpc[1]}`;
    return typeof method === 'string' ? { kind: 'rpc', topic: answer, method } : null;
  }
  const own = OWN_ASKED.exec(topic);
  if (own) return ownRequest(`v1/devices/me/attributes/response/${own[1]}`, payload());
  if (topic !== ASKED) return undefined;
  const { id, device, client, key, keys } = objectOf(readJson(payload())) ?? {};
  const names = namesOf(key ?? keys);
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || typeof device !== 'string' || !names)
    return null;
  return {
    kind: 'deviceAttributes',
    topic: 'v1/gateway/attributes/response',
    id,
    deviceName: device,
    sharedOnes: client !== true,
    names,
    single: key !== undefined,
  };
}

/** `{"clientKeys": "a,b", "sharedKeys": "c"}`; neither of them = everything. */
function ownRequest(topic: string, text: string): DeviceRequest | null {
  const body = text.trim() === '' ? {} : objectOf(readJson(text));
  if (!body) return null;
  const { clientKeys, sharedKeys } = body;
  const everything = clientKeys === undefined && sharedKeys === undefined;
  const [client, shared] = [clientKeys, sharedKeys].map((keys) => {
    if (keys === undefined) return everything ? null : undefined;
    return namesOf(keys);
  });
  if ((clientKeys !== undefined && !client) || (sharedKeys !== undefined && !shared)) return null;
  return { kind: 'attributes', topic, deviceName: null, client, shared };
}

/** Names in a list or with commas between; undefined = it is neither. */
function namesOf(keys: unknown): string[] | undefined {
  const list = typeof keys === 'string' ? keys.split(',') : keys;
  if (!Array.isArray(list) || !list.every((name) => typeof name === 'string')) return undefined;
  return list
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .slice(0, ATTRIBUTE_LIMITS.device);
}

/** The answer to a request, of the values found (JSON by name). */
export function requestAnswer(
  request: Exclude<DeviceRequest, { kind: 'rpc' }>,
  found: { readonly client: ReadonlyMap<string, string>; readonly shared: ReadonlyMap<string, string> },
): string {
  if (request.kind === 'attributes') {
    const parts: string[] = [];
    if (request.client !== undefined) parts.push(`"client":${objectText(found.client)}`);
    if (request.shared !== undefined) parts.push(`"shared":${objectText(found.shared)}`);
    return `{${parts.join(',')}}`;
  }
  const values = request.sharedOnes ? found.shared : found.client;
  const head = `{"id":${request.id},"device":${JSON.stringify(request.deviceName)}`;
  return request.single
    ? `${head},"value":${values.get(request.names[0] ?? '') ?? 'null'}}`
    : `${head},"values":${objectText(values)}}`;
}

/** What a device is told when shared attributes of it were set (JSON by name) or removed. */
export function attributeMessages(
  deviceName: string | null,
  set: ReadonlyMap<string, string>,
  removed: readonly string[],
): { topic: string; payload: string }[] {
  const bodies = [
    ...(set.size > 0 ? [objectText(set)] : []),
    ...(removed.length > 0 ? [JSON.stringify({ deleted: removed })] : []),
  ];
  return bodies.map((body) =>
    deviceName === null
      ? { topic: OWN, payload: body }
      : { topic: DEVICES, payload: `{"device":${JSON.stringify(deviceName)},"data":${body}}` },
  );
}

const objectText = (values: ReadonlyMap<string, string>): string =>
  `{${Array.from(values, ([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;

const valuesOf = (body: Readonly<Record<string, unknown>>): Map<string, string> =>
  new Map(Object.entries(body).map(([name, value]) => [name, JSON.stringify(value)]));

/** One object, or a list of objects as one: the last that names something counts. */
function mergedOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!Array.isArray(value)) return objectOf(value);
  const all = value.map(objectOf);
  return all.every((one) => one !== undefined) ? Object.assign({}, ...all) : undefined;
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
