import * as z from 'zod';
import { BLOCKS } from '#contract/home.ts';
import { id } from '#contract/param.ts';
import { defineRoute, type Route } from '#server/route.ts';
import type {
  ArchiveFile,
  BillMonths,
  CoverageByConsumer,
  FailedTasks,
  Feeders,
  GatewayCare,
  LastingNotices,
  Uploads,
} from '../contract.ts';
import { billMonthListOf } from './billMonths.ts';
import { careOf } from './care.ts';
import { feedersOf } from './feeders.ts';
import { filesOf } from './files.ts';
import { lastingOf } from './lasting.ts';
import { coverageOf, failedOf } from './platform.ts';
import { uploadsOf } from './uploads.ts';

const ofConsumer = { consumerId: id() };
const example = { consumerId: 1001 };

const getLasting = defineRoute({
  method: 'GET',
  path: '/api/monitoring/home/getLasting',
  summary: {
    zh: '值班台：未结束的通知与已读的人',
    en: 'Duty desk: notices that last, and who has seen them',
  },
  permission: BLOCKS.lasting[0],
  params: z.object(ofConsumer),
  example,
  handler: ({ trx, params, caller, services, language }): Promise<LastingNotices> =>
    lastingOf(
      trx,
      services.system,
      { consumerId: params.consumerId, employeeId: caller.employeeId, language },
      Date.now(),
    ),
});

const getGateways = defineRoute({
  method: 'GET',
  path: '/api/monitoring/home/getGateways',
  summary: {
    zh: '首页：不在线的网关与未映射的数据',
    en: 'Home: gateways that are not online, and those with names that are not mapped',
  },
  permission: BLOCKS.gateways[0],
  params: z.object({ consumerId: id().optional() }),
  example,
  handler: ({ trx, params }): Promise<GatewayCare> => careOf(trx, params.consumerId, Date.now()),
});

const getFeeders = defineRoute({
  method: 'GET',
  path: '/api/monitoring/home/getFeeders',
  summary: { zh: '值班台：各馈线现在的功率', en: 'Duty desk: the power of each feeder now' },
  permission: BLOCKS.feeders[0],
  params: z.object(ofConsumer),
  example,
  handler: ({ trx, params }): Promise<Feeders> => feedersOf(trx, params.consumerId, Date.now()),
});

const getBillMonths = defineRoute({
  method: 'GET',
  path: '/api/monitoring/home/getBillMonths',
  summary: {
    zh: '核算台：户号近几个结算月的账单、出账与发票',
    en: 'Billing desk: the last settlement months of an account, issued or not, beside the invoice',
  },
  permission: BLOCKS.bills[0],
  prepared: true,
  params: z.object({ ...ofConsumer, measureAccount: z.string().trim().min(1).max(30) }),
  example: { ...example, measureAccount: 'HG-1' },
  handler: ({ trx, params }): Promise<BillMonths> => billMonthListOf(trx, params, Date.now()),
});

const getUploads = defineRoute({
  method: 'GET',
  path: '/api/monitoring/home/getUploads',
  summary: { zh: '检定台：待填报与待整改', en: 'Metering desk: what is to be handed in or put right' },
  permission: BLOCKS.uploads[0],
  params: z.object(ofConsumer),
  example,
  handler: ({ trx, params, caller }): Promise<Uploads> =>
    uploadsOf(trx, params.consumerId, caller.funCodes, Date.now()),
});

const getFiles = defineRoute({
  method: 'GET',
  path: '/api/monitoring/home/getFiles',
  summary: { zh: '检定台：各类档案文件的最新一份', en: 'Metering desk: the newest file of each kind' },
  permission: BLOCKS.files[0],
  params: z.object(ofConsumer),
  example,
  handler: ({ trx, params }): Promise<ArchiveFile[]> => filesOf(trx, params.consumerId),
});

const getFailedTasks = defineRoute({
  method: 'GET',
  path: '/api/monitoring/home/getFailedTasks',
  summary: { zh: '运维台：近 7 天失败的任务', en: 'Support desk: tasks of the last 7 days that failed' },
  permission: BLOCKS.failed[0],
  params: z.object({}),
  example: {},
  handler: ({ trx, language }): Promise<FailedTasks> => failedOf(trx, language, Date.now()),
});

const getCoverage = defineRoute({
  method: 'GET',
  path: '/api/monitoring/home/getCoverage',
  summary: { zh: '运维台：各企业昨日采集率', en: "Support desk: yesterday's collection rate by enterprise" },
  permission: BLOCKS.coverage[0],
  params: z.object({}),
  example: {},
  handler: ({ trx }): Promise<CoverageByConsumer> => coverageOf(trx, Date.now()),
});

/** The calls behind the homes of roles (decision 134). */
export const roleRoutes: readonly Route[] = [
  getLasting,
  getGateways,
  getFeeders,
  getBillMonths,
  getUploads,
  getFiles,
  getFailedTasks,
  getCoverage,
];
