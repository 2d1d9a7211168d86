export { addressOf, LEVEL_STATUS, readNotices } from './calls.ts';
export { NoticeBell } from './NoticeBell.tsx';
