import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import { endNotices, type NewNotice, raiseNotices } from '#feature/house/notice/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import type { DueMeter } from '../contract.ts';
import { dueStep } from '../domain/alignDate.ts';
import { dueMeters } from './due.ts';

const KIND = 'verificationDue';
const LOOK_MS = HOUR_MS;
// Any fixed number; it keeps several workers from looking at once.
const LOCK = 7_303_039;

const LEVEL = { 90: 1, 30: 2, 0: 3 } as const;

function noticeOf(meter: DueMeter & { readonly meterNameEn: string }, step: 0 | 30 | 90): NewNotice {
  const { days, meterName, meterNameEn, serNo, nextAlignDate } = meter;
  const when =
    days < 0
      ? { zh: `已超期 ${-days} 天`, en: `overdue by ${-days} days` }
      : days === 0
        ? { zh: '今天到期', en: 'due today' }
        : { zh: `${days} 天后到期`, en: `due in ${days} days` };
  return {
    consumerId: meter.consumerId,
    kind: KIND,
    objectId: meter.gaugeId,
    level: LEVEL[step],
    text: {
      zh: `计量器具“${meterName}”（${serNo}）检定${when.zh}：${nextAlignDate}`,
      en: `Verification of meter “${meterNameEn}” (${serNo}) is ${when.en}: ${nextAlignDate}`,
    },
    link: `/Archive/VerificationCalendar?consumer=${meter.consumerId}`,
    since: Date.parse(`${nextAlignDate}T00:00:00+08:00`) - step * DAY_MS,
  };
}

/**
 * Raises a notice where a verification is due within 90 days, anew within 30, anew on the day itself, and ends those of
 * meters that were verified or put out of service. Answers how many began and ended. @param now ms
 */
export async function watchDue(db: Db, now = Date.now()): Promise<{ raised: number; ended: number }> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(
      trx,
    );
    if (!rows[0]?.mine) return { raised: 0, ended: 0 };
    const notices = (await dueMeters(trx, now)).flatMap((meter) => {
      const step = dueStep(meter.days);
      return step === null ? [] : [noticeOf(meter, step)];
    });
    const { rows: lasting } = await sql<{ id: number; level: number }>`
      select object_id as id, level from notice where kind = ${KIND} and ended_at is null`.execute(trx);
    const wanted = new Map(notices.map((notice) => [notice.objectId, notice.level]));
    // A nearer step is another notice: who has read the first is told again.
    const over = lasting.filter(({ id, level }) => wanted.get(id) !== level).map(({ id }) => id);
    const ended = await endNotices(trx, KIND, over, now);
    return { raised: await raiseNotices(trx, notices), ended };
  });
}

/** Looks every hour, and once at the beginning. */
export function startDueWatch(db: Db, log: Log): { stop(): Promise<void> } {
  let looking: Promise<unknown> = Promise.resolve();
  const look = (): void => {
    looking = watchDue(db).catch((error: unknown) =>
      log.warn(`The watch for verifications: ${String(error)}`),
    );
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}
