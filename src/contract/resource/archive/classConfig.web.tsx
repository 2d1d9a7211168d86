export { slots } from '#feature/siteArchive/web/ShiftInput.tsx';
