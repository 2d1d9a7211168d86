export { RecalculationDialog } from './RecalculationDialog.tsx';
