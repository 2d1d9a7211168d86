export { slots } from '#feature/settings/siteArchive/web/TimesInput.tsx';
