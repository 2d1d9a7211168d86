export { slots } from '#feature/siteArchive/web/TimesInput.tsx';
