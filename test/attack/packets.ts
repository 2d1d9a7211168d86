import mqttPacket, { type IConnectPacket, type IPublishPacket, type Packet } from 'mqtt-packet';
import type { Speech } from '../broker.ts';
import type { Chance } from './chance.ts';
import { hostileText, hostileValue, nested } from './hostileValue.ts';

/** What is known at the broker's door: a token that is right. */
export interface Known {
  readonly token: string;
  readonly meters: readonly string[];
}

const TOPICS = [
  'v1/gateway/telemetry', 'v1/gateway/telemetry', 'v1/gateway/telemetry', 'v1/devices/me/telemetry', 'v1/gateway/attributes',
  'v1/gateway/connect', 'v1/gateway/rpc', 'v1/devices/me/rpc/request/1', 'v1/devices/me/rpc/response/99999999999999999999',
  'a/b', '$SYS/x', 'live/1/1', '#', '+', 'v1/+/telemetry', 'gateway/1/v1/gateway/rpc', 'a/'.repeat(200), 'x'.repeat(60_000), '/', ' ',
] as const; // prettier-ignore

/** The body of a gateway, hostile somewhere. */
function bodyOf(chance: Chance, { meters }: Known): string | Buffer {
  const meter = chance.percent(70) ? chance.of(meters) : hostileText(chance);
  const ts = chance.percent(60) ? Date.now() - chance.below(1e9) : hostileValue(chance);
  const values = chance.percent(70) ? { PP: chance.below(1e6), [hostileText(chance).slice(0, 300)]: hostileValue(chance) } : hostileValue(chance);
  switch (chance.below(12)) {
    case 0: return chance.bytes(chance.below(500));
    case 1: return nested(20_000);
    case 2: return `{"${meters[0]}":[{"ts":1,"values":{"PP":${nested(20_000)}}}]}`;
    case 3: return JSON.stringify(hostileValue(chance));
    case 4: return JSON.stringify({ [meter]: [{ ts, values }] }).slice(0, chance.below(80));
    case 5: return JSON.stringify(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`u${i}`, [{ PP: i }]])));
    case 6: return JSON.stringify(values);
    default: return JSON.stringify({ [meter]: [{ ts, values }, hostileValue(chance)] });
  }
} // prettier-ignore

/** Every way to speak to the broker. */
export const SPEECHES: readonly Speech[] = [
  { version: 4, ws: false },
  { version: 5, ws: false },
  { version: 4, ws: true },
  { version: 5, ws: true },
];

export const nameOf = ({ version, ws }: Speech): string =>
  `MQTT ${version === 5 ? '5' : '3.1.1'} over ${ws ? 'WebSocket' : 'TCP'}`;

/** A number of a property: at a bound of its bytes, or any. */
const numberOf = (chance: Chance): number =>
  chance.of([0, 1, 2, 255, 65_535, 2 ** 31, 2 ** 32 - 1, chance.below(2 ** 32)]);

/** Some of what only version 5 has (MQTT 5.0 section 2.2.2), at its bounds or beyond. */
function propertiesOf(chance: Chance): NonNullable<IPublishPacket['properties']> {
  const text = (): string => hostileText(chance).slice(0, 400);
  const user = Array.from({ length: chance.percent(3) ? 2000 : chance.below(4) }, text);
  return {
    ...(chance.percent(20) ? { payloadFormatIndicator: chance.percent(50) } : {}),
    ...(chance.percent(20) ? { messageExpiryInterval: numberOf(chance) } : {}),
    // None was offered: it ends the connection.
    ...(chance.percent(4) ? { topicAlias: chance.of([0, 1, 65_535]) } : {}),
    ...(chance.percent(15) ? { responseTopic: chance.of([...TOPICS, text()]) } : {}),
    ...(chance.percent(15) ? { correlationData: chance.bytes(chance.below(300)) } : {}),
    ...(chance.percent(15) ? { contentType: text() } : {}),
    ...(chance.percent(5) ? { subscriptionIdentifier: chance.of([0, 1, 268_435_455]) } : {}),
    ...(chance.percent(40) ? { userProperties: { a: user, [text()]: text(), ['__proto__']: text() } } : {}),
  };
}

/** What a log-in of version 5 may say. */
const loginProperties = (chance: Chance): NonNullable<IConnectPacket['properties']> => ({
  ...(chance.percent(40) ? { sessionExpiryInterval: numberOf(chance) } : {}),
  ...(chance.percent(30) ? { receiveMaximum: chance.of([0, 1, 65_535]) } : {}),
  ...(chance.percent(20) ? { maximumPacketSize: chance.of([0, 1, 100, 2 ** 32 - 1]) } : {}),
  ...(chance.percent(30) ? { topicAliasMaximum: chance.of([0, 65_535]) } : {}),
  ...(chance.percent(20) ? { requestResponseInformation: chance.percent(50) } : {}),
  ...(chance.percent(20) ? { userProperties: { a: hostileText(chance).slice(0, 400) } } : {}),
  ...(chance.percent(5) ? { authenticationMethod: 'x', authenticationData: chance.bytes(chance.below(100)) } : {}),
}); // prettier-ignore

