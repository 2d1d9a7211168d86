import { sql } from 'kysely';
import { endNotices, lastingNotices, type NewNotice, raiseNotices } from '#feature/notice/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { type GatewayRow, SILENT_INTERVALS } from '../contract.ts';
import { contactOf, intervalText, offText } from '../domain/contact.ts';
import { gatewayRows } from './gatewayRows.ts';
import { LAST_TOLD, METER_GATEWAY, TELLS } from './sql.ts';

/** Nobody is told of what fell silent longer ago than this. */
const OLD_MS = 30 * 86_400_000;
const LOOK_MS = 30_000;
// Any fixed number; it keeps several workers from watching at once.
const LOCK = 7_303_025;

interface Heard {
  readonly id: number;
  readonly consumerId: number;
  readonly name: string;
  readonly intervalSeconds: number;
  readonly lastAt: number | null;
  /** What it is reached through is silent itself, or its clock is wrong. */
  readonly behind: boolean;
}

/**
 * Raises a notice for every gateway and meter that has been silent for three of its intervals and for every gateway
 * whose clock is wrong, and ends those that speak again, are right again or are out of use. Answers how many notices
 * began and ended.
 */
export async function watchSilence(db: Db, now = Date.now()): Promise<{ raised: number; ended: number }> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(
      trx,
    );
    if (!rows[0]?.mine) return { raised: 0, ended: 0 };
    const used = (await gatewayRows(trx, {}, now)).filter((row) => row.inUse);
    const gateways = used.map((row): Heard => ({
      ...row,
      name: row.gatewayName,
      lastAt: row.lastSeenAt,
      behind: false,
    }));
    const silent = gateways.filter((row) => isSilent(row, now));
    const off = used.filter((row) => row.clockOff);
    const a = await follow(trx, 'gatewaySilent', gateways, now);
    const b = await follow(
      trx,
      'meterSilent',
      await metersHeard(
        trx,
        [...silent, ...off].map((row) => row.id),
      ),
      now,
    );
    const c = await followClocks(trx, off, now);
    return { raised: a.raised + b.raised + c.raised, ended: a.ended + b.ended + c.ended };
  });
}

const isSilent = (row: Heard, now: number): boolean => contactOf({ ...row, closed: null }, now) === 'silent';

async function metersHeard(trx: Db, gatewaysAtFault: readonly number[]): Promise<Heard[]> {
  const { rows } = await sql<Omit<Heard, 'lastAt'> & { lastAt: Date | null }>`
    with ${METER_GATEWAY}
    select a.id, a.consumer_id as "consumerId", a.ammeter_name as name, a.interval_seconds as "intervalSeconds",
      ${LAST_TOLD} as "lastAt",
      exists (select from meter_gateway mg where mg.ammeter_id = a.id
        and mg.gateway_id = any(${gatewaysAtFault}::integer[])) as behind
    from ammeter a where ${TELLS}`.execute(trx);
  return rows.map((row) => ({ ...row, lastAt: row.lastAt?.getTime() ?? null }));
}

async function follow(
  trx: Db,
  kind: 'gatewaySilent' | 'meterSilent',
  heard: readonly Heard[],
  now: number,
): Promise<{ raised: number; ended: number }> {
  const silent = heard.filter((row) => isSilent(row, now));
  const still = new Set(silent.map((row) => row.id));
  const lasting = await lastingNotices(trx, kind);
  const known = new Set(lasting);
  const fresh = silent.filter((row) => !known.has(row.id) && (row.lastAt ?? 0) > now - OLD_MS);
  const raised = await raiseNotices(
    trx,
    fresh.map((row) => noticeOf(kind, row)),
  );
  const ended = await endNotices(
    trx,
    kind,
    lasting.filter((id) => !still.has(id)),
    now,
  );
  return { raised, ended };
}

function noticeOf(kind: 'gatewaySilent' | 'meterSilent', row: Heard): NewNotice {
  const [zh, en] = (['zh', 'en'] as const).map((language) => intervalText(row.intervalSeconds, language));
  const of = kind === 'gatewaySilent' ? { zh: '网关', en: 'Gateway' } : { zh: '表计', en: 'Meter' };
  const screen = kind === 'gatewaySilent' ? 'SDNGatewayCommunication' : 'SDNMeterCommunication';
  const aim = kind === 'gatewaySilent' ? `gateway=${row.id}` : 'contact=silent';
  return {
    consumerId: row.consumerId,
    kind,
    objectId: row.id,
    // A meter behind a silent gateway follows from the gateway's own notice.
    level: row.behind ? 1 : 2,
    text: {
      zh: `${of.zh}“${row.name}”连续 ${SILENT_INTERVALS} 个间隔（${zh}）没有数据`,
      en: `${of.en} “${row.name}” has sent nothing for ${SILENT_INTERVALS} intervals of ${en}`,
    },
    link: `/SDNCommunication/${screen}?consumer=${row.consumerId}&${aim}`,
    since: row.lastAt ?? 0,
  };
}

async function followClocks(
  trx: Db,
  off: readonly GatewayRow[],
  now: number,
): Promise<{ raised: number; ended: number }> {
  const lasting = await lastingNotices(trx, 'gatewayClock');
  const raised = await raiseNotices(
    trx,
    off.map((row) => clockNotice(row, now)),
  );
  const still = new Set(off.map((row) => row.id));
  const over = lasting.filter((id) => !still.has(id));
  return { raised, ended: await endNotices(trx, 'gatewayClock', over, now) };
}

function clockNotice({ id, consumerId, gatewayName, driftMs }: GatewayRow, now: number): NewNotice {
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
            en: `The clock of gateway “${gatewayName}” is ${by.en} ahead: its data is kept, but not counted`,
          }
        : {
            zh: `网关“${gatewayName}”的时间戳落后 ${by.zh}：时钟不准，或正在补传`,
            en: `The stamps of gateway “${gatewayName}” are ${by.en} behind: a wrong clock, or late data`,
          },
    link: `/SDNCommunication/SDNGatewayCommunication?consumer=${consumerId}&gateway=${id}`,
    since: now,
  };
}

/** Watches for silence and wrong clocks every half a minute until stopped. */
export function startSilenceWatch(db: Db, log: Log): { stop: () => Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  const look = (): void => {
    running = running.then(() =>
      watchSilence(db).catch((error: unknown) => log.warn(`The watch for silence: ${String(error)}`)),
    );
  };
  const timer = setInterval(look, LOOK_MS);
  look();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
