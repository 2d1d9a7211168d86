import type { TaskHandler } from '#feature/house/task/server/public.ts';
import type { Route } from '#server/route.ts';
import { add, del, insert } from './entryRoutes.ts';
import { get, getImportDataList, getRecordList } from './listRoutes.ts';
import { preview as previewTask } from './preview.ts';
import {
  delMapping,
  faultFile,
  getImportMeters,
  getListByConsumerAndClassify,
  getListByDataType,
  getMappingList,
  importTemplate,
  missingFile,
} from './sharedRoutes.ts';
import { runStatistics, statistics } from './statistics.ts';
import { analyse, commit, importFile, preview, upload } from './uploadRoutes.ts';
import { write } from './write.ts';

/** The calls of the data input. */
export const routes: readonly Route[] = [
  getListByDataType,
  getListByConsumerAndClassify,
  getImportDataList,
  get,
  getRecordList,
  getImportMeters,
  insert,
  add,
  importFile,
  upload,
  analyse,
  preview,
  commit,
  del,
  runStatistics,
  importTemplate,
  faultFile,
  missingFile,
  getMappingList,
  delMapping,
];

/** What the worker does for the data input. */
export const taskHandlers: Readonly<Record<string, TaskHandler>> = {
  'dataInput.preview': previewTask,
  'dataInput.write': write,
  'dataInput.statistics': statistics,
};
