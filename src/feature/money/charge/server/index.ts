import type { Route } from '#server/route.ts';
import { getChargeChart } from './chart.ts';
import { editConsumerUnitIx, getConsumerUnitByParent, getDataClassifyList } from './classify.ts';
import { getAllByOrgId, operation } from './line.ts';
import { setPpCz, setRpRcz } from './set.ts';
import { exportDayDetails, exportOperation } from './sheets.ts';
import { getChargeStatistics, getDayDetails } from './statistics.ts';

export const routes: readonly Route[] = [
  getChargeChart,
  getChargeStatistics,
  getDayDetails,
  exportDayDetails,
  getAllByOrgId,
  operation,
  exportOperation,
  getDataClassifyList,
  getConsumerUnitByParent,
  editConsumerUnitIx,
  setPpCz,
  setRpRcz,
];
