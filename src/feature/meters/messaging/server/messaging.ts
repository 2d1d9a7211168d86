import { sql } from 'kysely';
import type pg from 'pg';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/database/db.ts';
import { listenTo } from '#server/database/listen.ts';
import type { Log } from '#server/database/log.ts';
import { ROLES } from '#server/config.ts';
import type { Ingest } from '#feature/meters/ingest/server/public.ts';
import { Broker } from './broker/broker.ts';
import type { BrokerLimits } from './broker/peer.ts';
import { type Doors, openDoors } from './doors.ts';
import { Commands, COMMANDS, type Reach } from './command.ts';
import { gatewayOfNotice, SHARED, sharedMessages } from './attribute.ts';
import { privateTopic } from '../domain/topic.ts';
import { type External, type ExternalOptions, startExternal } from './external/external.ts';
import { LiveFeed, type Message, MESSAGES, messagesOf, tellQuietly } from './live.ts';

export interface MessagingOptions {
  readonly system: Db;
  readonly pool: pg.Pool;
  readonly config: Config;
  readonly ingest: Ingest;
  readonly log: Log;
  readonly limits?: Partial<BrokerLimits>;
  readonly leaseTimes?: ExternalOptions['times'];
}

/** The messaging of a process: its broker and doors, the external broker, live values. */
export interface Messaging {
  readonly broker: Broker | undefined;
  readonly doors: Doors | undefined;
  readonly external: External | undefined;
  stop(): Promise<void>;
}

/** After a crash gateways still stand as connected. Those of another process are noted again by their next message. */
const endLostConnections = (system: Db) =>
  sql`update gateway_state set disconnected_at = now() where connected_at is not null and disconnected_at is null
    and protocol in ('mqtt', 'mqtts', 'ws', 'wss')`.execute(system);

/**
 * Starts what the roles of this process need. Role `broker` opens the ports: for gateways and browsers, or with an
 * external broker for browsers alone. Role `ingest` stores, from the external broker where there is one.
 * @throws Error with a sentence when a port is not free
 */
export async function startMessaging(options: MessagingOptions): Promise<Messaging> {
  const { system, pool, config, ingest, log, limits, leaseTimes } = options;
  const gateways = config.mqttUrl === undefined;
  const broker = config.roles.has('broker')
    ? await Broker.open({ system, ingest, gateways, log, ...(limits ? { limits } : {}) })
    : undefined;
  if (broker && gateways) await endLostConnections(system);
  const doors = broker
    ? await openDoors(broker, config, { gateways, log }).catch(async (error: unknown) => {
        await broker.close();
        throw error;
      })
    : undefined;

  // On the embedded database a process with all roles is the only one.
  const alone = config.databaseUrl === undefined && ROLES.every((role) => config.roles.has(role));
  const publish = (messages: readonly Message[]): void => {
    if (broker?.hasBrowsers) for (const { topic, payload } of messages) broker.publish(topic, payload);
  };
  const feed = new LiveFeed((messages) => {
    publish(messages);
    if (!alone) tellQuietly(pool, messages, log);
  });
  ingest.live = feed.take;
  ingest.liveStates = feed.takeStates;

  let external: External | undefined;
  const reach: Reach = {
    reachable: (gatewayId) =>
      gateways ? broker?.hasGateway(gatewayId) === true : external?.reachable(gatewayId) === true,
    delayMs: (gatewayId) => external?.delayMs(gatewayId) ?? 0,
    send: async (gatewayId, message) =>
      gateways
        ? broker?.command(gatewayId, message.topic, message.payload, message.patienceMs) === true
        : (await external?.send(gatewayId, message)) === true,
  };
  const commands = new Commands(pool, reach, log);
  /** Tells a gateway of its shared attributes where it is reached from here; it asks for them when it comes back. */
  const tellAttributes = async (notice: string): Promise<void> => {
    if (!reach.reachable(gatewayOfNotice(notice))) return;
    const { gatewayId, messages } = await sharedMessages(system, notice);
    for (const message of messages)
      if (gateways) broker?.publish(privateTopic(gatewayId, message.topic), message.payload);
      else await external?.send(gatewayId, message);
  };

  const listener = listenTo(
    pool,
    {
      [COMMANDS]: commands.asked,
      [SHARED]: (notice: string) =>
        void tellAttributes(notice).catch((error: unknown) =>
          log.warn(`A gateway was not told of its attributes: ${String(error)}`),
        ),
      gateway: (id) => {
        ingest.gateways.forget(Number(id));
        void broker?.recheck({ gatewayId: Number(id) });
      },
      ...(broker
        ? {
            mqtt_token: (tokenHash: string) => void broker.recheck({ tokenHash }),
            [MESSAGES]: (notice: string) => {
              for (const { topic, payload } of messagesOf(notice)) broker.publish(topic, payload);
            },
          }
        : {}),
    },
    {
      log,
      lost: () => {
        ingest.gateways.forget();
        void broker?.recheck();
      },
    },
  );
  await listener.ready;
  if (config.roles.has('ingest') && config.mqttUrl !== undefined) {
    const { learned } = commands;
    external = startExternal({
      config,
      pool,
      ingest,
      log,
      learned,
      ...(leaseTimes ? { times: leaseTimes } : {}),
    });
  }

  return {
    broker,
    doors,
    external,
    async stop() {
      feed.stop();
      await external?.stop();
      // The doors let nobody in from here on, and are closed when those inside are gone.
      const closed = doors?.close();
      await broker?.close();
      await closed;
      await listener.stop();
    },
  };
}
