import type { Route } from '#server/route.ts';
import { getAuditInfo } from './audit.ts';
import { planCalls } from './planCalls.ts';
import { reportCalls } from './report.ts';
import { addResult, attachReport, downloadReport } from './result.ts';

export const routes: readonly Route[] = [
  ...planCalls,
  getAuditInfo,
  addResult,
  attachReport,
  downloadReport,
  ...reportCalls,
];
