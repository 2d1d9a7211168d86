import type { AedesPublishPacket } from 'aedes';
import { type Folded, type LiveAlarm, TOPICS } from '../../contract.ts';

const FOLDED = `${TOPICS.folded}/`;
const ALARM = `${TOPICS.alarm}/`;

/**
 * What of a message a browser is told whose account is limited to some meters: of the notices of an enterprise those of
 * its own meters, and that everything changed without saying what; of the alarms of a site those of its own meters, and
 * where an alarm names no meter only that something changed (decision 163). Live values have topics by meter.
 * @param meters null = not limited
 */
export function narrow(
  packet: AedesPublishPacket,
  meters: ReadonlySet<number> | null,
): AedesPublishPacket | null {
  if (meters === null) return packet;
  if (packet.topic.startsWith(ALARM)) return narrowAlarm(packet, meters);
  if (!packet.topic.startsWith(FOLDED)) return packet;
  const folded = JSON.parse(String(packet.payload)) as Folded;
  if (folded.meterIds.length === 0) return packet;
  const meterIds = folded.meterIds.filter((id) => meters.has(id));
  if (meterIds.length === 0) return null;
  return telling(packet, { ...folded, meterIds });
}

function narrowAlarm(packet: AedesPublishPacket, meters: ReadonlySet<number>): AedesPublishPacket | null {
  const { meterId } = JSON.parse(String(packet.payload)) as Partial<LiveAlarm>;
  if (typeof meterId !== 'number') return telling(packet, {});
  return meters.has(meterId) ? packet : null;
}

/** The same packet that says something else. */
const telling = (packet: AedesPublishPacket, message: object): AedesPublishPacket =>
  Object.assign(Object.create(packet), {
    payload: Buffer.from(JSON.stringify(message)),
  }) as AedesPublishPacket;
