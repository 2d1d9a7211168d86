export { slots } from '#feature/siteArchive/web/IconDialog.tsx';
