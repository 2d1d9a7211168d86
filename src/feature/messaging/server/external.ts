import mqtt, { type MqttClient, type Packet } from 'mqtt';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/database/log.ts';
import type { Ingest } from '#feature/ingest/server/public.ts';
import { AckQueue } from './broker/ackQueue.ts';
import { takeMessage } from './broker/takeMessage.ts';

/** The first level of the topics of gateways on an external broker; the second is the gateway's token. */
export const MOUNT = 'gateway';
/** Processes of one product share the messages. */
const SHARE = `$share/ingest/${MOUNT}/+/v1/#`;
// A broker lets a session hold only some unanswered messages (Mosquitto: 20).
const CONNECTIONS = 4;
const MOST_UNANSWERED = 200;
const AGAIN_MS = 1000;

export interface ExternalFigures {
  connected: number;
  unanswered: number;
  readonly refused: Record<string, number>;
}

export interface External {
  readonly figures: ExternalFigures;
  stop(): Promise<void>;
}

/**
 * Takes messages from an external broker: persistent sessions in one shared subscription; a message is answered after
 * its commit. When the database fails the connection is broken off, and the broker delivers again.
 */
export function startExternal(
  config: Pick<Config, 'mqttUrl' | 'mqttClientId'>,
  ingest: Ingest,
  log: Log,
): External {
  const figures: ExternalFigures = { connected: 0, unanswered: 0, refused: {} };
  const takers = Array.from({ length: CONNECTIONS }, (_, i) => connect(config, i, ingest, figures, log));
  return {
    figures,
    async stop() {
      await Promise.all(takers.map((client) => client.endAsync(true)));
    },
  };
}

function connect(
  { mqttUrl, mqttClientId }: Pick<Config, 'mqttUrl' | 'mqttClientId'>,
  index: number,
  ingest: Ingest,
  figures: ExternalFigures,
  log: Log,
): MqttClient {
  const client = mqtt.connect(mqttUrl ?? '', {
    clientId: `${mqttClientId}-${index}`,
    clean: false,
    reconnectPeriod: AGAIN_MS,
    connectTimeout: 5000,
    resubscribe: false,
    protocolVersion: 4,
  });
  let work: Promise<boolean> = Promise.resolve(true);
  let connection = connectionOf();

  function connectionOf() {
    const state = { open: true, acks: new AckQueue(() => fail()) };
    const fail = (): void => {
      if (!state.open) return;
      state.open = false;
      log.warn('A message of the external broker was not stored; it is to be delivered again.');
      // Not at once: the database needs a moment.
      setTimeout(() => client.stream.destroy(), AGAIN_MS).unref();
    };
    return state;
  }

  let up = 0;
  client.on('connect', () => {
    figures.connected += 1 - up;
    up = 1;
    client.subscribe(SHARE, { qos: 1 }, (error, granted) => {
      if (error || granted?.some(({ qos }) => (qos as number) === 128))
        log.error(
          `The external broker refused the subscription ${SHARE}: ${error?.message ?? 'not granted'}`,
        );
    });
  });
  client.on('close', () => {
    figures.connected -= up;
    up = 0;
    // Not with the next `connect`: what the broker delivers again comes before it is told.
    connection.open = false;
    connection = connectionOf();
  });
  client.on('error', (error) => log.warn(`The external broker: ${error.message}`));
  client.on('message', (topic, payload) => {
    work = taken(topic, payload, ingest, figures);
    // Heard where it is answered; a message of quality 0 is not.
    work.catch(() => {});
  });

  // mqtt.js answers a message before it reads the next; the answer waits for the commit, several at a time.
  const send = client['_sendPacket'].bind(client) as (packet: Packet, done?: () => void) => unknown;
  const held = (packet: Packet, done?: () => void): unknown => {
    if (packet.cmd !== 'puback') return send(packet, done);
    const { acks, open } = connection;
    const mine = connection;
    if (!open) return done?.();
    figures.unanswered++;
    const full = acks.length >= MOST_UNANSWERED;
    if (!full) done?.();
    const begun = work.finally(() => figures.unanswered--);
    acks.add(begun, () => {
      if (mine.open && mine === connection) send(packet);
    });
    if (full) void begun.catch(() => {}).then(() => done?.());
    return undefined;
  };
  Object.assign(client, { _sendPacket: held });
  return client;
}

async function taken(
  topic: string,
  payload: Buffer,
  ingest: Ingest,
  figures: ExternalFigures,
): Promise<boolean> {
  const [, token, ...rest] = topic.split('/');
  const gateway = token ? await ingest.gateways.find(token) : undefined;
  const known =
    gateway &&
    (await takeMessage(
      ingest,
      { gatewayId: gateway.id, consumerId: gateway.consumerId },
      rest.join('/'),
      payload,
    ));
  if (!known) {
    const reason = gateway ? 'badTopic' : 'badToken';
    figures.refused[reason] = (figures.refused[reason] ?? 0) + 1;
  }
  return true;
}
