import { sql } from 'kysely';
import * as z from 'zod';
import { ARCHIVE_TABS } from '#contract/archiveTab.ts';
import { snake } from '#contract/define.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { resourceOf } from '#contract/resource/index.ts';
import { dataCollectConfigure } from '#contract/resource/yunshui/dataCollectConfigure.ts';
import { defineRoute } from '#server/route.ts';

/** The collection items of a frequency, for those who report them. */
export const getCollectList = defineRoute({
  method: 'GET',
  path: '/api/yunshui/dataCollectConfigure/getList',
  summary: { zh: '数据采集项列表', en: 'Collection items of a frequency' },
  permission: funCodeOf(dataCollectConfigure, 'view'),
  params: z.object({ orgId: id().optional(), statType: z.enum(['0', '1', '2', '3']).optional() }),
  example: { statType: '0' },
  handler: async ({ trx, params }) => {
    const { rows } = await sql<{
      id: number;
      dataCollectConfigureId: number;
      orgId: number;
      collectItemName: string;
      dataCode: string | null;
      statType: string;
      scope: string | null;
      inputType: string;
      convertRation: number | null;
    }>`select id, id as "dataCollectConfigureId", consumer_id as "orgId",
      shown_name(collect_item_name, collect_item_name_en) as "collectItemName", data_code as "dataCode", stat_type as "statType", scope,
      input_type as "inputType", convert_ration::float8 as "convertRation"
      from data_collect_configure
      where (${params.orgId ?? null}::integer is null or consumer_id = ${params.orgId ?? null}::integer)
        and (${params.statType ?? null}::text is null or stat_type = ${params.statType ?? null}::text)
      order by data_code, stat_type limit 10000`.execute(trx);
    return rows;
  },
});

/** How many rows each tab has, as far as the caller may see it. */
export const getOverview = defineRoute({
  method: 'GET',
  path: '/api/yunshui/archive/getOverview',
  summary: { zh: '计量档案完成情况', en: 'How far the metering archive is filled' },
  permission: 'Archive.Overview',
  params: z.object({ consumerId: id().optional() }),
  example: {},
  handler: async ({ trx, params, caller }) => {
    const tabs = ARCHIVE_TABS.flatMap(({ number, resource }) => {
      const found = resource === undefined ? undefined : resourceOf(resource);
      return found?.scope === 'consumerId' && caller.funCodes.has(funCodeOf(found, 'view'))
        ? [{ number, table: snake(found.name) }]
        : [];
    });
    if (tabs.length === 0) return [];
    const counts = tabs.map(
      ({ number, table }) => sql`select ${number}::integer as number, count(*)::integer as count
        from ${sql.table(table)}
        where ${params.consumerId ?? null}::integer is null or consumer_id = ${params.consumerId ?? null}::integer`,
    );
    const { rows } = await sql<{
      number: number;
      count: number;
    }>`${sql.join(counts, sql` union all `)} order by number`.execute(trx);
    return rows;
  },
});
