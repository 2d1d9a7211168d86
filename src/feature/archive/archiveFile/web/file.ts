import { PICTURE_TYPES } from '../contract.ts';
import { saveFile } from '#web/api.ts';
import { useTexts } from '#web/text/useTexts.ts';

export const useFileTexts = () => useTexts<typeof import('./texts.ts').texts>('archiveFile');

/** How a file can be shown in the page; null = it can only be downloaded. */
export const shownAs = (mimeType: unknown): 'picture' | 'pdf' | null =>
  mimeType === 'application/pdf' ? 'pdf' : PICTURE_TYPES.some((type) => type === mimeType) ? 'picture' : null;

export const saveCheckFile = (id: number): Promise<boolean> =>
  saveFile('yunshui/checkplanCheckfile/download', { id });
