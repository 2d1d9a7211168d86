export { MakeDialog } from './MakeDialog.tsx';
