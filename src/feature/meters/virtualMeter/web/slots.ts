export { SumDialog } from './SumDialog.tsx';
