import { fileSlots } from '#feature/settings/siteArchive/web/slots.ts';

export const slots = fileSlots('alarm/workOrderFile');