/** A packet with what only version 5 has. */
function newerPacketOf(chance: Chance, known: Known): Packet {
  const packet = packetOf(chance, known);
  if (chance.percent(2)) return { cmd: 'auth', reasonCode: chance.of([0, 24, 25, 255]) };
  if (packet.cmd === 'subscribe') {
    const subscriptions = packet.subscriptions.map((one) => ({
      ...one,
      topic: chance.percent(20) ? `$share/g/${one.topic}` : one.topic,
      nl: chance.percent(50),
      rap: chance.percent(50),
      rh: chance.below(4),
    }));
    return { ...packet, subscriptions, properties: { subscriptionIdentifier: 1 + chance.below(9) } };
  }
  if (packet.cmd === 'publish') return { ...packet, properties: propertiesOf(chance) };
  if (/^(puback|pubrec|pubrel|pubcomp|disconnect)$/.test(packet.cmd))
    return { ...packet, reasonCode: chance.of([0, 4, 16, 135, 255]) } as Packet;
  return packet;
}

/** A packet that the protocol knows, with contents that nobody means. */
function packetOf(chance: Chance, known: Known): Packet {
  const messageId = 1 + chance.below(65_535);
  const qos = chance.of([0, 1, 1, 1, 2] as const);
  const topic = chance.percent(80) ? chance.of(TOPICS) : hostileText(chance).slice(0, 500) || 'x';
  const flags = { dup: chance.percent(10), retain: chance.percent(20) };
  const many = chance.percent(5) ? 3000 : 1 + chance.below(4);
  switch (chance.below(12)) {
    case 0:
      return { cmd: 'subscribe', messageId, subscriptions: Array.from({ length: many }, (_, i) => ({ topic: many > 9 ? `${topic}${i}` : topic, qos })) };
    case 1: return { cmd: 'unsubscribe', messageId, unsubscriptions: Array.from({ length: many }, () => topic) };
    case 2: return { cmd: chance.of(['puback', 'pubrec', 'pubrel', 'pubcomp'] as const), messageId };
    case 3: return { cmd: chance.of(['pingreq', 'pingresp', 'disconnect'] as const) } as Packet;
    default: return { cmd: 'publish', topic, qos, messageId, payload: bodyOf(chance, known), ...flags };
  }
} // prettier-ignore

/** The log-in of a connection: mostly right, as little else would come further than the door. */
export function loginOf(chance: Chance, { token }: Known, version: Speech['version'] = 4): Buffer {
  const will = { topic: chance.of(TOPICS), payload: Buffer.from('x'), qos: 1 as const, retain: true };
  const packet: IConnectPacket = {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: version,
    clean: chance.percent(70),
    clientId: chance.percent(80) ? `fuzz${chance.below(1e9)}` : hostileText(chance).slice(0, 600) || 'c',
    keepalive: chance.of([0, 1, 60, 65_535]),
    ...(chance.percent(90) ? { username: token } : { username: hostileText(chance).slice(0, 500) }),
    ...(chance.percent(10) && !chance.percent(50) ? { will } : {}),
    ...(version === 5 ? { properties: loginProperties(chance) } : {}),
  };
  try {
    return mqttPacket.generate(packet, { protocolVersion: version });
  } catch {
    // A bound of a property that the generator refuses to write.
    delete packet.properties;
    return mqttPacket.generate(packet, { protocolVersion: version });
  }
}

/** The bytes of one packet: as it is, with bytes changed, cut off, or of no protocol at all. */
export function bytesOf(chance: Chance, known: Known, version: Speech['version'] = 4): Buffer {
  if (chance.percent(10)) return chance.bytes(1 + chance.below(200));
  let bytes: Buffer;
  try {
    const packet = (version === 5 ? newerPacketOf : packetOf)(chance, known);
    bytes = mqttPacket.generate(packet, { protocolVersion: version });
  } catch {
    // What the generator refuses to write, such as a topic with a wildcard, is written by hand.
    const topic = Buffer.from(hostileText(chance)).subarray(0, 60);
    bytes = Buffer.concat([Buffer.from([0x30, topic.length + 2, 0, topic.length]), topic]);
  }
  if (chance.percent(75)) return bytes;
  const broken = Buffer.from(bytes);
  for (let i = 0; i <= chance.below(4); i++)
    broken[chance.below(Math.min(broken.length, 40))] = chance.below(256);
  return chance.percent(30) ? broken.subarray(0, 1 + chance.below(broken.length)) : broken;
}
