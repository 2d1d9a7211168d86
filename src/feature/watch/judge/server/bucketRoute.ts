import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { figureShown, levelOfFigure } from '#domain/alarm/figure.ts';
import { LEVEL } from '#domain/time/bucket.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import { visibleMeter } from '#feature/meters/reading/server/public.ts';
import type { AlarmBuckets } from '#feature/watch/alarm/contract.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import { bucketsOf } from './bucket.ts';
import { recordOf } from './reasonRoute.ts';

/** What is shown before the first bucket that was beyond the limit, and after the last. */
const BEFORE = 14;
const AFTER = 3;
/** Of an alarm that stands for longer the newest buckets are shown. */
const MOST = 60;

/** @throws Fault 404 where there is no record of a figure in the caller's scope */
async function bucketsAround(trx: Db, alarmRecordId: number, now: number): Promise<AlarmBuckets> {
  const { ammeterId, raisedAt, clearedAt, settings } = await recordOf(trx, alarmRecordId);
  const { figure } = settings;
  if (!figure) throw noSuchRow();
  const { zone } = await visibleMeter(trx, ammeterId);
  const level = levelOfFigure(figure.of);
  const width = level === LEVEL.hour ? HOUR_MS : DAY_MS;
  const to = Math.min(now, (clearedAt ?? now) + AFTER * width);
  const from = Math.max(raisedAt - BEFORE * width, to - MOST * width);
  const buckets = await bucketsOf(trx, { meterId: ammeterId, zone, level, figures: [figure.of] }, from, to);
  return {
    level: level === LEVEL.hour ? 'hour' : 'day',
    buckets: buckets.map((one) => ({
      start: one.start,
      end: one.end,
      value: figureShown(one, figure),
      covered: one.covered,
      peer: one.peer ?? null,
    })),
  };
}

const getBuckets = defineRoute({
  method: 'GET',
  path: '/api/alarm/record/getBuckets',
  summary: {
    zh: '告警记录：指标类告警前后各小时或各日的数值',
    en: 'Alarm records: the hours or days around an alarm on a figure, as they are known now',
  },
  permission: 'event.alarmRecord.view',
  params: z.object({ alarmRecordId: id() }),
  example: { alarmRecordId: 1 },
  handler: ({ trx, params }) => bucketsAround(trx, params.alarmRecordId, Date.now()),
});

export const bucketRoutes = [getBuckets];
