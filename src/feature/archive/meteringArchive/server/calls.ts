import { sql } from 'kysely';
import * as z from 'zod';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { dataCollectConfigure } from '#resource/yunshui/dataCollectConfigure.ts';
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
