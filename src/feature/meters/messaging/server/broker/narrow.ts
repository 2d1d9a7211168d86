import type { AedesPublishPacket } from 'aedes';
import { type Folded, TOPICS } from '../../contract.ts';

const FOLDED = `${TOPICS.folded}/`;

/**
 * What of a message a browser is told whose account is limited to some meters: of the notices of an enterprise those of
 * its own meters, and that everything changed without saying what. Live values have topics by meter.
 * @param meters null = not limited
 */
export function narrow(
  packet: AedesPublishPacket,
  meters: ReadonlySet<number> | null,
): AedesPublishPacket | null {
  if (meters === null || !packet.topic.startsWith(FOLDED)) return packet;
  const folded = JSON.parse(String(packet.payload)) as Folded;
  if (folded.meterIds.length === 0) return packet;
  const meterIds = folded.meterIds.filter((id) => meters.has(id));
  if (meterIds.length === 0) return null;
  const payload = Buffer.from(JSON.stringify({ ...folded, meterIds }));
  return Object.assign(Object.create(packet), { payload }) as AedesPublishPacket;
}
