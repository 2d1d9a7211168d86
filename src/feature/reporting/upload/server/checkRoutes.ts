import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { id, idList } from '#contract/param.ts';
import { STAT_TYPE, type StatType } from '#contract/upload.ts';
import { bucketEnd, bucketStart } from '#domain/time/bucket.ts';
import { startOfDate } from '#domain/time/text.ts';
import { defineRoute, type Route } from '#server/route.ts';
import type { CheckAnswer, DryRequest, DryRun } from '../contract.ts';
import { LEVEL_OF, type Period, periodsIn } from '../domain/period.ts';
import { encodeBatchB, MOST_FIGURES_B } from '../domain/protocolB.ts';
import { checkOf } from './check.ts';
import { itemsOf } from './items.ts';
import { platformOf, SEE, talkOf } from './permission.ts';
import type { Platform } from './platform.ts';
import { planOf } from './prepare.ts';
import { shaOf } from './receipt.ts';
import { rawText } from './values.ts';
import { bodyOf } from './send.ts';
import { urlOf } from './talk.ts';
import { figuresOf, groundOf } from './values.ts';

const statType = () => z.enum(['0', '1', '2', '3']);

/** The period of a frequency that holds a date; of real time its day. Without a date the last one that is over. */
function periodAt({ zone }: Platform, type: StatType, date: string | undefined, now: number): Period {
  const level = type === STAT_TYPE.quarter ? 3 : LEVEL_OF[type];
  const current = bucketStart(zone, level, now);
  const from = date === undefined ? bucketStart(zone, level, current - 1) : bucketStart(zone, level, startOfDate(zone, date)); // prettier-ignore
  if (from > now) throw badInput({ zh: '日期：尚未到来', en: 'Date: has not come' }, 'date');
  return { from, to: bucketEnd(zone, level, from) };
}

const asked = {
  orgId: id().optional(),
  platformId: id().optional(),
  protocol: z.enum(['A', 'B']).optional(),
  statType: statType().default(STAT_TYPE.day),
  /** A date in the period; without it the last period that is over. */
  date: z.iso.date().optional(),
};

const check = defineRoute({
  method: 'GET',
  path: '/api/yunshui/uploadRecord/check',
  summary: { zh: '上报：上报前体检 P01–P21', en: 'Report: the check before, P01 to P21' },
  permission: SEE,
  params: z.object(asked),
  example: { orgId: 1001, statType: STAT_TYPE.day },
  handler: async ({ trx, params, language }): Promise<CheckAnswer> => {
    const now = Date.now();
    const platform = await platformOf(trx, params);
    const period = periodAt(platform, params.statType, params.date, now);
    return checkOf(trx, platform, { statType: params.statType, period }, language, now);
  },
});

/** Requests that are shown in full. */
const MOST_SHOWN = 20;

const dryRun = defineRoute({
  method: 'GET',
  path: '/api/yunshui/uploadRecord/dryRun',
  summary: {
    zh: '上报：试运行，显示将发送的原文',
    en: 'Report: a dry run with the very bytes that would leave',
  },
  permission: SEE,
  params: z.object({ ...asked, dataCollectConfigureIds: idList().optional() }),
  example: { orgId: 1001, statType: STAT_TYPE.day },
  handler: async (call): Promise<DryRun> => {
    const { trx, params } = call;
    const now = Date.now();
    const platform = await platformOf(trx, params);
    const period = periodAt(platform, params.statType, params.date, now);
    const ids = params.dataCollectConfigureIds;
    const items = await itemsOf(trx, platform.consumerId, ids ? { ids } : { statTypes: [params.statType] });
    const ground = await groundOf(trx, platform);
    const talk = await talkOf(call, platform);
    const bodies: string[] = [];
    let [held, skipped] = [0, 0];
    for (const item of items) {
      const figures = await figuresOf(
        ground,
        item,
        periodsIn(platform.zone, item.statType, period.from, period.to),
      );
      for (const { figure, hold, decision } of await planOf(trx, platform.id, figures, {
        again: true,
        now,
      })) {
        if (decision.act === 'skip' || decision.act === 'withdraw') skipped++;
        else if (hold || figure.sentText === null || rawText(figure.raw) === null) held++;
        else
          bodies.push(
            bodyOf(
              { platform },
              {
                dataCode: item.dataCode,
                statType: item.statType,
                at: new Date(figure.period.from),
                sentText: figure.sentText,
                ratio: figure.ratioText,
                body: null,
                scope: item.scope,
                inputType: item.inputType,
              },
              now,
            ),
          );
      }
    }
    const requests = requestsOf(talk, platform, bodies);
    return {
      requests: requests.slice(0, MOST_SHOWN),
      figures: bodies.length,
      held,
      skipped,
      more: Math.max(0, requests.length - MOST_SHOWN),
    };
  },
});

/** What would leave: by protocol A one request a figure, by B up to 500 in each. */
function requestsOf(
  talk: Parameters<typeof urlOf>[0],
  platform: Platform,
  bodies: readonly string[],
): DryRequest[] {
  const request = (url: string, body: string, figures: number): DryRequest => ({
    method: 'POST',
    url,
    body,
    bytes: Buffer.byteLength(body),
    sha256: shaOf(body),
    figures,
  });
  if (platform.protocol === 'A') {
    const url = urlOf(talk, '/dataEnterpriseEnergy', 'enterpriseDataURL');
    return bodies.map((body) => request(url, body, 1));
  }
  const url = urlOf(talk, '/data', 'centerDataURL');
  const who = { deviceId: platform.deviceId ?? '', enterpriseCode: platform.enterpriseCode ?? '' };
  const requests: DryRequest[] = [];
  for (let i = 0; i < bodies.length; i += MOST_FIGURES_B) {
    const part = bodies.slice(i, i + MOST_FIGURES_B);
    requests.push(request(url, encodeBatchB(who, part), part.length));
  }
  return requests;
}

export const checkRoutes: readonly Route[] = [check, dryRun];
