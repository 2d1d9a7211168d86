import { lazy } from 'react';

/** The files of the archive, as its tabs. */
export const FileTab = lazy(() => import('./FileTab.tsx'));
/** Takes in a file; fetched when it is first shown. */
export const UploadDialog = lazy(async () => ({
  default: (await import('./UploadDialog.tsx')).UploadDialog,
}));
