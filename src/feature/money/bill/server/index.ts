import { textIn } from '#contract/text.ts';
import * as z from 'zod';
import { id, idList } from '#contract/param.ts';
import { XLSX_TYPE } from '#server/sheet/writeSheet.ts';
import { PDF_TYPE } from '#server/pdf/document.ts';
import { type Caller, defineRoute, type Route } from '#server/route.ts';
import type { BillAccount, BillPaper, BillView, Replay } from '../contract.ts';
import { accountsOf } from './account.ts';
import { billAnalysis } from './billAnalysis.ts';
import { type BillKey, viewOf } from './billView.ts';
import { BILL } from './recent.ts';
import { billWorkbook } from './exportBill.ts';
import { issue, issuedOf, revoke } from './issue.ts';
import { paperOf } from './paper.ts';
import { paperPdf } from './paperPdf.ts';
import { replayOf } from './replay.ts';
import type { Db } from '#server/database/db.ts';

const getAccounts = defineRoute({
  method: 'GET',
  path: '/api/price/bill/getAccounts',
  summary: { zh: '企业的户号', en: 'Accounts of an enterprise' },
  permission: BILL,
  params: z.object({ consumerId: id() }),
  example: { consumerId: 1001 },
  handler: ({ trx, params }): Promise<BillAccount[]> => accountsOf(trx, params.consumerId),
});

const key = {
  consumerId: id(),
  measureAccount: z.string().trim().min(1).max(30),
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
};

async function read(trx: Db, which: BillKey): Promise<BillView> {
  const found = await viewOf(trx, which, Date.now());
  return { ...found.view, issued: await issuedOf(trx, which, found) };
}

const example = { consumerId: 1001, measureAccount: 'HG-1', month: '2026-01' };

const getBill = defineRoute({
  method: 'GET',
  path: '/api/price/bill/get',
  summary: {
    zh: '电费账单：逐项、与已出账及发票对照',
    en: 'A bill line by line, beside the one issued and the invoice',
  },
  permission: BILL,
  prepared: true,
  params: z.object(key),
  example,
  handler: ({ trx, params }) => read(trx, params),
});

const paperOfBill = async (trx: Db, which: BillKey, caller: Caller): Promise<BillPaper> => {
  const now = Date.now();
  const found = await viewOf(trx, which, now);
  const bill = { ...found.view, issued: await issuedOf(trx, which, found) };
  return paperOf(trx, found.found, bill, { userName: caller.userName, now });
};

const getPaper = defineRoute({
  method: 'GET',
  path: '/api/price/bill/getPaper',
  summary: {
    zh: '电费核算单：抬头、账单与数据来源，用于打印',
    en: 'A bill as it is printed: letterhead, lines, where the energy comes from',
  },
  permission: BILL,
  params: z.object(key),
  example,
  handler: ({ trx, params, caller }): Promise<BillPaper> => paperOfBill(trx, params, caller),
});

const paperFile = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/price/bill/paperPdf',
  summary: {
    zh: '电费核算单：PDF（账单、存疑项目、数据来源）',
    en: 'A bill on paper as a PDF: lines, doubts, where the energy comes from',
  },
  permission: BILL,
  params: z.object(key),
  example,
  handler: async ({ trx, params, caller, language }) => ({
    fileName: `${textIn({ zh: '电费核算单', en: 'Bill on paper' }, language)} ${params.measureAccount} ${params.month}.pdf`,
    mimeType: PDF_TYPE,
    body: await paperPdf(await paperOfBill(trx, params, caller), language),
  }),
});

const exportBill = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/price/bill/export',
  summary: {
    zh: '电费账单：导出工作簿（账单、发票对照、逐日电量）',
    en: 'A bill as a workbook: lines, the invoice beside it, days',
  },
  permission: BILL,
  params: z.object(key),
  example,
  handler: async ({ trx, params, language }) => {
    const found = await viewOf(trx, params, Date.now());
    const view = { ...found.view, issued: await issuedOf(trx, params, found) };
    return {
      fileName: `${textIn({ zh: '电费账单', en: 'Bill' }, language)} ${view.measureAccount} ${view.month}.xlsx`,
      mimeType: XLSX_TYPE,
      body: await billWorkbook(view, found.days, language),
    };
  },
});

const issueBill = defineRoute({
  method: 'POST',
  path: '/api/price/bill/issue',
  summary: { zh: '出账：保存账单当时的样子', en: 'Issue a bill: keep it as it is' },
  permission: 'price.bill.issue',
  params: z.object(key),
  example,
  handler: async ({ trx, params, caller }): Promise<BillView> => {
    await issue(trx, params, await viewOf(trx, params, Date.now()), caller.employeeId);
    return read(trx, params);
  },
});

const revokeBill = defineRoute({
  method: 'POST',
  path: '/api/price/bill/revoke',
  summary: { zh: '撤销出账', en: 'Take an issued bill back' },
  permission: 'price.bill.issue',
  params: z.object(key),
  example,
  handler: async ({ trx, params }) => ({ revoked: await revoke(trx, params) }),
});

const replay = defineRoute({
  method: 'GET',
  path: '/api/price/bill/replay',
  summary: { zh: '按其他方案或需量重算一年', en: 'A year under other schemes or declared demands' },
  permission: BILL,
  prepared: true,
  params: z.object({
    consumerId: id(),
    measureAccount: key.measureAccount,
    year: z.coerce.number().int().min(2000).max(2100),
    planIds: idList().optional(),
    declared: z.coerce.number().min(0).max(10_000_000).optional(),
    capacity: z.coerce.number().min(0).max(10_000_000).optional(),
  }),
  example: { consumerId: 1001, measureAccount: 'HG-1', year: 2025 },
  handler: ({ trx, params }): Promise<Replay> => replayOf(trx, params, Date.now()),
});

export const routes: readonly Route[] = [
  getAccounts,
  getBill,
  getPaper,
  paperFile,
  exportBill,
  issueBill,
  revokeBill,
  replay,
  ...billAnalysis,
];
