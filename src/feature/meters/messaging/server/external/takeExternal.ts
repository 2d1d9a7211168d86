import type { Ingest } from '#feature/meters/ingest/server/public.ts';
import { isSealed, sealed } from '../../domain/seal.ts';
import { takeMessage } from '../broker/takeMessage.ts';
import type { Reply } from '../deviceApi.ts';
import type { ExternalFigures } from './external.ts';

/** What becomes of a message beside its storing. */
export interface Hearing {
  readonly ingest: Ingest;
  readonly figures: ExternalFigures;
  /** A gateway spoke: commands reach it under this token. */
  readonly heard: (gatewayId: number, token: string) => void;
}

/**
 * Takes a message of the external broker: its topic names the gateway by the token. Resolves when it may be answered.
 * @throws the database's error: no answer
 */
export async function takeExternal(
  { ingest, figures, heard }: Hearing,
  topic: string,
  payload: Buffer,
  publish: (topic: string, payload: string) => void,
): Promise<void> {
  const [, token = '', ...rest] = topic.split('/');
  const own = rest.join('/');
  // What we publish to gateways comes back to us, as it lies under the same topics.
  if (isSealed(payload)) return;
  const gateway = token === '' ? undefined : await ingest.gateways.find(token);
  if (gateway) heard(gateway.id, token);
  const reply: Reply = (to, answer) => publish(`${topic.slice(0, -own.length)}${to}`, sealed(answer));
  const sender = gateway && { gatewayId: gateway.id, consumerId: gateway.consumerId };
  const known = sender && (await takeMessage(ingest, sender, own, payload, reply));
  if (known) return;
  const reason = gateway ? 'badTopic' : 'badToken';
  figures.refused[reason] = (figures.refused[reason] ?? 0) + 1;
}
