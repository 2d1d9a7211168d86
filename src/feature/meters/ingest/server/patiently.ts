import { outlast } from '#server/database/outlast.ts';
import type { Ingest } from './ingest.ts';

/** A restart of the database takes seconds; senders of every kind wait longer than this for their answer. */
const PATIENCE_MS = 8000;
/** Beyond, senders are asked to come again at once rather than kept waiting. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Does work for a sender that waits for its answer, and again while the database is away: for seconds, and as long as
 * not too much is in hand. Stored twice is stored once.
 * @param bytes that are held meanwhile
 * @throws the database's error when it stays away: the sender is to deliver again
 */
export async function patiently<T>(
  { inHand }: Pick<Ingest, 'inHand'>,
  bytes: number,
  work: () => Promise<T>,
): Promise<T> {
  if (inHand.bytes + bytes > MOST_BYTES) return work();
  inHand.bytes += bytes;
  try {
    return await outlast(work, { ms: PATIENCE_MS });
  } finally {
    inHand.bytes -= bytes;
  }
}
