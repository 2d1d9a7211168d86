import { sql } from 'kysely';
import { endNotices, lastingNotices, type NewNotice, raiseNotices } from '#feature/notice/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { SILENT_INTERVALS } from '../contract.ts';
import { contactOf, intervalText } from '../domain/contact.ts';
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
  /** What it is reached through is silent itself. */
  readonly behind: boolean;
}

/**
 * Raises a notice for every gateway and meter that has been silent for three of its intervals, and ends those that
 * speak again or are out of use. Answers how many notices began and ended.
 */
export async function watchSilence(db: Db, now = Date.now()): Promise<{ raised: number; ended: number }> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(
      trx,
    );
    if (!rows[0]?.mine) return { raised: 0, ended: 0 };
    const gateways = (await gatewayRows(trx, {}, now))
      .filter((row) => row.inUse)
      .map((row): Heard => ({ ...row, name: row.gatewayName, lastAt: row.lastSeenAt, behind: false }));
    const silent = gateways.filter((row) => isSilent(row, now));
    const a = await follow(trx, 'gatewaySilent', gateways, now);
    const b = await follow(
      trx,
      'meterSilent',
      await metersHeard(
        trx,
        silent.map((row) => row.id),
      ),
      now,
    );
    return { raised: a.raised + b.raised, ended: a.ended + b.ended };
  });
}

const isSilent = (row: Heard, now: number): boolean => contactOf({ ...row, closed: null }, now) === 'silent';

async function metersHeard(trx: Db, silentGateways: readonly number[]): Promise<Heard[]> {
  const { rows } = await sql<Omit<Heard, 'lastAt'> & { lastAt: Date | null }>`
    with ${METER_GATEWAY}
    select a.id, a.consumer_id as "consumerId", a.ammeter_name as name, a.interval_seconds as "intervalSeconds",
      ${LAST_TOLD} as "lastAt",
      exists (select from meter_gateway mg where mg.ammeter_id = a.id
        and mg.gateway_id = any(${silentGateways}::integer[])) as behind
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

/** Watches for silence every half a minute until stopped. */
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
