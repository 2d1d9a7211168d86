import { sql } from 'kysely';
import * as z from 'zod';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { consumerEnergyConfig } from '#resource/archive/consumerEnergyConfig.ts';
import { selectList, toJson } from '#server/resource/row.ts';
import { defineRoute } from '#server/route.ts';
import type { Route } from '#server/route.ts';
import { addConsumer, delConsumer, editConsumer, getConsumerInfo, getPicture } from './consumer.ts';
import { groupRoutes } from './group.ts';

const getByOrgId = defineRoute({
  method: 'GET',
  path: '/api/archive/consumerEnergyConfig/getByOrgId',
  summary: { zh: '组织的用能配置', en: 'Energy types of an organisation' },
  permission: funCodeOf(consumerEnergyConfig, 'view'),
  params: z.object({ orgId: id() }),
  example: { orgId: 1001 },
  handler: async ({ trx, params }) => {
    const { rows } = await sql<Record<string, unknown>>`select ${selectList(consumerEnergyConfig)}
      from consumer_energy_config where org_id = ${params.orgId} order by ix, id`.execute(trx);
    return rows.map((row) => toJson(consumerEnergyConfig, row));
  },
});

export const routes: readonly Route[] = [
  getConsumerInfo,
  addConsumer,
  editConsumer,
  delConsumer,
  getPicture,
  getByOrgId,
  ...groupRoutes,
];
