import { randomUUID } from 'node:crypto';
import mqttPacket, { type Packet } from 'mqtt-packet';

/** MQTT 5.0 section 3.2.2.2, of the return codes of 3.1.1 (section 3.2.2.3). */
const CONNACK_REASONS: readonly number[] = [0, 0x84, 0x85, 0x88, 0x86, 0x87];
const NOT_AUTHORIZED = 0x87;
const REFUSED = 0x80;

type Parser = ReturnType<typeof mqttPacket.parser>;

/** The version that a connection speaks, by its first bytes; null = more of them must come. */
export function versionOf(first: Buffer): number | null {
  let at = 1;
  for (; at < 5; at++) {
    const byte = first[at];
    if (byte === undefined) return null;
    if ((byte & 0x80) === 0) break;
  }
  // The name of the protocol with its length, then its level (MQTT 5.0 section 3.1.2).
  const name = at + 1;
  if (first.length < name + 7) return null;
  return first.toString('latin1', name + 2, name + 6) === 'MQTT' ? (first[name + 6] ?? null) : 0;
}

/**
 * MQTT 5 for a broker of 3.1.1: packets of the client become those of the older version, and back. What the version
 * adds is declined as the protocol provides for (no session beyond the connection, no aliases of topics, no shared
 * subscriptions) or has no meaning here (user properties).
 */
export class Version5 {
  readonly #in = mqttPacket.parser({ protocolVersion: 5 });
  readonly #out = mqttPacket.parser({ protocolVersion: 4 });
  readonly #packet: number;
  /** Topics of an unsubscription, by its number: each has its own reason in the answer. */
  readonly #unsubscribing = new Map<number, number>();
  #assigned: string | undefined;
  #made: Buffer[] = [];
  #broken = false;

  /** @param packet largest packet in bytes that may come, told to the client */
  constructor(packet: number) {
    this.#packet = packet;
    const made = (parser: Parser, of: (packet: Packet) => Buffer | undefined): void => {
      parser.on('packet', (one: Packet) => {
        const bytes = of(one);
        if (bytes) this.#made.push(bytes);
      });
      parser.on('error', () => (this.#broken = true));
    };
    made(this.#in, (one) => this.#older(one));
    made(this.#out, (one) => this.#newer(one));
  }

  /** What the client sent, as the broker reads it; null = it is no MQTT 5, or uses what it was not offered. */
  inward(chunk: Buffer): Buffer | null {
    return this.#through(this.#in, chunk);
  }

  /** What the broker sends, as the client reads it. */
  outward(chunk: Buffer): Buffer | null {
    return this.#through(this.#out, chunk);
  }

  #through(parser: Parser, chunk: Buffer): Buffer | null {
    this.#made = [];
    try {
      parser.parse(chunk);
    } catch {
      this.#broken = true;
    }
    return this.#broken ? null : Buffer.concat(this.#made);
  }

  /** A packet of the client in the older version; what cannot be is the end of the connection. */
  #older(packet: Packet): Buffer | undefined {
    switch (packet.cmd) {
      case 'connect': {
        const { clientId, keepalive, username, password } = packet;
        if (clientId === '') this.#assigned = randomUUID();
        return older({
          cmd: 'connect',
          protocolId: 'MQTT',
          protocolVersion: 4,
          clean: true,
          clientId: this.#assigned ?? clientId,
          ...(keepalive === undefined ? {} : { keepalive }),
          ...(username === undefined ? {} : { username }),
          ...(password === undefined ? {} : { password }),
        });
      }
      case 'publish': {
        // No alias was offered; without one the topic may not be empty.
        if (packet.properties?.topicAlias !== undefined || packet.topic === '') return this.#fail();
        const { cmd, topic, payload, qos, dup, retain, messageId } = packet;
        return older({
          cmd,
          topic,
          payload,
          qos,
          dup,
          retain,
          ...(messageId === undefined ? {} : { messageId }),
        });
      }
      case 'subscribe': {
        const subscriptions = packet.subscriptions.map(({ topic, qos }) => ({ topic, qos }));
        return older({ cmd: 'subscribe', messageId: packet.messageId ?? 0, subscriptions });
      }
      case 'unsubscribe': {
        const { messageId = 0, unsubscriptions } = packet;
        this.#unsubscribing.set(messageId, unsubscriptions.length);
        return older({ cmd: 'unsubscribe', messageId, unsubscriptions });
      }
      case 'puback':
      case 'pubrec':
      case 'pubrel':
      case 'pubcomp':
        return older({ cmd: packet.cmd, messageId: packet.messageId ?? 0 });
      case 'pingreq':
      case 'disconnect':
        return older({ cmd: packet.cmd });
      default:
        return this.#fail();
    }
  }

  /** A packet of the broker in the newer version. */
  #newer(packet: Packet): Buffer | undefined {
    switch (packet.cmd) {
      case 'connack':
        return newer({
          cmd: 'connack',
          sessionPresent: false,
          reasonCode: CONNACK_REASONS[packet.returnCode ?? 0] ?? REFUSED,
          properties:
            packet.returnCode === 0
              ? {
                  sessionExpiryInterval: 0,
                  maximumPacketSize: this.#packet,
                  topicAliasMaximum: 0,
                  subscriptionIdentifiersAvailable: false,
                  sharedSubscriptionAvailable: false,
                  ...(this.#assigned === undefined ? {} : { assignedClientIdentifier: this.#assigned }),
                }
              : {},
        });
      case 'suback': {
        const granted = packet.granted.map((code) =>
          Number(code) === REFUSED ? NOT_AUTHORIZED : Number(code),
        );
        return newer({ cmd: 'suback', messageId: packet.messageId ?? 0, granted });
      }
      case 'unsuback': {
        const { messageId = 0 } = packet;
        const granted = Array<number>(this.#unsubscribing.get(messageId) ?? 1).fill(0);
        this.#unsubscribing.delete(messageId);
        return newer({ cmd: 'unsuback', messageId, granted });
      }
      default:
        return newer(packet);
    }
  }

  #fail(): undefined {
    this.#broken = true;
  }
}

const older = (packet: Packet): Buffer => mqttPacket.generate(packet, { protocolVersion: 4 });
const newer = (packet: Packet): Buffer => mqttPacket.generate(packet, { protocolVersion: 5 });
