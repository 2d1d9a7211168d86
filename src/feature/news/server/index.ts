import type { Route } from '#server/route.ts';
import { downloadAttachment, getByNewsType, getDetail, getNew, getNewsDataTableByCode } from './read.ts';

export const routes: readonly Route[] = [
  getByNewsType,
  getNewsDataTableByCode,
  getNew,
  getDetail,
  downloadAttachment,
];
