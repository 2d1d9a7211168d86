import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, conflict, noSuchRow } from '#contract/error.ts';
import { id, jsonOf, yesNo } from '#contract/param.ts';
import { secondAt } from '#domain/time/text.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import { consumerOf } from '#feature/meters/subject/server/public.ts';
import { proveOwn } from '#feature/house/session/server/public.ts';
import { platformInfo } from '#resource/yunshui/platformInfo.ts';
import { recordChange } from '#server/resource/audit.ts';
import { findRow, titlesOf } from '#server/resource/row.ts';
import { withScope } from '#server/database/scope.ts';
import { type Call, defineRoute, Later, type Route } from '#server/route.ts';
import type { ArchiveLine, PlatformHead, PlatformHeads } from '../contract.ts';
import { SENT_BY_B, SENT_RESOURCES } from '../domain/archiveRow.ts';
import { halfIn } from '#contract/inBoth.ts';
import { slotAt } from '../domain/period.ts';
import { pinBlock } from '../domain/sm4.ts';
import { archiveRowsOf } from './archiveRow.ts';
import { fileBatch } from './batch.ts';
import { platformOf, refuseLimited, SEE, SEND, SET, talkOf } from './permission.ts';
import type { Talk } from './talk.ts';
import { type Platform, platformById, platformsOf } from './platform.ts';
import { currentBatch } from './progress.ts';
import { startUpdate, updateParams } from './recordRoutes.ts';
import { register } from './register.ts';
import { owed } from './schedule.ts';
import { hasSm4, keepSecrets, secretsOf } from './secret.ts';

type Asked = Pick<Call<unknown>, 'trx' | 'services' | 'language'>;

async function headOf(
  { trx, services, language }: Asked,
  platform: Platform,
  now: number,
): Promise<PlatformHead> {
  const { zone } = platform;
  const secrets = await secretsOf(services.system, services.config, platform.id);
  const { rows } = await sql<{
    lastSeenAt: Date | null;
    latency: number | null;
  }>`select last_seen_at as "lastSeenAt",
    latency from platform_info where id = ${platform.id}`.execute(trx);
  const slot = slotAt(zone, platform.uploadTime, platform.slotMs, now);
  const due = await owed(trx, platform, now);
  const text = (at: number): string => secondAt(zone, at).slice(0, 16);
  return {
    id: platform.id,
    consumerId: platform.consumerId,
    platformName: platform.platformName,
    protocol: platform.protocol,
    baseUrl: platform.baseUrl,
    enabled: platform.enabled,
    registered: platform.registered,
    enterpriseCode: platform.enterpriseCode,
    deviceId: platform.deviceId,
    keyUntil: platform.keyUntil === null ? null : new Date(platform.keyUntil).toISOString(),
    regVersion: platform.regVersion,
    dicVersion: platform.dicVersion,
    lastSeenAt: rows[0]?.lastSeenAt?.toISOString() ?? null,
    latency: rows[0]?.latency ?? null,
    clockOffset: platform.clockOffset,
    lastFault: halfIn(platform.lastFault, language),
    uploadTime: platform.uploadTime,
    slotHours: platform.slotMs / HOUR_MS,
    reviseDays: platform.reviseDays,
    hasPassword: secrets.password !== null,
    hasCertificate: secrets.certificate !== null,
    hasSm4: hasSm4(),
    nextSlot: text(
      now < slot.to ? slot.from : slotAt(zone, platform.uploadTime, platform.slotMs, now + DAY_MS).from,
    ),
    timeZone: zone.name,
    due: due.map(({ statType, items, figures, span }) => ({
      statType,
      figures,
      items: items.length,
      oldest: text(span.from),
      newest: text(span.to),
    })),
    batch: await currentBatch(trx, platform.id, language),
  };
}

const getHeads = defineRoute({
  method: 'GET',
  path: '/api/yunshui/platformInfo/getHeads',
  summary: {
    zh: '上报平台：状态、应报与正在进行的批次',
    en: 'Platforms: their state, what is due, the batch under way',
  },
  permission: SEE,
  params: z.object({ orgId: id(), protocol: z.enum(['A', 'B']).optional() }),
  example: { orgId: 1001 },
  handler: async (call): Promise<PlatformHeads> => {
    const consumerId = await consumerOf(call.trx, call.params.orgId);
    if (consumerId === null) throw noSuchRow();
    const platforms = (await platformsOf(call.trx, consumerId)).filter(
      ({ protocol }) => call.params.protocol === undefined || protocol === call.params.protocol,
    );
    const list: PlatformHead[] = [];
    for (const platform of platforms) list.push(await headOf(call, platform, Date.now()));
    return { list };
  },
});

const AREAS = ['hunan', 'yunshui'] as const;

