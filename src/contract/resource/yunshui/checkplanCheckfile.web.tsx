import { fileSlots } from '#feature/archiveFile/web/fileSlots.tsx';

export const slots = fileSlots();
