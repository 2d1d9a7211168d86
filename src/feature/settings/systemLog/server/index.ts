import type { Route } from '#server/route.ts';
import { exportLog, getDataTableByDate, getOwnRecords, searchByDataTable, searchLog } from './logCalls.ts';

export const routes: readonly Route[] = [
  searchLog,
  exportLog,
  getDataTableByDate,
  searchByDataTable,
  getOwnRecords,
];
