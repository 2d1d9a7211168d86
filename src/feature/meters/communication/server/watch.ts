import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { DAY_MS } from '#domain/time/duration.ts';
import { lastingNotices, NOTICES, type PlantBook } from '#feature/house/notice/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { listensSince, type OwnClock, RIGHT_CLOCK } from '#server/ownClock.ts';
import type { GatewayRow } from '../contract.ts';
import { contactOf } from '../domain/contact.ts';
import { gatewayRows } from './gatewayRows.ts';
import { meterWays } from './meterWay.ts';
import { clockState, silentState } from './plantStates.ts';
import { type Silent, silentMeters } from './silentMeters.ts';

/** Nobody is told of what fell silent longer ago than this. */
const OLD_MS = 30 * DAY_MS;
const LOOK_MS = 30_000;
// Between two slices of a large plant the database is left to those who ask it.
const PAUSE_MS = 100;
// Any fixed number; it keeps several workers from watching at once.
const LOCK = 7_303_025;

/** How many states of the plant began and ended. */
interface Reported {
  readonly raised: number;
  readonly ended: number;
}

const NOTHING: Reported = { raised: 0, ended: 0 };
const sum = (reported: readonly Reported[]): Reported =>
  reported.reduce((a, b) => ({ raised: a.raised + b.raised, ended: a.ended + b.ended }), NOTHING);

/** How a look is made. */
interface SilenceLook {
  /** ms; default the present. */
  readonly now?: number;
  /** Where it is written down; default notices alone. */
  readonly book?: PlantBook;
  readonly signal?: AbortSignal;
}

/**
 * Writes down every gateway and meter that has been silent for three of its intervals and every gateway whose clock is
 * wrong, and ends those that speak again, are right again or are out of use. Meters are looked through slice by slice,
 * each in a transaction of its own; at the end what was told to nobody is looked at again.
 */
export async function watchSilence(
  db: Db,
  { now = Date.now(), book = NOTICES, signal }: SilenceLook = {},
): Promise<Reported> {
  const reported = [await alone(db, (trx) => watchGateways(trx, book, now))];
  for (let after: number | null = 0; after !== null && !signal?.aborted;) {
    const from: number = after;
    reported.push(
      await alone(db, async (trx) => {
        const { silent, upTo } = await silentMeters(trx, from, now);
        after = upTo;
        const lasting = await lastingNotices(trx, 'meterSilent', { after: from, upTo });
        const byRule = await book.judgedByRule(
          trx,
          silent.map(({ id }) => id),
        );
        const own = silent.filter(({ id }) => !byRule.has(id));
        return follow(trx, book, 'meterSilent', own, lasting, now);
      }),
    );
    if (after === from) break;
    if (after !== null) await sleep(PAUSE_MS, undefined, { ref: false });
  }
  await alone(db, async (trx) => {
    await book.review(trx, now);
    return NOTHING;
  });
  return sum(reported);
}

/** Runs a part of a look unless another worker looks. */
async function alone(db: Db, look: (trx: Db) => Promise<Reported>): Promise<Reported> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(
      trx,
    );
    return rows[0]?.mine ? look(trx) : NOTHING;
  });
}

async function watchGateways(trx: Db, book: PlantBook, now: number): Promise<Reported> {
  const used = (await gatewayRows(trx, {}, now)).filter((row) => row.inUse);
  const heard = used
    .filter((row) => row.contact === 'silent')
    .map((row): Silent => ({
      ...row,
      name: row.gatewayName,
      nameEn: row.gatewayNameEn,
      lastAt: row.lastSeenAt ?? 0,
    }));
  const off = used.filter((row) => row.clockOff);
  const lasting = await lastingNotices(trx, 'gatewaySilent');
  return sum([
    await follow(trx, book, 'gatewaySilent', heard, lasting, now),
    await followClocks(trx, book, off, now),
  ]);
}

/** Whether something may speak yet, as the product did not listen before an instant (ms). */
const isSoonAfter = ({ intervalSeconds }: Silent, since: number | null, now: number): boolean =>
  since !== null &&
  since <= now &&
  contactOf({ lastAt: since, intervalSeconds, closed: null }, now) !== 'silent';

/** @param lasting the objects of a notice that lasts, of all that were looked at */
async function follow(
  trx: Db,
  book: PlantBook,
  kind: 'gatewaySilent' | 'meterSilent',
  silent: readonly Silent[],
  lasting: readonly number[],
  now: number,
): Promise<Reported> {
  const still = new Set(silent.map((row) => row.id));
  const known = new Set(lasting);
  const since = await listensSince(trx, now);
  const fresh = silent.filter(
    (row) => !known.has(row.id) && row.lastAt > now - OLD_MS && !isSoonAfter(row, since, now),
  );
  const ways = await meterWays(trx, kind === 'meterSilent' ? fresh.map((row) => row.id) : []);
  const states = fresh.map((row) => silentState(kind, row, ways.get(row.id)?.quiet === true));
  const raised = await book.raise(trx, states, now);
  const over = lasting.filter((id) => !still.has(id));
  return { raised, ended: await book.end(trx, kind, over, now) };
}

async function followClocks(
  trx: Db,
  book: PlantBook,
  off: readonly GatewayRow[],
  now: number,
): Promise<Reported> {
  const lasting = await lastingNotices(trx, 'gatewayClock');
  const states = off.map((row) => clockState(row, now));
  const raised = await book.raise(trx, states, now);
  const still = new Set(off.map((row) => row.id));
  const over = lasting.filter((id) => !still.has(id));
  return { raised, ended: await book.end(trx, 'gatewayClock', over, now) };
}

/** Watches for silence and wrong clocks every half a minute until stopped. */
export function startSilenceWatch(
  db: Db,
  book: PlantBook,
  log: Log,
  clock: Pick<OwnClock, 'look'> = RIGHT_CLOCK,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      // By a clock that is wrong everything is silent.
      if (clock.look() === null)
        await watchSilence(db, { book, signal }).catch((error: unknown) =>
          log.warn(`The watch for silence: ${String(error)}`),
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
