import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { endNotices, lastingNotices, raiseNotices } from '#feature/house/notice/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { CLOCK_OFF_MS, clockText, noteClock, type OwnClock } from '#server/ownClock.ts';

const LOOK_MS = 30_000;
const KIND = 'serverClock';

/**
 * Looks at the server's clock once: writes down what time it is, tells every enterprise with a gateway while the clock is in
 * doubt, and ends that when it is right. A gateway that shows the same time proves it right.
 */
export async function watchClock(db: Db, clock: OwnClock, log: Log, now = Date.now()): Promise<void> {
  if (clock.look() !== null) {
    const { rows } = await sql<{ there: boolean }>`
      select exists (select from gateway_state where abs(drift_ms) <= ${CLOCK_OFF_MS}
        and last_seen_at between ${new Date(now - CLOCK_OFF_MS)} and ${new Date(now + CLOCK_OFF_MS)}) as there`.execute(
      db,
    );
    if (rows[0]?.there) clock.confirm(now);
  }
  const doubt = clock.look();
  await noteClock(db, doubt, now);
  const lasting = await lastingNotices(db, KIND);
  if (doubt === null) {
    if (lasting.length > 0) log.info('The clock of the server is right again.');
    await endNotices(db, KIND, lasting, now);
    return;
  }
  const text = clockText(doubt, now);
  if (lasting.length === 0) log.error(text.en);
  const { rows } = await sql<{ id: number }>`select distinct consumer_id as id from gateway`.execute(db);
  await raiseNotices(
    db,
    rows.map(({ id }) => ({
      consumerId: id,
      kind: KIND,
      objectId: id,
      level: 3,
      text,
      link: `/SDNCommunication/SDNGatewayCommunication?consumer=${id}`,
      since: now,
    })),
  );
}

/** Watches the clock every half a minute until stopped. */
export function startClockWatch(db: Db, clock: OwnClock, log: Log): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await watchClock(db, clock, log).catch((error: unknown) =>
        log.warn(`The watch of the clock: ${String(error)}`),
      );
      await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
