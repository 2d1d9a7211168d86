import mqtt, { type IClientOptions, type MqttClient, type Packet } from 'mqtt';
import type { Log } from '#server/database/log.ts';
import { AckQueue } from '../broker/ackQueue.ts';
import { type Hearing, takeExternal } from './takeExternal.ts';

/** The first level of the topics of gateways on an external broker; the second is the gateway's token. */
export const MOUNT = 'gateway';
const TOPICS = `${MOUNT}/+/v1/#`;
/** Sessions of one product share the messages. */
const SHARED = `$share/ingest/${TOPICS}`;
const MOST_UNANSWERED = 200;
const AGAIN_MS = 1000;
const REFUSED = 128;
const SOON_MS = 10_000;
const MOST_SOON = 5;
const TOLD_MS = 60_000;

export interface SessionOptions extends Hearing {
  readonly url: string;
  readonly tls: IClientOptions;
  readonly clientId: string;
  /** Several sessions share the messages, else this one gets all. */
  readonly shared: boolean;
  readonly log: Log;
}

/**
 * A session at the external broker while this process has it: kept there over every break, at quality 1; a message is
 * answered after its commit. It connects when told, never by itself: the session may be another's by then.
 */
export class Session {
  readonly #options: SessionOptions;
  #client: MqttClient | undefined;
  #granted = false;
  #wasUp = false;
  #drains = false;
  #downSince: number | undefined = performance.now();
  #upSince = -Infinity;
  #lastMessage = performance.now();
  #unanswered = 0;
  /** Connections in a row that ended soon after they were up. */
  #soon = 0;
  #told: { message: string; at: number } | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get up(): boolean {
    return this.#granted;
  }

  /** How long it has not been up, ms. */
  get downMs(): number {
    return this.#downSince === undefined ? 0 : performance.now() - this.#downSince;
  }

  /** How long nothing has come and all is answered, ms; 0 while it is not up. */
  get quietMs(): number {
    return this.#granted && this.#unanswered === 0 ? performance.now() - this.#lastMessage : 0;
  }

  /** Sends a message at once or not at all, and never keeps it for a gateway that is away. */
  publish(topic: string, payload: string): boolean {
    if (!this.#client?.connected) return false;
    this.#client.publish(topic, payload, { qos: 0 });
    return true;
  }

  /** Connects where there is no connection. `drain`: to take what waits, and no more. */
  ensure({ drain }: { drain: boolean }): void {
    if (drain !== this.#drains) {
      this.#drains = drain;
      if (this.#client?.connected) this.#subscribe(this.#client);
    }
    this.#client ??= this.#connect();
  }

  /** Breaks off; what is not answered is delivered again, to whoever has the session then. */
  async stop(): Promise<void> {
    const client = this.#client;
    this.#closed();
    await client?.endAsync(true);
  }

  /** Ends the session at the broker itself. @throws where it cannot be reached */
  async remove(): Promise<void> {
    await this.stop();
    const { url, tls, clientId } = this.#options;
    const client = await mqtt.connectAsync(url, { ...SETTINGS, ...tls, clientId, clean: true }, false);
    await client.endAsync();
  }

  #connect(): MqttClient {
    const { url, tls, clientId, log, figures } = this.#options;
    const client = mqtt.connect(url, { ...SETTINGS, ...tls, clientId, clean: false });
    const state = { open: true, acks: new AckQueue(() => fail()) };
    const fail = (): void => {
      if (!state.open) return;
      state.open = false;
      log.warn('A message of the external broker was not stored; it is to be delivered again.');
      // Not at once: the database needs a moment.
      setTimeout(() => client.stream.destroy(), AGAIN_MS).unref();
    };
    client.on('connect', ({ sessionPresent }) => {
      if (this.#wasUp && !sessionPresent)
        log.error(`The external broker has forgotten the session ${clientId} and what waited in it.`);
      if (this.#client === client) this.#subscribe(client);
    });
    client.on('close', () => {
      state.open = false;
      if (this.#client === client) this.#broken();
    });
    client.on('error', (error) => {
      this.#complain(error.message);
      client.end(true);
      if (this.#client === client) this.#closed();
    });
    let work: Promise<void> = Promise.resolve();
    client.on('message', (topic, payload) => {
      this.#lastMessage = performance.now();
      work = takeExternal(this.#options, topic, payload, (to, answer) => this.publish(to, answer));
      // Heard where it is answered; a message of quality 0 is not.
      work.catch(() => {});
    });

    // mqtt.js answers a message before it reads the next; the answer waits for the commit, several at a time.
    const send = client['_sendPacket'].bind(client) as (packet: Packet, done?: () => void) => unknown;
    const held = (packet: Packet, done?: () => void): unknown => {
      if (packet.cmd !== 'puback') return send(packet, done);
      if (!state.open) return done?.();
      figures.unanswered++;
      this.#unanswered++;
      const full = state.acks.length >= MOST_UNANSWERED;
      if (!full) done?.();
      const begun = work.finally(() => {
        figures.unanswered--;
        this.#unanswered--;
      });
      state.acks.add(begun, () => {
        if (state.open) send(packet);
      });
      if (full) void begun.catch(() => {}).then(() => done?.());
      return undefined;
    };
    Object.assign(client, { _sendPacket: held });
    return client;
  }

  /** The one subscription before the other goes: nothing falls between them. */
  #subscribe(client: MqttClient): void {
    const { shared, log, clientId } = this.#options;
    const wanted = shared ? SHARED : TOPICS;
    const other = this.#drains ? [SHARED, TOPICS] : [shared ? TOPICS : SHARED];
    const done = (error?: Error | null): void => {
      if (error || client !== this.#client || !client.connected) return;
      if (!this.#granted) this.#options.figures.connected++;
      this.#granted = true;
      this.#wasUp = true;
      this.#downSince = undefined;
      this.#upSince = performance.now();
    };
    if (this.#drains) {
      client.unsubscribe(other, done);
      return;
    }
    client.subscribe(wanted, { qos: 1 }, (error, granted) => {
      if (error || granted?.some(({ qos }) => (qos as number) === REFUSED)) {
        log.error(
          `The external broker refused ${clientId} the subscription ${wanted}: ${error?.message ?? 'not granted'}`,
        );
        return;
      }
      client.unsubscribe(other, done);
    });
  }

  /** The broker does not say why it closes a connection; soon after each log-in it is mostly this. */
  #broken(): void {
    const soon = this.#granted && performance.now() - this.#upSince < SOON_MS;
    this.#soon = soon ? this.#soon + 1 : 0;
    if (this.#soon === MOST_SOON)
      this.#options.log.error(
        `The external broker closes the session ${this.#options.clientId} again and again: perhaps another product ` +
          'logs in there with the same MQTT_CLIENT_ID. Each product needs one of its own.',
      );
    this.#closed();
  }

  /** The same trouble once a minute. */
  #complain(message: string): void {
    const now = performance.now();
    if (this.#told?.message === message && now - this.#told.at < TOLD_MS) return;
    this.#told = { message, at: now };
    this.#options.log.warn(`The external broker, session ${this.#options.clientId}: ${message}`);
  }

  #closed(): void {
    if (this.#granted) this.#options.figures.connected--;
    this.#client = undefined;
    this.#granted = false;
    this.#downSince ??= performance.now();
  }
}

const SETTINGS: IClientOptions = {
  reconnectPeriod: 0,
  connectTimeout: 5000,
  resubscribe: false,
  protocolVersion: 4,
};

/** Whether the broker lets this process in, tried under a name of its own that leaves nothing behind. */
export async function reaches(url: string, tls: IClientOptions, clientId: string): Promise<boolean> {
  try {
    const client = await mqtt.connectAsync(url, { ...SETTINGS, ...tls, clientId, clean: true }, false);
    await client.endAsync(true);
    return true;
  } catch {
    return false;
  }
}