/** Writes down that a platform changed. */
async function changed(
  call: Call<unknown>,
  platformId: number,
  act: () => Promise<unknown>,
  remarks?: string,
): Promise<void> {
  const before = await findRow(call.trx, platformInfo, platformId);
  if (!before) throw noSuchRow();
  await act();
  const after = await findRow(call.trx, platformInfo, platformId);
  await recordChange(call, platformInfo, 'edit', before, after ?? before, remarks);
}

const enableUpload = (area: (typeof AREAS)[number]) =>
  defineRoute({
    method: 'POST',
    path: `/api/${area}/platformInfo/enableUpload`,
    summary: { zh: '上报平台：启用或停用', en: 'Platforms: switch reporting on or off' },
    permission: SET,
    params: z.object({ id: id(), enable: yesNo() }),
    example: { id: 1, enable: true },
    handler: async (call): Promise<{ id: number; enable: boolean }> => {
      refuseLimited(call);
      const { trx, params } = call;
      const platform = await platformById(trx, params.id);
      if (!platform) throw noSuchRow();
      if (params.enable && !platform.registered)
        throw conflict({
          zh: '尚未在平台注册，不能启用',
          en: 'Not registered at the platform: register first',
        });
      await changed(call, params.id, () =>
        sql`update platform_info set enable = ${params.enable ? '1' : '0'},
            _enabled_at = case when ${params.enable} and enable = '0' then now() else _enabled_at end
          where id = ${params.id}`.execute(trx),
      );
      return params;
    },
  });

const editUploadTime = (area: (typeof AREAS)[number]) =>
  defineRoute({
    method: 'POST',
    path: `/api/${area}/platformInfo/editUploadTime`,
    summary: { zh: '上报平台：修改上报时段', en: 'Platforms: change when they are reported to' },
    permission: SET,
    params: z.object({ id: id(), uploadTime: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/) }),
    example: { id: 1, uploadTime: '02:00' },
    handler: async (call): Promise<{ id: number; uploadTime: string }> => {
      refuseLimited(call);
      const uploadTime = call.params.uploadTime.slice(0, 5);
      await changed(call, call.params.id, () =>
        sql`update platform_info set upload_time = ${uploadTime} where id = ${call.params.id}`.execute(
          call.trx,
        ),
      );
      return { id: call.params.id, uploadTime };
    },
  });

/** @throws Fault 400 naming what cannot be used */
function certificateOf({
  certificate,
  privateKey,
}: {
  certificate?: string | undefined;
  privateKey?: string | undefined;
}): string | undefined {
  if (certificate === undefined && privateKey === undefined) return undefined;
  const wrong = (field: 'certificate' | 'privateKey') =>
    badInput(
      field === 'certificate'
        ? { zh: '客户端证书：不是可读的 PEM 证书', en: 'Client certificate: is not a certificate in PEM' }
        : {
            zh: '证书私钥：不是与证书相配的 PEM 私钥',
            en: 'Private key: is not the PEM key of the certificate',
          },
      field,
    );
  let found: X509Certificate;
  try {
    found = new X509Certificate(certificate ?? '');
  } catch {
    throw wrong('certificate');
  }
  try {
    const pair = createPublicKey(createPrivateKey(privateKey ?? ''));
    if (!pair.equals(found.publicKey)) throw wrong('privateKey');
  } catch {
    throw wrong('privateKey');
  }
  return JSON.stringify({ cert: certificate, key: privateKey });
}

const setSecret = defineRoute({
  method: 'POST',
  path: '/api/yunshui/platformInfo/setSecret',
  summary: {
    zh: '上报平台：设置密码与客户端证书，只写不读',
    en: 'Platforms: set password and client certificate, never read back',
  },
  permission: SET,
  params: z.object({
    id: id(),
    password: z.string().max(14).optional(),
    certificate: z.string().max(20_000).optional(),
    privateKey: z.string().max(20_000).optional(),
    ownPassword: z.string().max(200),
    code: z.string().max(20).optional(),
  }),
  example: { id: 1, password: 'of-platform', ownPassword: 'my password' },
  handler: async (call): Promise<null> => {
    refuseLimited(call);
    const { params, services, trx } = call;
    if (!(await platformById(trx, params.id))) throw noSuchRow();
    await proveOwn(call, params.ownPassword, 'ownPassword');
    try {
      if (params.password !== undefined) pinBlock(params.password);
    } catch {
      throw badInput({ zh: '平台密码：1 至 14 个 ASCII 字符', en: 'Password of the platform: 1 to 14 characters of ASCII' }, 'password'); // prettier-ignore
    }
    const certificate = certificateOf(params);
    if (params.password === undefined && certificate === undefined)
      throw badInput({ zh: '平台密码：必填', en: 'Password of the platform: is required' }, 'password');
    await keepSecrets(services.system, services.config, params.id, {
      ...(params.password === undefined ? {} : { password: params.password }),
      ...(certificate === undefined ? {} : { certificate }),
    });
    await changed(call, params.id, async () => {}, '更换密码或证书 / password or certificate set');
    return null;
  },
});

