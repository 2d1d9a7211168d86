import { fileSlots } from '#feature/archive/archiveFile/web/slots.ts';

export const slots = fileSlots();
