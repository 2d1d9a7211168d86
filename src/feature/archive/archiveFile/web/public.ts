export { PreviewDialog } from './PreviewDialog.tsx';
export { FileTab, UploadDialog } from './lazy.ts';
