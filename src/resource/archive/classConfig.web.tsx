export { slots } from '#feature/settings/siteArchive/web/ShiftInput.tsx';
