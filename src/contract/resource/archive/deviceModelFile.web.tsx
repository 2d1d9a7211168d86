import { fileSlots } from '#feature/siteArchive/web/FileForm.tsx';

export const slots = fileSlots('archive/deviceModelFile');
