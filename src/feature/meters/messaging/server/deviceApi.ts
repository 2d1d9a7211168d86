import type { Rejection } from '#feature/meters/ingest/contract.ts';
import { type Ingest, patiently } from '#feature/meters/ingest/server/public.ts';
import { secondAt } from '#domain/time/text.ts';
import { type DeviceRequest, readAttributes, readRequest, requestAnswer } from '../domain/attribute.ts';
import { readAttributesOf, storeClient } from './attribute.ts';
import { LIMITS } from './broker/peer.ts';

/** The gateway that sent a message. */
export interface DeviceSender {
  readonly gatewayId: number;
  readonly consumerId: number;
}

/** Sends an answer back the way the request came, at once or not at all. */
export type Reply = (topic: string, payload: string) => void;

/** By gateway, what is under way: several messages of one connection are handled at once, and the last value counts. */
const underWay = new WeakMap<Ingest, Map<number, Promise<void>>>();

/**
 * What else of the device API is answered: attributes, requests for them, and calls of a device; those of a gateway in
 * the order in which they came.
 * @throws the database's error
 */
export async function takeDeviceMessage(
  ingest: Ingest,
  sender: DeviceSender,
  topic: string,
  payload: Buffer,
  reply: Reply,
): Promise<void> {
  const byGateway = underWay.get(ingest) ?? new Map<number, Promise<void>>();
  underWay.set(ingest, byGateway);
  const before = byGateway.get(sender.gatewayId) ?? Promise.resolve();
  const work = before.catch(() => {}).then(() => take(ingest, sender, topic, payload, reply));
  byGateway.set(sender.gatewayId, work);
  try {
    await work;
  } finally {
    if (byGateway.get(sender.gatewayId) === work) byGateway.delete(sender.gatewayId);
  }
}

async function take(
  ingest: Ingest,
  sender: DeviceSender,
  topic: string,
  payload: Buffer,
  reply: Reply,
): Promise<void> {
  const text = (): string => payload.toString('utf8');
  const envelope = { topic, bytes: payload.length, payload: text, at: Date.now(), door: 'mqtt' } as const;
  const refuse = (reason: Rejection): void => ingest.recorder.unreadable(sender, reason, envelope);
  const attributes = readAttributes(topic, text);
  if (attributes === null) return refuse('notReadable');
  if (attributes) {
    const refused = await patiently(ingest, payload.length, () =>
      storeClient(ingest.system, sender, attributes),
    );
    if (refused.length === 0) return;
    const none = { accepted: 0, duplicate: 0, conflict: 0, taken: 0, readings: 0, drift: null };
    const reasons = refused.map((one) => ({ ...one, n: 1 }));
    return ingest.recorder.message({ ...sender, ...envelope, ...none, reasons });
  }
  const request = readRequest(topic, text);
  if (request === null) return refuse('notReadable');
  if (!request) return;
  reply(request.topic, await answerOf(ingest, sender, request));
}

async function answerOf(
  ingest: Ingest,
  { gatewayId }: DeviceSender,
  request: DeviceRequest,
): Promise<string> {
  if (request.kind === 'rpc') return callAnswer(ingest, gatewayId, request.method);
  const read = (shared: boolean, names: readonly string[] | null | undefined) =>
    names === undefined
      ? new Map<string, string>()
      : readAttributesOf(ingest.system, gatewayId, request.deviceName, shared, names);
  if (request.kind === 'attributes')
    return requestAnswer(request, {
      client: await read(false, request.client),
      shared: await read(true, request.shared),
    });
  const { sharedOnes, names } = request;
  return requestAnswer(request, {
    client: await read(false, sharedOnes ? undefined : names),
    shared: await read(true, sharedOnes ? names : undefined),
  });
}

const CALLS = ['getTime', 'getSessionLimits'] as const;

/** What a device may ask of the platform: the time, and how much may be sent (asked by the SDK of ThingsBoard). */
async function callAnswer(ingest: Ingest, gatewayId: number, method: string): Promise<string> {
  if (method === 'getTime') {
    const now = Date.now();
    const zone = (await ingest.gateways.byId(gatewayId))?.zone;
    const local = zone === undefined ? {} : { timeZone: zone, local: secondAt(zone, now) };
    return JSON.stringify({ time: now, utc: new Date(now).toISOString(), ...local });
  }
  if (method === 'getSessionLimits')
    return JSON.stringify({
      maxPayloadSize: LIMITS.packet,
      maxInflightMessages: LIMITS.inFlight.messages,
      // No limits of rates: a gateway is answered when it is stored.
      rateLimit: {},
      rateLimits: {},
      gatewayRateLimits: {},
    });
  return JSON.stringify({
    error: `There is no method ${JSON.stringify(method.slice(0, 100))}; there are: ${CALLS.join(', ')}.`,
  });
}
