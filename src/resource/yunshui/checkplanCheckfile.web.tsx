import { fileSlots } from '#feature/archive/archiveFile/web/fileSlots.tsx';

export const slots = fileSlots();
