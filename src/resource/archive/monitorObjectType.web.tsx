export { slots } from '#feature/settings/siteArchive/web/IconDialog.tsx';
