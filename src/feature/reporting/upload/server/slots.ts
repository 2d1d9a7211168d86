import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import { aboutField } from '#contract/issue.ts';
import { STAT_TYPE, type StatType } from '#contract/upload.ts';
import { collectValue } from '#resource/yunshui/collectValue.ts';
import { platformInfo } from '#resource/yunshui/platformInfo.ts';
import type { Slots } from '#server/resource/slot.ts';
import { refusedUrl, sameHost } from './http.ts';

const platformSlots: Slots = {
  beforeSave: async ({ services }, values, before) => {
    const row = { ...before, ...values };
    const allowed = { outwardAllow: services.config.outwardAllow, plainHttp: row['plainHttp'] === true };
    const refused = refusedUrl(String(row['baseUrl'] ?? ''), allowed);
    if (refused && ('baseUrl' in values || 'plainHttp' in values))
      throw badInput(aboutField(platformInfo.fields.baseUrl.label, refused), 'baseUrl');
  },
  afterSave: async ({ trx, services }, row, before) => {
    if (!before) return;
    const same =
      sameHost(String(before['baseUrl']), String(row['baseUrl'])) && before['protocol'] === row['protocol'];
    if (same) return;
    // Another host is another platform: what was agreed with the one before, and its secrets, do not go there.
    await sql`delete from platform_secret where platform_id = ${row.id}`.execute(services.system);
    await sql`update platform_info set register_state = 'none', enable = '0', device_id = null, key_until = null,
        reg_version = null, dic_version = null where id = ${row.id}`.execute(trx);
  },
  beforeDelete: async ({ trx }, row) => {
    const { rows } = await sql`select from upload_record where platform_id = ${row.id}
      union all select from upload_detail where platform_id = ${row.id} limit 1`.execute(trx);
    if (rows.length > 0)
      throw conflict({
        zh: '已有上报记录，不能删除；可以停用',
        en: 'Something was reported to it: it cannot be deleted, but switched off',
      });
  },
};

const { fields } = collectValue;

const valueSlots: Slots = {
  beforeSave: async ({ trx }, values, before) => {
    const row = { ...before, ...values };
    const { rows } = await sql<{ statType: StatType; inputType: string; consumerId: number }>`
      select stat_type as "statType", input_type as "inputType", consumer_id as "consumerId"
      from data_collect_configure where id = ${row['dataCollectConfigureId'] ?? null}`.execute(trx);
    const item = rows[0];
    if (!item || item.consumerId !== row['consumerId'])
      throw badInput(
        aboutField(fields.dataCollectConfigureId.label, {
          zh: '该企业没有此采集项',
          en: 'is none of the enterprise',
        }),
        'dataCollectConfigureId',
      );
    const day = String(row['statDate']);
    if (item.statType === STAT_TYPE.quarter)
      throw badInput(
        aboutField(fields.dataCollectConfigureId.label, {
          zh: '15 分钟数据不能人工填报',
          en: 'is of 15 minutes: these are not entered by hand',
        }),
        'dataCollectConfigureId',
      );
    if (!day.endsWith({ 1: '', 2: '-01', 3: '-01-01' }[item.statType]))
      throw badInput(
        aboutField(fields.statDate.label, {
          zh: '不是采集频率所定期间的第一天',
          en: 'is not the first day of a period of the item',
        }),
        'statDate',
      );
  },
};

/** What the resources of reporting do beyond their definitions, by name. */
export const uploadSlots: Readonly<Record<string, Slots>> = {
  platformInfo: platformSlots,
  collectValue: valueSlots,
};
