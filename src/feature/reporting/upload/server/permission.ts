import { badInput, forbidden, noSuchRow } from '#contract/error.ts';
import { funCodeOf } from '#contract/permission.ts';
import { consumerOf } from '#feature/meters/subject/server/public.ts';
import { platformInfo } from '#resource/yunshui/platformInfo.ts';
import { uploadRecord } from '#resource/yunshui/uploadRecord.ts';
import type { Db } from '#server/database/db.ts';
import type { Call } from '#server/route.ts';
import { type Platform, platformById, platformsOf } from './platform.ts';
import { secretsOf } from './secret.ts';
import type { Talk } from './talk.ts';

/** Sees what is reported. */
export const SEE = funCodeOf(uploadRecord, 'view');
/** Reports, stops and sends again. */
export const SEND = 'yunshui.uploadRecord.send';
/** Changes platforms, registers and switches them. */
export const SET = funCodeOf(platformInfo, 'edit');

/** What is reported speaks for the whole enterprise: who sees a part of it alone does not report. @throws Fault 403 */
export function refuseLimited({ caller }: Pick<Call<unknown>, 'caller'>): void {
  if (caller.limit && caller.limit.length > 0) throw forbidden();
}

interface Named {
  readonly platformId?: number | undefined;
  readonly orgId?: number | undefined;
  readonly protocol?: 'A' | 'B' | undefined;
}

/**
 * The platform that a call is about: the one it names, else the first of the enterprise, those that are enabled before
 * the others. @throws Fault 404 where the caller sees none, 400 where nothing is named
 */
export async function platformOf(trx: Db, { platformId, orgId, protocol }: Named): Promise<Platform> {
  if (platformId !== undefined) {
    const found = await platformById(trx, platformId);
    if (!found) throw noSuchRow();
    return found;
  }
  if (orgId === undefined) throw badInput({ zh: '企业：必填', en: 'Enterprise: is required' }, 'orgId');
  const consumerId = await consumerOf(trx, orgId);
  if (consumerId === null) throw noSuchRow();
  const all = (await platformsOf(trx, consumerId)).filter(
    (one) => protocol === undefined || one.protocol === protocol,
  );
  const found = all.find(({ enabled }) => enabled) ?? all[0];
  if (!found)
    throw badInput(
      { zh: '企业没有上报平台，请先添加', en: 'The enterprise has no platform to report to: add one first' },
      'platformId',
    );
  return found;
}

/** A conversation with a platform, for a call. Its requests leave at once, whatever becomes of the call's transaction. */
export async function talkOf(
  { services }: Pick<Call<unknown>, 'services'>,
  platform: Platform,
): Promise<Talk> {
  const { system, config, log } = services;
  return { db: system, config, log, platform, secrets: await secretsOf(system, config, platform.id) };
}
