import { sql } from 'kysely';
import type { Text } from '#contract/text.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import type { Projection } from '#domain/demand/projection.ts';
import { coveragePercent, formatNumber } from '#domain/figure/number.ts';
import { MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { NOTICE_KINDS, type NoticeLevel } from '#feature/house/notice/contract.ts';
import { lastingNotices, NOTICES, type PlantBook } from '#feature/house/notice/server/public.ts';
import { slidQuarters, usageSum } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { type Guarded, guardedBy, guardNow, type GuardRow, guardsOf } from './guard.ts';

const LOOK_MS = 15_000;
/** Readings of the last minute need a moment to be folded. */
const GRACE_MS = 2 * MINUTE_MS;
/** Windows that ended longer ago are not looked at again. */
const BACK_MS = 6 * QUARTER_MS;
// Any fixed number; it keeps several workers from watching at once.
const LOCK = 7_303_056;

/** Looks at every limit once: keeps what is foreseen, tells people, and judges windows that are over. */
export async function watchDemand(db: Db, now = Date.now(), book = NOTICES): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(
      trx,
    );
    if (!rows[0]?.mine) return;
    const guards = await guardsOf(trx, null);
    const inUse = new Set(guards.map(({ id }) => id));
    const gone = (await lastingNotices(trx, 'demandGuard')).filter((id) => !inUse.has(id));
    await book.end(trx, 'demandGuard', gone, now);
    for (const guard of guards) {
      const found = await guardNow(trx, guard, now);
      if (found.warns) await keep(trx, book, found, now);
      else await book.end(trx, 'demandGuard', [guard.id], now);
      await judge(trx, guard, found.limit, now);
    }
  });
}

async function keep(
  trx: Db,
  book: PlantBook,
  { guard, from, limit, projection }: Guarded,
  now: number,
): Promise<void> {
  if (!projection) return;
  await sql`insert into demand_guard_window as w (guard_id, consumer_id, from_ts, limit_power, warned_at, projected, shed)
    values (${guard.id}, ${guard.consumerId}, ${new Date(from)}, ${String(limit)}, ${new Date(now)}, ${String(projection.end)}, ${String(projection.shed)})
    on conflict (guard_id, from_ts) do update set projected = greatest(w.projected, excluded.projected), shed = greatest(w.shed, excluded.shed)`.execute(
    trx,
  );
  const telling = tellingOf(guard, projection, limit);
  const { guardName, guardNameEn, consumerId, siteId } = guard;
  const state = {
    consumerId,
    kind: 'demandGuard',
    objectId: guard.id,
    ...telling,
    link: '/SDNPowerAdmin/SDNDemandGuard',
    since: now,
    alarm: {
      level: telling.level === 3 ? '1' : '2',
      type: '2',
      name: {
        zh: `${NOTICE_KINDS.demandGuard.zh} · ${guardName}`,
        en: `${NOTICE_KINDS.demandGuard.en} · ${guardNameEn}`,
      },
      siteId,
      raisedAt: now,
      value: microToNumber(projection.end),
      limit: microToNumber(limit),
    },
  } as const;
  await book.raise(trx, [state], now);
}

const kW = (micro: bigint): string => `${formatNumber(microToNumber(micro), 0)} kW`;

/**
 * What people are told of a window that comes near its limit: an alarm with what to shed where it will cross the limit, a
 * warning with the share of the limit while it stays below.
 */
export function tellingOf(
  { guardName, guardNameEn }: Pick<GuardRow, 'guardName' | 'guardNameEn'>,
  { end, shed, from, to }: Projection,
  limit: bigint,
): { readonly level: NoticeLevel; readonly text: Text } {
  const zh = `${guardName}：本时段预计 ${kW(end)}`;
  const en = `${guardNameEn}: this window projected at ${kW(end)}`;
  if (end <= limit) {
    const share = `${coveragePercent(Number(end) / Number(limit))}%`;
    return {
      level: 2,
      text: { zh: `${zh}，为限值 ${kW(limit)} 的 ${share}`, en: `${en}, ${share} of the limit ${kW(limit)}` },
    };
  }
  const minutes = Math.ceil((to - from) / MINUTE_MS);
  const [down, ending] = [kW(up(shed)), minutes === 1 ? '' : 's'];
  return {
    level: 3,
    text: {
      zh: `${zh}，限值 ${kW(limit)}${shed > 0n ? `，需降 ${down}，持续 ${minutes} 分钟` : ''}`,
      en: `${en}, limit ${kW(limit)}${shed > 0n ? `; shed ${down} for ${minutes} minute${ending}` : ''}`,
    },
  };
}

/** To whole kW upwards: less would not keep the limit. */
const up = (micro: bigint): bigint => ((micro + 999_999n) / 1_000_000n) * 1_000_000n;

/**
 * Windows that are over: foreseen ones hit or were averted; exceeded ones that nobody foresaw were missed. The running
 * window is a whole quarter; a window that slid counts where it alone exceeds, not as the rest of the quarter before.
 * The guessed shape of a gap judges nothing, and a limit no window that began before it was set.
 */
async function judge(trx: Db, guard: GuardRow, limit: bigint, now: number): Promise<void> {
  const to = Math.floor((now - GRACE_MS) / QUARTER_MS) * QUARTER_MS;
  const { signed, rule } = await guardedBy(trx, guard, to - 1);
  if (signed.length === 0) return;
  const range = { from: to - BACK_MS, to };
  const slid = rule.method === 'sliding' ? await slidQuarters(trx, signed, range) : undefined;
  let before: bigint | null = null;
  for (const { ts, md } of await usageSum(trx, signed, 1, range.from, to, { demand: true })) {
    const above = slid?.get(ts)?.demand ?? null;
    const alone = above !== null && above > limit && (md ?? 0n) <= limit && (before ?? 0n) <= limit;
    const actual = alone ? above : md;
    before = md;
    if (actual === null || ts < guard.since.getTime()) continue;
    if (actual > limit)
      await sql`insert into demand_guard_window as w (guard_id, consumer_id, from_ts, limit_power, actual, outcome)
        values (${guard.id}, ${guard.consumerId}, ${new Date(ts)}, ${String(limit)}, ${String(actual)}, 'missed')
        on conflict (guard_id, from_ts) do update set actual = excluded.actual,
          outcome = case when w.warned_at is null then 'missed' when excluded.actual > w.limit_power then 'hit' else 'averted' end`.execute(
        trx,
      );
    else
      await sql`update demand_guard_window set actual = ${String(actual)},
          outcome = case when ${String(actual)}::bigint > limit_power then 'hit' else 'averted' end
        where guard_id = ${guard.id} and from_ts = ${new Date(ts)} and warned_at is not null`.execute(trx);
  }
}

/** Watches until it is stopped. */
export function startDemandWatch(db: Db, book: PlantBook, log: Log): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const look = (): void => {
    running = watchDemand(db, Date.now(), book)
      .catch((error: unknown) => log.warn(`The demand could not be watched: ${String(error)}`))
      .finally(() => {
        if (!stopped) timer = setTimeout(look, LOOK_MS);
      });
  };
  timer = setTimeout(look, LOOK_MS);
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
