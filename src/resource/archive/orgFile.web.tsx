import { fileSlots } from '#feature/settings/siteArchive/web/FileForm.tsx';

export const slots = fileSlots('archive/orgFile');
