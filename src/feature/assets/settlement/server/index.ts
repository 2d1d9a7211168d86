import * as z from 'zod';
import { id, idList } from '#contract/param.ts';
import { textIn } from '#contract/text.ts';
import { defineRoute, type Route } from '#server/route.ts';
import { XLSX_TYPE } from '#server/sheet/writeSheet.ts';
import {
  type AssetSite,
  COST_BENEFIT_CODE,
  type Ems,
  type RevenueChart,
  type RevenueCostType,
  type RevenueEvent,
  type SettlementStatement,
} from '../contract.ts';
import { revenueChart, revenueEvents, typesIn } from './chart.ts';
import { issue, keptDays, revoke } from './issue.ts';
import { rangeParams } from './range.ts';
import { emsList, sitesOf } from './sites.ts';
import { findMonth, statementOf } from './statement.ts';
import { PDF_TYPE } from '#server/pdf/document.ts';
import { writeWorkbook } from '#server/sheet/workbook.ts';
import { settlementPdf } from './paper.ts';
import { settlementSheets } from './workbook.ts';

const getSites = defineRoute({
  method: 'GET',
  path: '/api/sdata/storageStrategy/getSites',
  summary: { zh: '企业中有储能或光伏的站点', en: 'Sites of an enterprise that have storage or PV' },
  permission: null,
  why: 'scope',
  params: z.object({ consumerId: id() }),
  example: { consumerId: 1002 },
  handler: ({ trx, params }): Promise<AssetSite[]> => sitesOf(trx, params.consumerId),
});

const getEmsList = defineRoute({
  method: 'GET',
  path: '/api/sdata/storageStrategy/getEmsList',
  summary: { zh: '站点的储能电站及其 EMS', en: 'Storage stations of sites with their EMS' },
  permission: null,
  why: 'scope',
  params: z.object({ siteIds: idList() }),
  example: { siteIds: '1036' },
  handler: ({ trx, params }): Promise<Ems[]> => emsList(trx, params.siteIds),
});

const getRevenueCostType = defineRoute({
  method: 'GET',
  path: '/api/sdata/storageStrategy/getRevenueCostType',
  summary: { zh: '收益与成本类型', en: 'Types of income and cost' },
  permission: null,
  why: 'shared',
  params: z.object({}),
  example: {},
  handler: ({ language }): Promise<RevenueCostType[]> => Promise.resolve(typesIn(language)),
});

const span = { siteId: id(), ...rangeParams };
const spanExample = { siteId: 1036 };

const getRevenueCostChart = defineRoute({
  method: 'GET',
  path: '/api/sdata/storageStrategy/getRevenueCostChart',
  summary: {
    zh: '收益成本图：按日或月、按类型，及整段结算',
    en: 'Income and cost by day or month and type, and the settlement of the whole time',
  },
  permission: COST_BENEFIT_CODE,
  params: z.object(span),
  example: spanExample,
  handler: ({ trx, params, language }): Promise<RevenueChart> =>
    revenueChart(trx, params.siteId, params, Date.now(), language),
});

const getRevenueCostEventChart = defineRoute({
  method: 'GET',
  path: '/api/sdata/storageStrategy/getRevenueCostEventChart',
  summary: {
    zh: '收益成本事件：每次充放电与需量节省的金额及其累计',
    en: 'Events of income and cost: each charge, discharge and demand saved, and their sum so far',
  },
  permission: COST_BENEFIT_CODE,
  params: z.object(span),
  example: spanExample,
  handler: ({ trx, params, language }): Promise<RevenueEvent[]> =>
    revenueEvents(trx, params.siteId, params, Date.now(), language),
});

const key = { siteId: id(), month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/) };
const example = { siteId: 1036, month: '2026-01' };

const getSettlement = defineRoute({
  method: 'GET',
  path: '/api/sdata/storageStrategy/getSettlement',
  summary: {
    zh: '站点月度结算单：逐项、与已存档对照',
    en: 'The settlement of a month line by line, beside the one kept',
  },
  permission: COST_BENEFIT_CODE,
  params: z.object(key),
  example,
  handler: async ({ trx, params, caller }): Promise<SettlementStatement> =>
    statementOf(trx, await findMonth(trx, params.siteId, params.month, Date.now()), caller.userName),
});

const exportSettlement = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/sdata/storageStrategy/exportSettlement',
  summary: { zh: '结算单：导出工作簿或 PDF', en: 'A settlement as a workbook or a PDF' },
  permission: COST_BENEFIT_CODE,
  params: z.object({ ...key, format: z.enum(['xlsx', 'pdf']).default('xlsx') }),
  example,
  handler: async ({ trx, params, caller, language }) => {
    const found = await findMonth(trx, params.siteId, params.month, Date.now());
    const statement = await statementOf(trx, found, caller.userName);
    const title = textIn({ zh: '光储结算单', en: 'Settlement' }, language);
    const kept = await keptDays(trx, found);
    const days = { rows: kept ?? found.days, kept: kept !== null };
    const sheets = settlementSheets(statement, days, language);
    const { siteName } = statement.settlement;
    const pdf = params.format === 'pdf';
    return {
      fileName: `${title} ${siteName} ${statement.month}.${params.format}`,
      mimeType: pdf ? PDF_TYPE : XLSX_TYPE,
      body: pdf
        ? await settlementPdf(statement, sheets, { title, language, by: caller.name })
        : await writeWorkbook(sheets),
    };
  },
});

const issueSettlement = defineRoute({
  method: 'POST',
  path: '/api/sdata/storageStrategy/issueSettlement',
  summary: { zh: '结算存档：保存当时的样子', en: 'Keep a settlement as it is' },
  permission: 'archive.storageStation.settle',
  params: z.object(key),
  example,
  handler: async (call): Promise<SettlementStatement> => {
    const { trx, params, caller } = call;
    const now = Date.now();
    const found = await findMonth(trx, params.siteId, params.month, now);
    await issue(call, found, await findMonth(call.services.system, params.siteId, params.month, now));
    return statementOf(trx, found, caller.userName);
  },
});

const revokeSettlement = defineRoute({
  method: 'POST',
  path: '/api/sdata/storageStrategy/revokeSettlement',
  summary: { zh: '撤销结算存档', en: 'Take a kept settlement back' },
  permission: 'archive.storageStation.settle',
  params: z.object(key),
  example,
  handler: async (call) => ({ revoked: await revoke(call, call.params.siteId, call.params.month) }),
});

export const routes: readonly Route[] = [
  getSites,
  getEmsList,
  getRevenueCostType,
  getRevenueCostChart,
  getRevenueCostEventChart,
  getSettlement,
  exportSettlement,
  issueSettlement,
  revokeSettlement,
];
