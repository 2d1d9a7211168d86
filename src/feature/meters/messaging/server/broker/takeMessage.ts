import type { Rejection } from '#feature/meters/ingest/contract.ts';
import {
  type Ingest,
  isPoison,
  patiently,
  readBody,
  takeTelemetry,
} from '#feature/meters/ingest/server/public.ts';
import { commandAnswer } from '../../domain/command.ts';
import { gatewayTopic } from '../../domain/topic.ts';
import { answerCommand } from '../command.ts';
import { type DeviceSender, type Reply, takeDeviceMessage } from '../deviceApi.ts';

/**
 * Takes a message of the device and gateway API. Resolves true when it may be acknowledged: stored, or of a kind that
 * is only accepted; what cannot be read is acknowledged too and kept as a rejection, as it would come again for ever.
 * False = the topic is none of the API's.
 * @param reply answers a request, before it is acknowledged
 * @throws the database's error, or an Error when the gateway is gone: no acknowledgement
 */
export async function takeMessage(
  ingest: Ingest,
  sender: DeviceSender,
  topic: string,
  payload: Buffer,
  reply: Reply,
): Promise<boolean> {
  const kind = gatewayTopic(topic);
  const now = Date.now();
  if (kind === null) {
    ingest.recorder.refused(sender, 'badTopic', topic, now);
    return false;
  }
  if (kind === 'taken') {
    ingest.recorder.seen(sender, now);
    await takeAnswer(ingest, sender, topic, payload);
    await takeDeviceMessage(ingest, sender, topic, payload, reply);
    return true;
  }
  const gateway = await patiently(ingest, payload.length, () => ingest.gateways.byId(sender.gatewayId));
  if (!gateway) throw new Error('The gateway is off.');
  const text = (): string => payload.toString('utf8');
  const envelope = { topic, bytes: payload.length, payload: text };
  const refuse = (reason: Rejection): true => {
    ingest.recorder.unreadable(sender, reason, { at: now, door: 'mqtt', ...envelope });
    return true;
  };
  const body = readBody(text());
  if ('wrong' in body) return refuse(body.wrong);
  // The gateway's own device has the gateway's name.
  const own = kind === 'own telemetry' && typeof body.devices === 'object' && body.devices !== null;
  const devices = own ? { [gateway.name]: body.devices } : body.devices;
  try {
    const taken = await patiently(ingest, payload.length, () =>
      takeTelemetry(ingest, gateway, devices, 'mqtt', now, envelope),
    );
    return taken ? true : refuse('notReadable');
  } catch (error) {
    if (!isPoison(error)) throw error;
    return refuse('notStorable');
  }
}

/** Takes an answer to a command, where the message is one; one that does not count is kept as a rejection. */
async function takeAnswer(
  ingest: Ingest,
  sender: DeviceSender,
  topic: string,
  payload: Buffer,
): Promise<void> {
  const text = (): string => payload.toString('utf8');
  const answer = commandAnswer(topic, text);
  if (answer === undefined) return;
  const refused =
    answer === 'unreadable'
      ? 'answerUnreadable'
      : await answerCommand(ingest.system, sender.gatewayId, answer);
  if (refused === null) return;
  const envelope = { topic, bytes: payload.length, payload: text };
  ingest.recorder.unreadable(sender, refused, { at: Date.now(), door: 'mqtt', ...envelope });
}
