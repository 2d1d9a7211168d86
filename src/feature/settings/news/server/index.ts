import type { Route } from '#server/route.ts';
import { downloadAttachment, getByNewsType, getDetail, getNew, getNewsDataTableByCode } from './read.ts';
import { writing } from './write.ts';

export const routes: readonly Route[] = [
  ...writing,
  getByNewsType,
  getNewsDataTableByCode,
  getNew,
  getDetail,
  downloadAttachment,
];
