import { type Ingest, takeTelemetry } from '#feature/ingest/server/public.ts';
import { gatewayTopic } from '../../domain/topic.ts';

/**
 * Takes a message of the device and gateway API. Resolves true when it may be acknowledged: stored, or of a kind that
 * is only accepted; what cannot be read is acknowledged too and kept as a rejection, as it would come again for ever.
 * False = the topic is none of the API's.
 * @throws the database's error, or an Error when the gateway is gone: no acknowledgement
 */
export async function takeMessage(
  ingest: Ingest,
  sender: { readonly gatewayId: number; readonly consumerId: number },
  topic: string,
  payload: Buffer,
): Promise<boolean> {
  const kind = gatewayTopic(topic);
  const now = Date.now();
  if (kind === null) {
    ingest.recorder.refused(sender, 'badTopic', topic, now);
    return false;
  }
  if (kind === 'taken') {
    ingest.recorder.seen(sender, now);
    return true;
  }
  const gateway = await ingest.gateways.byId(sender.gatewayId);
  if (!gateway) throw new Error('The gateway is off.');
  const text = (): string => payload.toString('utf8');
  const body = parsed(text());
  // The gateway's own device has the gateway's name.
  const devices =
    kind === 'own telemetry' && typeof body === 'object' && body !== null ? { [gateway.name]: body } : body;
  const envelope = { topic, bytes: payload.length, payload: text };
  const taken = await takeTelemetry(ingest, gateway, devices, 'mqtt', now, envelope);
  if (!taken) ingest.recorder.unreadable(sender, now, envelope);
  return true;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
