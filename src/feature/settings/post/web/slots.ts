export { PostDialog } from './PostDialog.tsx';