/** Registers, and tells how the platform stands afterwards. */
async function registered(call: Call<unknown>, talk: Talk): Promise<PlatformHead> {
  await register(talk);
  const { services, caller, language } = call;
  return withScope(
    services.db,
    caller.scope,
    async (trx) => {
      const row = (await findRow(trx, platformInfo, talk.platform.id)) ?? null;
      const why = '在平台注册 / registered at the platform';
      await recordChange({ ...call, trx }, platformInfo, 'edit', row, row, why);
      return headOf({ trx, services, language }, talk.platform, Date.now());
    },
    caller.limit,
    { call: SET, language },
  );
}

const regist = defineRoute({
  method: 'POST',
  path: '/api/hunan/uploadservice/regist',
  summary: { zh: '上报平台：注册', en: 'Platforms: register' },
  permission: SET,
  params: z.object({ orgId: id().optional(), platformId: id().optional() }),
  example: { orgId: 1001 },
  handler: async (call): Promise<Later<PlatformHead>> => {
    refuseLimited(call);
    const platform = await platformOf(call.trx, call.params);
    const talk = await talkOf(call, platform);
    // The platform takes its time: no connection is held for it. What it answers is kept as it comes.
    return new Later(() => registered(call, talk));
  },
  toldBy: registered,
});

const rowList = () =>
  jsonOf(
    z
      .array(
        z.object({
          resource: z.enum(Object.keys(SENT_RESOURCES) as [string, ...string[]]),
          ids: z.array(id()).max(2000).nullish(),
        }),
      )
      .min(1)
      .max(20),
  );

const upload = defineRoute({
  method: 'POST',
  path: '/api/hunan/uploadservice/upload',
  summary: { zh: '上报：档案或数据', en: 'Report: archive rows or figures' },
  permission: SEND,
  params: z.object({
    ...updateParams,
    year: updateParams.year.optional(),
    /** `info`: rows of the archive; `data`: figures of a year or month. */
    kind: z.enum(['info', 'data']).optional(),
    /** Rows of the archive; without them all that the platform has not as they are. */
    rows: rowList().optional(),
  }),
  example: { orgId: 1001, kind: 'info' },
  handler: async (call): Promise<{ key: string; process: number; uploadRecordId: number }> => {
    refuseLimited(call);
    const { trx, params, caller } = call;
    const { year, kind = year === undefined ? 'info' : 'data' } = params;
    if (kind === 'data') {
      if (year === undefined) throw badInput({ zh: '年份：必填', en: 'Year: is required' }, 'year');
      return startUpdate({ trx, caller, params: { ...params, year } });
    }
    const platform = await platformOf(trx, params);
    const all = platform.protocol === 'B' ? SENT_BY_B : Object.keys(SENT_RESOURCES);
    const rows = params.rows?.map(({ resource, ids }) => ({ resource, ids: ids ?? null }));
    const filed = await fileBatch(trx, platform, {
      kind: 'info',
      trigger: 'hand',
      statType: null,
      startedBy: caller.name,
      employeeId: caller.employeeId,
      params: { rows: rows ?? all.map((resource) => ({ resource, ids: null })) },
    });
    return { key: filed.key, process: 0, uploadRecordId: filed.id };
  },
});

const getArchive = defineRoute({
  method: 'GET',
  path: '/api/yunshui/platformInfo/getArchive',
  summary: { zh: '上报平台：档案各行在平台的状态', en: 'Platforms: how rows of the archive stand there' },
  permission: SEE,
  params: z.object({
    platformId: id().optional(),
    orgId: id().optional(),
    resource: z.enum(Object.keys(SENT_RESOURCES) as [string, ...string[]]),
  }),
  example: { orgId: 1001, resource: 'dataCollectConfigure' },
  handler: async ({ trx, params, language }): Promise<ArchiveLine[]> => {
    const rows = await archiveRowsOf(trx, await platformOf(trx, params), params.resource);
    const titles = await titlesOf(trx, params.resource, rows.map(({ id: rowId }) => rowId), language); // prettier-ignore
    return rows.map(({ id: rowId, resource, title, state, dataIndex, code, message, at }) => ({
      resource,
      rowId,
      title: titles.get(rowId) ?? title,
      state,
      dataIndex,
      code,
      message,
      at,
    }));
  },
});

export const platformRoutes: readonly Route[] = [
  getHeads,
  ...AREAS.flatMap((area) => [enableUpload(area), editUploadTime(area)]),
  setSecret,
  regist,
  upload,
  getArchive,
];
