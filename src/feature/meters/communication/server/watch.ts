import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { METER_PAGE } from '#contract/objectPage.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import {
  endNotices,
  lastingNotices,
  type NewNotice,
  raiseNotices,
} from '#feature/house/notice/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { type OwnClock, RIGHT_CLOCK } from '#server/ownClock.ts';
import { type GatewayRow, SILENT_INTERVALS } from '../contract.ts';
import { intervalText, offText } from '../domain/contact.ts';
import { gatewayRows } from './gatewayRows.ts';
import { metersBehind, type Silent, silentMeters } from './silentMeters.ts';

/** Nobody is told of what fell silent longer ago than this. */
const OLD_MS = 30 * DAY_MS;
const LOOK_MS = 30_000;
// Between two slices of a large plant the database is left to those who ask it.
const PAUSE_MS = 100;
// Any fixed number; it keeps several workers from watching at once.
const LOCK = 7_303_025;

/** How many notices began and ended. */
interface Reported {
  readonly raised: number;
  readonly ended: number;
}

const NOTHING: Reported = { raised: 0, ended: 0 };
const sum = (reported: readonly Reported[]): Reported =>
  reported.reduce((a, b) => ({ raised: a.raised + b.raised, ended: a.ended + b.ended }), NOTHING);

/**
 * Raises a notice for every gateway and meter that has been silent for three of its intervals and for every gateway
 * whose clock is wrong, and ends those that speak again, are right again or are out of use. Meters are looked through
 * slice by slice, each in a transaction of its own.
 */
export async function watchSilence(db: Db, now = Date.now(), signal?: AbortSignal): Promise<Reported> {
  let atFault: readonly number[] = [];
  const reported = [
    await alone(db, async (trx) => {
      const used = (await gatewayRows(trx, {}, now)).filter((row) => row.inUse);
      const silent = used.filter((row) => row.contact === 'silent');
      const off = used.filter((row) => row.clockOff);
      atFault = [...silent, ...off].map((row) => row.id);
      const heard = silent.map((row): Silent => ({
        ...row,
        name: row.gatewayName,
        nameEn: row.gatewayNameEn,
        lastAt: row.lastSeenAt ?? 0,
      }));
      const lasting = await lastingNotices(trx, 'gatewaySilent');
      return sum([
        await follow(trx, 'gatewaySilent', heard, lasting, now),
        await followClocks(trx, off, now),
      ]);
    }),
  ];
  for (let after: number | null = 0; after !== null && !signal?.aborted;) {
    const from: number = after;
    reported.push(
      await alone(db, async (trx) => {
        const { silent, upTo } = await silentMeters(trx, from, now);
        after = upTo;
        const lasting = await lastingNotices(trx, 'meterSilent', { after: from, upTo });
        return follow(trx, 'meterSilent', silent, lasting, now, atFault);
      }),
    );
    if (after === from) break;
    if (after !== null) await sleep(PAUSE_MS, undefined, { ref: false });
  }
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

/** @param lasting the objects of a notice that lasts, of all that were looked at */
async function follow(
  trx: Db,
  kind: 'gatewaySilent' | 'meterSilent',
  silent: readonly Silent[],
  lasting: readonly number[],
  now: number,
  gatewaysAtFault: readonly number[] = [],
): Promise<Reported> {
  const still = new Set(silent.map((row) => row.id));
  const known = new Set(lasting);
  const fresh = silent.filter((row) => !known.has(row.id) && row.lastAt > now - OLD_MS);
  const behind = await metersBehind(
    trx,
    fresh.map((row) => row.id),
    gatewaysAtFault,
  );
  const raised = await raiseNotices(
    trx,
    fresh.map((row) => noticeOf(kind, row, behind.has(row.id))),
  );
  const over = lasting.filter((id) => !still.has(id));
  return { raised, ended: await endNotices(trx, kind, over, now) };
}

/** @param behind what it is reached through is silent itself, or its clock is wrong */
function noticeOf(kind: 'gatewaySilent' | 'meterSilent', row: Silent, behind: boolean): NewNotice {
  const [zh, en] = (['zh', 'en'] as const).map((language) => intervalText(row.intervalSeconds, language));
  const of = kind === 'gatewaySilent' ? { zh: '网关', en: 'Gateway' } : { zh: '表计', en: 'Meter' };
  const { consumerId } = row;
  const link =
    kind === 'gatewaySilent'
      ? `/SDNCommunication/SDNGatewayCommunication?consumer=${consumerId}&gateway=${row.id}`
      : `${METER_PAGE}/${row.id}?consumer=${consumerId}&tab=communication`;
  return {
    consumerId,
    kind,
    objectId: row.id,
    // A meter behind a silent gateway follows from the gateway's own notice.
    level: behind ? 1 : 2,
    text: {
      zh: `${of.zh}“${row.name}”连续 ${SILENT_INTERVALS} 个间隔（${zh}）没有数据`,
      en: `${of.en} “${row.nameEn}” has sent nothing for ${SILENT_INTERVALS} intervals of ${en}`,
    },
    link,
    since: row.lastAt,
  };
}

async function followClocks(trx: Db, off: readonly GatewayRow[], now: number): Promise<Reported> {
  const lasting = await lastingNotices(trx, 'gatewayClock');
  const raised = await raiseNotices(
    trx,
    off.map((row) => clockNotice(row, now)),
  );
  const still = new Set(off.map((row) => row.id));
  const over = lasting.filter((id) => !still.has(id));
  return { raised, ended: await endNotices(trx, 'gatewayClock', over, now) };
}

function clockNotice(
  { id, consumerId, gatewayName, gatewayNameEn, driftMs }: GatewayRow,
  now: number,
): NewNotice {
  const drift = driftMs ?? 0;
  const by = { zh: offText(drift, 'zh'), en: offText(drift, 'en') };
  return {
    consumerId,
    kind: 'gatewayClock',
    objectId: id,
    level: 2,
    text:
      drift > 0
        ? {
            zh: `网关“${gatewayName}”的时钟超前 ${by.zh}：数据已保存，但不计入`,
            en: `The clock of gateway “${gatewayNameEn}” is ${by.en} ahead: its data is kept, but not counted`,
          }
        : {
            zh: `网关“${gatewayName}”的时间戳落后 ${by.zh}：时钟不准，或正在补传`,
            en: `The stamps of gateway “${gatewayNameEn}” are ${by.en} behind: a wrong clock, or late data`,
          },
    link: `/SDNCommunication/SDNGatewayCommunication?consumer=${consumerId}&gateway=${id}`,
    since: now,
  };
}

/** Watches for silence and wrong clocks every half a minute until stopped. */
export function startSilenceWatch(
  db: Db,
  log: Log,
  clock: Pick<OwnClock, 'look'> = RIGHT_CLOCK,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      // By a clock that is wrong everything is silent.
      if (clock.look() === null)
        await watchSilence(db, Date.now(), signal).catch((error: unknown) =>
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
