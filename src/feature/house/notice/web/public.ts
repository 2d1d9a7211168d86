export { LEVEL_STATUS, readNotices, useNoticeAddress } from './calls.ts';
export { NoticeBell } from './NoticeBell.tsx';
